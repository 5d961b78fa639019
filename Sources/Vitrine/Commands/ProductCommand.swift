// SPDX-License-Identifier: Apache-2.0
// The commands for the product shown, in a browser window and in a window of its own.

import VitrineModel
import Wording

enum ProductCommand: String, Command {
  static let scope = CommandScope.window

  case edit
  case addNote = "add-note"
  /// Saves the form, a note, or what was chosen for several products.
  case save
  case saveAndAddAnother = "save-and-add-another"
  case copyShownLink = "copy-shown-link"
  /// Who changed what, in a catalogue that is shared.
  case showPast = "show-past"
  case duplicate
  /// A new product with what the one shown has in common with others.
  case newFromThis = "new-from-this"
  /// In the tab for them.
  case makeVariants = "make-variants"
  /// A variant becomes a product of its own.
  case leaveHead = "leave-head"
  case moveToTrash = "move-to-trash"
  case restore
  case deleteForEver = "delete-for-ever"
  case tab
  /// With the identifier of a photo of it.
  case openPicture = "open-photo"
  /// With a code of it.
  case copyCode = "copy-code"

  var row: CommandRow {
    switch self {
    case .edit:
      .init(
        tr("_Edit", context: "command: edit a product"),
        shortcuts: [
          .keys("<Control>e", in: .forms, as: tr("Edit", context: "command: edit a product"))
        ],
        menus: .onlyOnControls)
    case .addNote:
      .init(
        shortcuts: [.keys("<Control><Shift>m", in: .notes, as: tr("Add note"))],
        menus: .onlyOnControls)
    case .save:
      .init(
        shortcuts: [
          .keys("<Control>s", in: .forms, as: tr("Done", context: "command: save the form")).also(
            in: .notes, as: tr("Save note"))
        ], menus: .onlyOnControls)
    case .saveAndAddAnother:
      .init(
        shortcuts: [
          .keys(
            "<Control><Shift>Return", "<Control><Shift>KP_Enter", in: .forms,
            as: tr("Save and add another product, or name the next"))
        ], menus: .onlyOnControls)
    case .copyShownLink: .init(tr("Copy _Link"), menus: [.in(.product)])
    case .showPast: .init(tr("Who _Changed This…"), menus: [.in(.product)])
    case .duplicate:
      .init(
        tr("_Duplicate Product"),
        shortcuts: [
          .keys(
            "<Control>d", in: .products,
            as: tr("Duplicate", context: "command: make a copy of a product"))
        ],
        menus: [
          .in(.product),
          .in(.usingProduct, as: tr("_Duplicate", context: "command: make a copy of a product")),
        ])
    case .newFromThis:
      .init(tr("New _from This Product"), menus: [.in(.product), .in(.usingProduct)])
    case .makeVariants:
      .init(
        tr("Make _Variants…"),
        shortcuts: [.keys("<Control><Shift>v", in: .products, as: tr("Make variants"))],
        menus: [.in(.product), .in(.usingProduct)])
    case .leaveHead:
      .init(tr("Make a Product of Its O_wn"), menus: [.in(.product), .in(.usingProduct)])
    // Only in the list: in a text the key deletes a letter.
    case .moveToTrash:
      .init(
        tr("Move to _Trash"),
        shortcuts: [
          .keysInView(
            "Delete", in: .products, as: tr("Move to trash; in the trash, delete permanently"))
        ], menus: [.in(.product), .in(.movingToTrash)])
    case .restore:
      .init(
        tr("_Restore", context: "button or command: take products out of the trash"),
        menus: [.in(.restoring)])
    case .deleteForEver:
      .init(
        tr("_Delete Permanently…"), shortcuts: [.keysInView(of: Self.moveToTrash)],
        menus: [.in(.deleting)])
    case .tab:
      .init(
        menus: .onlyOnControls, takesParameter: true,
        values: [
          .init(
            ProductDetail.Tab.details.rawValue,
            shortcut: .keys("<Alt>1", in: .tabs, as: tr("Details", context: "tab of a product"))),
          .init(
            ProductDetail.Tab.pictures.rawValue,
            shortcut: .keys("<Alt>2", in: .tabs, as: tr("Photos", context: "tab of a product"))),
          .init(
            ProductDetail.Tab.notes.rawValue,
            shortcut: .keys("<Alt>3", in: .tabs, as: tr("Notes", context: "tab of a product"))),
          .init(
            ProductDetail.Tab.variants.rawValue,
            shortcut: .keys(
              "<Alt>4", in: .tabs, as: tr("Variants", context: "tab of a product"))),
        ])
    case .openPicture:
      .init(tr("_Open in New Window"), menus: [.in(.openingPhoto)], takesParameter: true)
    case .copyCode: .init(menus: .onlyOnControls, takesParameter: true)
    }
  }
}

/// With the identifier of a note of the product.
enum NoteCommand: String, Command {
  static let scope = CommandScope.window

  case moveNoteUp = "move-note-up"
  case moveNoteDown = "move-note-down"
  case deleteNote = "delete-note"

  var row: CommandRow {
    switch self {
    case .moveNoteUp:
      .init(
        shortcuts: [.keysInView("<Alt>Up", in: .notes, as: tr("Move up"))],
        menus: .onlyOnControls, takesParameter: true)
    case .moveNoteDown:
      .init(
        shortcuts: [.keysInView("<Alt>Down", in: .notes, as: tr("Move down"))],
        menus: .onlyOnControls, takesParameter: true)
    case .deleteNote:
      .init(
        shortcuts: [.keysInView("Delete", in: .notes, as: tr("Delete note"))],
        menus: .onlyOnControls, takesParameter: true)
    }
  }
}

/// With the place of an option among those that variants are made of, a blank, and one of its values.
enum VariantValueCommand: String, Command {
  static let scope = CommandScope.window

  case moveValueUp = "move-value-up"
  case moveValueDown = "move-value-down"

  var row: CommandRow {
    switch self {
    case .moveValueUp:
      .init(
        shortcuts: [
          .keysInView("<Alt>Up", in: .variantValues, as: tr("Move a value of an option up"))
        ],
        menus: .onlyOnControls, takesParameter: true)
    case .moveValueDown:
      .init(
        shortcuts: [
          .keysInView("<Alt>Down", in: .variantValues, as: tr("Move a value of an option down"))
        ],
        menus: .onlyOnControls, takesParameter: true)
    }
  }
}

/// New products of its category begin like the product shown, or without anything again, and forms have other fields.
enum TemplateCommand: String, Command {
  static let scope = CommandScope.window

  case useAsTemplate = "use-as-template"
  case removeTemplate = "remove-template"
  case chooseFields = "choose-fields"
  /// In the dialog for them, with the name of a field.
  case moveFormFieldUp = "move-form-field-up"
  case moveFormFieldDown = "move-form-field-down"

  var row: CommandRow {
    switch self {
    case .useAsTemplate: .init(tr("Use as Te_mplate"), menus: [.in(.template)])
    case .removeTemplate: .init(tr("_Remove Template"), menus: [.in(.template)])
    case .chooseFields: .init(tr("Choose F_ields…"), menus: [.in(.template)])
    case .moveFormFieldUp:
      .init(
        shortcuts: [
          .keysInView("<Alt>Up", in: .forms, as: tr("Move a field up where fields are chosen"))
        ], menus: .onlyOnControls, takesParameter: true)
    case .moveFormFieldDown:
      .init(
        shortcuts: [
          .keysInView("<Alt>Down", in: .forms, as: tr("Move a field down where fields are chosen"))
        ], menus: .onlyOnControls, takesParameter: true)
    }
  }
}
