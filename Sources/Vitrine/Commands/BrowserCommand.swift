// SPDX-License-Identifier: Apache-2.0
// The commands of a browser window: its list, what is selected in it, and saved searches.

import VitrineModel
import Wording

/// Product windows have the first three, too, and photo windows the second one.
enum BrowserCommand: String, Command {
  static let scope = CommandScope.window

  case newProduct = "new-product"
  case openInNewWindow = "open-in-new-window"
  /// With the place as its parameter.
  case showPlace = "show-place"
  case search
  /// In all products for what was not found here.
  case searchEverywhere = "search-everywhere"
  case sidebar
  /// From the product to the list, in a window with room for only one of them.
  case back
  case layout
  /// With the identifier of a product of the list.
  case openProduct = "open-product"
  case copyLink = "copy-link"
  /// For all selected products.
  case editSeveral = "edit-several"
  case mergeSeveral = "merge-several"
  case gather = "gather"
  /// Variants become products of their own.
  case separate
  case addTag = "add-tag"
  case removeTag = "remove-tag"
  case moveToCategory = "move-to-category"
  case emptyTrash = "empty-trash"
  /// The list, or what is selected in it.
  case exportList = "export"
  case exportAgain = "export-again"
  /// Of the selected products, or else of all of the list.
  case printLabels = "print-labels"
  /// Those that were printed last.
  case printLabelsAgain = "print-labels-again"
  /// The list, or what is selected in it.
  case printProducts = "print"
  /// The products of the list as a web page.
  case publish
  case copyTable = "copy-table"
  /// With the identifier of a field of several products.
  case changeField = "change-field"
  case largerPictures = "larger-pictures"
  case smallerPictures = "smaller-pictures"

  var row: CommandRow {
    switch self {
    case .searchEverywhere: .init(tr("Search _All Products"), menus: .onlyOnControls)
    case .changeField: .init(menus: .onlyOnControls, takesParameter: true)
    case .largerPictures:
      .init(
        shortcuts: [
          // A plus is typed with Shift on many keyboards.
          .keysInView(
            anyOf: ["<Control>plus", "<Control><Shift>plus", "<Control>equal", "<Control>KP_Add"],
            in: .layouts, as: tr("Larger pictures in the grid"))
        ], menus: .onlyOnControls)
    case .smallerPictures:
      .init(
        shortcuts: [
          .keysInView(
            anyOf: ["<Control>minus", "<Control>KP_Subtract"], in: .layouts,
            as: tr("Smaller pictures in the grid"))
        ], menus: .onlyOnControls)
    case .newProduct:
      .init(
        tr("_New Product"), shortcuts: [.keys("<Control>n", in: .products, as: tr("New product"))],
        menus: .onlyOnControls)
    case .openInNewWindow:
      .init(
        tr("_Open in New Windows"),
        shortcuts: [
          .keys(
            "<Control>Return", "<Control>KP_Enter", in: .productWindows,
            as: tr("Open in new window"))
        ],
        menus: [.in(.openingSeveral)])
    case .showPlace: .init(menus: .onlyOnControls, takesParameter: true)
    case .search:
      .init(
        tr("Searc_h", context: "command"),
        shortcuts: [.keys("<Control>f", in: .products, as: tr("Search", context: "command"))],
        menus: [.in(.browserView)])
    case .sidebar:
      .init(
        tr("Sidebar", context: "part of the window"),
        shortcuts: [.keys("F9", in: .panes, as: tr("Sidebar", context: "part of the window"))],
        menus: .onlyOnControls)
    case .back:
      .init(
        tr("Back", context: "command: back to the list"),
        shortcuts: [.keys("<Alt>Left", in: .panes, as: tr("Back to the list"))],
        menus: .onlyOnControls)
    case .layout:
      .init(
        menus: [.in(.browserView)], takesParameter: true,
        values: [
          .init(
            BrowserState.Layout.list.rawValue, tr("Show as _List"),
            shortcut: .keys(
              "<Control>1", in: .layouts,
              as: tr("List", context: "command: show products as a list"))),
          .init(
            BrowserState.Layout.grid.rawValue, tr("Show as _Grid"),
            shortcut: .keys(
              "<Control>2", in: .layouts,
              as: tr("Grid", context: "command: show products as a grid"))),
        ])
    case .openProduct:
      .init(tr("_Open in New Window"), menus: [.in(.openingProduct)], takesParameter: true)
    case .copyLink: .init(tr("_Copy Link"), menus: [.in(.usingProduct)], takesParameter: true)
    case .editSeveral:
      .init(
        tr("_Edit Selected Products…"),
        shortcuts: [
          .keys("<Control><Shift>e", in: .severalProducts, as: tr("Edit several products"))
        ], menus: [.in(.changingSeveral)])
    case .mergeSeveral:
      .init(
        tr("_Merge Selected Products…"),
        shortcuts: [
          .keys("<Control><Shift>g", in: .severalProducts, as: tr("Merge several products"))
        ], menus: [.in(.changingSeveral)])
    case .gather: .init(tr("_Gather as Variants"), menus: [.in(.changingSeveral)])
    case .separate: .init(tr("Make Products of Their O_wn"), menus: [.in(.changingSeveral)])
    case .addTag: .init(tr("_Add Tag…"), menus: [.in(.changingProducts)])
    case .removeTag: .init(tr("_Remove Tag…"), menus: [.in(.changingProducts)])
    case .moveToCategory: .init(tr("Move to _Category…"), menus: [.in(.changingProducts)])
    case .emptyTrash: .init(menus: .onlyOnControls)
    case .exportList:
      .init(
        tr("E_xport…", context: "command: write products to a file"),
        menus: [.in(.exporting), .in(.changingProducts), .in(.leavingBackup)])
    case .exportAgain:
      .init(
        tr("Export Aga_in"),
        shortcuts: [.keys("<Control><Shift>x", in: .leaving, as: tr("Export again"))],
        menus: [.in(.exporting)])
    case .printLabels:
      .init(
        tr("Print _Labels…"),
        shortcuts: [.keys("<Control><Shift>l", in: .leaving, as: tr("Print labels"))],
        menus: [.in(.exporting), .in(.changingProducts)])
    case .printLabelsAgain: .init(tr("Last Labels A_gain…"), menus: [.in(.exporting)])
    case .printProducts:
      .init(
        tr("_Print…", context: "command: print products"),
        shortcuts: [
          .keys(
            "<Control>p", in: .leaving, as: tr("Print", context: "command: print products"))
        ],
        menus: [.in(.exporting), .in(.changingProducts)])
    case .publish: .init(tr("Pu_blish as Web Page…"), menus: [.in(.exporting)])
    case .copyTable:
      .init(tr("Copy as Ta_ble"), menus: [.in(.changingProducts), .in(.leavingBackup)])
    }
  }
}

