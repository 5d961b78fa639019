// SPDX-License-Identifier: Apache-2.0
// The pages of the shortcuts window, the groups on them, and the places in a group, from the top. The
// lines of a place stand in the order of the table; those of keys that are no command's come last.

import Gtk
import Wording

enum ShortcutPage: CaseIterable {
  case products, photosAndNotes, importAndPrint, windows

  var title: String {
    switch self {
    case .products: tr("Products", context: "heading of keyboard shortcuts")
    case .photosAndNotes: tr("Photos and Notes")
    case .importAndPrint: tr("Import and Print")
    case .windows: tr("Windows", context: "heading of keyboard shortcuts")
    }
  }
}

enum ShortcutGroup: CaseIterable {
  case products, forms, severalProducts
  case photos, photoWindow, notes
  case importing, printing
  case windows, view, sidebar

  var title: String {
    switch self {
    case .products: tr("Products", context: "heading of keyboard shortcuts")
    case .forms: tr("Forms", context: "heading of keyboard shortcuts")
    case .severalProducts: tr("Several Products")
    case .photos: tr("Photos", context: "heading of keyboard shortcuts")
    case .photoWindow: tr("Photo Window")
    case .notes: tr("Notes", context: "heading of keyboard shortcuts")
    case .importing: tr("Importing", context: "heading of keyboard shortcuts")
    case .printing: tr("Printing and Exporting")
    case .windows: tr("Windows", context: "heading of keyboard shortcuts")
    case .view: tr("View", context: "heading of keyboard shortcuts")
    case .sidebar: tr("Sidebar", context: "part of the window")
    }
  }

  var page: ShortcutPage {
    switch self {
    case .products, .forms, .severalProducts: .products
    case .photos, .photoWindow, .notes: .photosAndNotes
    case .importing, .printing: .importAndPrint
    case .windows, .view, .sidebar: .windows
    }
  }
}

enum ShortcutPlace: CaseIterable {
  case products, productWindows, undo
  case forms
  case selecting, severalProducts, variantValues, backups
  case openingPhotos, photos, cover, removingPhotos
  case photoWindow
  case allNotes, notes
  case imports, leaving
  case newWindow, windows, desks, application
  case tabs, panes, layouts
  case categories, savedSearches

  var group: ShortcutGroup {
    switch self {
    case .products, .productWindows, .undo: .products
    case .forms: .forms
    case .selecting, .severalProducts, .variantValues, .backups: .severalProducts
    case .openingPhotos, .photos, .cover, .removingPhotos: .photos
    case .photoWindow: .photoWindow
    case .allNotes, .notes: .notes
    case .imports: .importing
    case .leaving: .printing
    case .newWindow, .windows, .desks, .application: .windows
    case .tabs, .panes, .layouts: .view
    case .categories, .savedSearches: .sidebar
    }
  }
}

/// Keys of views that are no command's.
private var keysOfViews: [Shortcut] {
  [
    .keysInView("<Shift>F10", in: .productWindows, as: tr("Menu of the product")),
    .keysInView("Escape", in: .forms, as: tr("Close the form and keep the draft")),
    .keysInView("<Control>a", in: .selecting, as: tr("Select all")),
    .keysInView("<Shift>Up <Shift>Down", in: .selecting, as: tr("Select more")),
    .keysInView("<Control>space", in: .selecting, as: tr("Select or unselect one")),
    .keysInView("Escape", in: .selecting, as: tr("Select only one")),
    .keysInView("Return", in: .openingPhotos, as: tr("Open in new window")),
    .keysInView("F10", in: .windows, as: tr("Main menu")),
    .keysInView("<Control><Alt>1...9", in: .desks, as: tr("Open a desk")),
    .keysInView("Right Left", in: .categories, as: tr("Open or close a category")),
    .keysInView("<Shift>F10", in: .savedSearches, as: tr("Menu of the saved search")),
  ]
}

/// What the shortcuts window shows.
@MainActor
var shortcutPages: [ShortcutsDialog.Page] {
  let shortcuts = CommandTable.rows.flatMap { $0.row.allShortcuts } + keysOfViews
  func lines(_ place: ShortcutPlace) -> [(title: String, keys: String)] {
    shortcuts.flatMap { shortcut in
      shortcut.lines.filter { $0.place == place }.map { ($0.text, shortcut.keys.first ?? "") }
    }
  }
  func groups(of page: ShortcutPage) -> [ShortcutsDialog.Group] {
    ShortcutGroup.allCases.filter { $0.page == page }.map { group in
      let places = ShortcutPlace.allCases.filter { $0.group == group }
      return ShortcutsDialog.Group(group.title, places.flatMap { lines($0) })
    }
  }
  return ShortcutPage.allCases.map { ShortcutsDialog.Page($0.title, groups(of: $0)) }
}
