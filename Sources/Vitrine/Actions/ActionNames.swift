// The names of all commands, and their keys.

/// Commands of the application, `app.…` in menus.
enum AppAction: String, CaseIterable {
  case newWindow = "new-window"
  case newProduct = "new-product"
  /// Starts the sample, which is an application of its own.
  case openSample = "open-sample"
  case reopenClosedWindow = "reopen-closed-window"
  /// With the identifier of a closed window.
  case reopenWindow = "reopen-window"
  case savedWindows = "saved-windows"
  case history
  case allNotes = "all-notes"
  case duplicates
  /// The custom fields.
  case fields
  case preferences
  case style
  case undo
  case redo
  case shortcuts
  case about
  case quit
  case quitAndForget = "quit-and-forget"

  var inMenu: String { "app." + rawValue }

  var shortcuts: [String] {
    switch self {
    case .newWindow: ["<Control><Shift>n"]
    case .reopenClosedWindow: ["<Control><Shift>t"]
    case .history: ["<Control>h"]
    case .allNotes: ["<Control>m"]
    case .duplicates: ["<Control><Shift>d"]
    case .preferences: ["<Control>comma"]
    case .shortcuts: ["<Control>question"]
    case .quit: ["<Control>q"]
    // Ctrl+Z goes to the text being typed first: `SceneFrame` handles what the text leaves.
    case .newProduct, .openSample, .about, .quitAndForget, .savedWindows, .reopenWindow, .style,
      .fields,
      .undo, .redo:
      []
    }
  }
}

/// Commands of a window, `win.…` in menus.
enum WindowAction: String, CaseIterable {
  case newProduct = "new-product"
  case openInNewWindow = "open-in-new-window"
  case openProduct = "open-product"
  /// With the identifier of a photo of the product shown.
  case openPicture = "open-photo"
  case edit
  case search
  case filter
  case removeFilters = "remove-filters"
  case saveSearch = "save-search"
  case updateSearch = "update-search"
  case renameSearch = "rename-search"
  case moveSearchUp = "move-search-up"
  case moveSearchDown = "move-search-down"
  case deleteSearch = "delete-search"
  /// With the place as its parameter.
  case showPlace = "show-place"
  case moveToTrash = "move-to-trash"
  case restore
  case deleteForEver = "delete-for-ever"
  case duplicate
  /// A new product with what the one shown has in common with others.
  case newFromThis = "new-from-this"
  /// New products of its category begin like the product shown, or without anything again.
  case useAsTemplate = "use-as-template"
  case removeTemplate = "remove-template"
  /// For all selected products.
  case editSeveral = "edit-several"
  case mergeSeveral = "merge-several"
  case addTag = "add-tag"
  case removeTag = "remove-tag"
  case moveToCategory = "move-to-category"
  case emptyTrash = "empty-trash"
  /// From the product to the list, in a window with room for only one of them.
  case back
  case sidebar
  case layout
  /// With the name of what the list is sorted by.
  case sort
  case sortDescending = "sort-descending"
  /// With the name of what it is sorted by where the first one says the same.
  case sortFurther = "sort-further"
  /// One for each column, with its name after it.
  case showColumn = "show-column"
  case tab
  case addNote = "add-note"
  case addPhotos = "add-photos"
  case pastePhotos = "paste-photos"
  /// With the identifier of a photo of the product shown.
  case movePhotoUp = "move-photo-up"
  case movePhotoDown = "move-photo-down"
  case removePhoto = "remove-photo"
  case editCaption = "edit-caption"
  case copyPhoto = "copy-photo"
  case savePhoto = "save-photo"
  case turnPhotoLeft = "turn-photo-left"
  case turnPhotoRight = "turn-photo-right"
  case replacePhoto = "replace-photo"
  case save
  case saveAndAddAnother = "save-and-add-another"
  /// One for each field, with its name after it.
  case keepField = "keep-field"
  /// With the identifier of a product of the list.
  case copyLink = "copy-link"
  /// With a code of the product shown.
  case copyCode = "copy-code"
  /// To the product shown, and its tab.
  case copyShownLink = "copy-shown-link"
  /// With what the window shows, and what was typed there.
  case continueElsewhere = "continue-elsewhere"
  case previousPicture = "previous-photo"
  case nextPicture = "next-photo"
  /// The photo that a window of its own shows.
  case turnLeft = "turn-left"
  case turnRight = "turn-right"
  case replace
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case fit
  case actualSize = "actual-size"
  case fullscreen
  case close

  var inMenu: String { "win." + rawValue }

  var shortcuts: [String] {
    switch self {
    case .newProduct: ["<Control>n"]
    case .openInNewWindow: ["<Control>Return", "<Control>KP_Enter"]
    case .edit: ["<Control>e"]
    case .editSeveral: ["<Control><Shift>e"]
    case .mergeSeveral: ["<Control><Shift>g"]
    case .duplicate: ["<Control>d"]
    case .search: ["<Control>f"]
    case .saveSearch: ["<Control><Shift>s"]
    case .sidebar: ["F9"]
    case .back: ["<Alt>Left"]
    case .fullscreen: ["F11"]
    case .close: ["<Control>w"]
    case .addNote: ["<Control><Shift>m"]
    case .continueElsewhere: ["<Control><Shift>c"]
    case .save: ["<Control>s"]
    case .saveAndAddAnother: ["<Control><Shift>Return", "<Control><Shift>KP_Enter"]
    // Without Control, too: in the window that has these commands nothing is typed.
    case .zoomIn: ["plus", "equal", "KP_Add", "<Control>plus", "<Control>equal", "<Control>KP_Add"]
    case .zoomOut: ["minus", "KP_Subtract", "<Control>minus", "<Control>KP_Subtract"]
    case .fit: ["0", "KP_0", "<Control>0", "<Control>KP_0"]
    case .actualSize: ["1", "KP_1"]
    case .turnLeft: ["<Control><Shift>r"]
    case .turnRight: ["<Control>r"]
    // The Delete key moves a product to the trash only in the list: in a text it deletes a letter.
    // Page Up and Page Down belong to the photo that has the keyboard.
    case .openProduct, .openPicture, .previousPicture, .nextPicture, .layout, .sort,
      .sortDescending,
      .sortFurther, .showColumn, .tab, .copyCode,
      .keepField, .newFromThis, .useAsTemplate, .removeTemplate,
      .copyLink, .copyShownLink, .moveToTrash, .restore, .emptyTrash, .deleteForEver, .filter,
      .removeFilters,
      .addTag, .removeTag, .moveToCategory, .updateSearch, .renameSearch, .moveSearchUp,
      .moveSearchDown, .deleteSearch, .showPlace, .addPhotos, .pastePhotos, .movePhotoUp,
      .movePhotoDown, .removePhoto, .editCaption, .copyPhoto, .savePhoto,
      .turnPhotoLeft, .turnPhotoRight, .replacePhoto, .replace:
      []
    }
  }

  /// For a choice: the keys that choose one value.
  static let valueShortcuts: [(action: String, shortcuts: [String])] = [
    ("win.tab::details", ["<Alt>1"]),
    ("win.tab::photos", ["<Alt>2"]),
    ("win.tab::notes", ["<Alt>3"]),
    ("win.layout::list", ["<Control>1"]),
    ("win.layout::grid", ["<Control>2"]),
  ]
}