/// What the list is sorted by.
enum SortCommand: String, Command {
  static let scope = CommandScope.window

  /// With the name of what it is sorted by.
  case sort
  case sortDescending = "sort-descending"
  /// With the name of what it is sorted by where the first one says the same.
  case sortFurther = "sort-further"

  var row: CommandRow {
    switch self {
    case .sort:
      .init(
        tr("S_ort", context: "menu: what products are sorted by"), menus: [.in(.browserView)],
        takesParameter: true)
    case .sortDescending:
      .init(tr("_Descending", context: "command: sort from high to low"), menus: [.in(.sorting)])
    case .sortFurther:
      .init(tr("_Then By"), menus: [.asMenu(in: .sorting)], takesParameter: true)
    }
  }
}

enum FilterCommand: String, Command {
  static let scope = CommandScope.window

  /// With the name of a filter.
  case filter
  case removeFilters = "remove-filters"

  var row: CommandRow {
    switch self {
    case .filter:
      .init(
        tr("Fi_lter", context: "menu: conditions that products are filtered by"),
        menus: [.in(.browserView)], takesParameter: true)
    case .removeFilters: .init(tr("_Remove Filters"), menus: .onlyOnControls)
    }
  }
}

/// One switch for each field, with its name after it.
enum FieldsCommand: String, Command {
  static let scope = CommandScope.window

  case showColumn = "show-column"
  case keepField = "keep-field"

  var row: CommandRow {
    switch self {
    case .showColumn:
      .init(tr("_Columns", context: "menu: columns of the list"), menus: [.in(.browserView)])
    // Its menu is that of a button of the form.
    case .keepField: .init(menus: .onlyOnControls)
    }
  }
}

enum SavedSearchCommand: String, Command {
  static let scope = CommandScope.window

  case saveSearch = "save-search"
  case updateSearch = "update-search"
  /// With the identifier of a saved search.
  case renameSearch = "rename-search"
  case moveSearchUp = "move-search-up"
  case moveSearchDown = "move-search-down"
  case deleteSearch = "delete-search"

  var row: CommandRow {
    switch self {
    case .saveSearch:
      .init(
        tr("Save Sea_rch…"),
        shortcuts: [.keys("<Control><Shift>s", in: .products, as: tr("Save search"))],
        menus: [.in(.browserView)])
    case .updateSearch: .init(tr("Update Sav_ed Search"), menus: [.in(.browserView)])
    case .renameSearch:
      .init(
        tr("_Rename…", context: "command: rename a saved search"),
        shortcuts: [.keysInView("F2", in: .savedSearches, as: tr("Rename saved search"))],
        menus: [.in(.renamingSearch)], takesParameter: true)
    case .moveSearchUp:
      .init(
        tr("Move _Up"),
        shortcuts: [.keysInView("<Alt>Up", in: .savedSearches, as: tr("Move saved search up"))],
        menus: [.in(.movingSearch)], takesParameter: true)
    case .moveSearchDown:
      .init(
        tr("Move _Down"),
        shortcuts: [
          .keysInView("<Alt>Down", in: .savedSearches, as: tr("Move saved search down"))
        ],
        menus: [.in(.movingSearch)], takesParameter: true)
    case .deleteSearch:
      .init(
        tr("_Delete", context: "command: delete a saved search"),
        shortcuts: [.keysInView("Delete", in: .savedSearches, as: tr("Delete saved search"))],
        menus: [.in(.deletingSearch)], takesParameter: true)
    }
  }
}
