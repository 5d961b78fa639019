// SPDX-License-Identifier: Apache-2.0
// The commands of the application, and those that every window has.

import Gtk
import VitrineModel
import Wording

/// What can be done before a catalogue is open, too.
enum ApplicationCommand: String, Command {
  static let scope = CommandScope.application

  case newWindow = "new-window"
  case newProduct = "new-product"
  /// Asks for a list of another program.
  case importList = "import"
  /// Starts the sample, which is an application of its own.
  case openSample = "open-sample"
  case savedWindows = "saved-windows"
  /// With its name.
  case openDesk = "open-desk"
  case quitAndForget = "quit-and-forget"
  case style
  case shortcuts
  case about
  case quit

  var row: CommandRow {
    switch self {
    case .newWindow:
      .init(
        tr("New _Window"),
        shortcuts: [.keys("<Control><Shift>n", in: .newWindow, as: tr("New window"))],
        menus: [.in(.newWindow)], isForDesktop: true)
    case .newProduct: .init(menus: .onlyOnControls, isForDesktop: true)
    case .importList:
      .init(
        tr("_Import…", context: "command"),
        shortcuts: [.keys("<Control>o", in: .imports, as: tr("Import a list"))],
        menus: [.in(.newWindow)])
    case .openSample: .init(menus: .onlyOnControls, isForDesktop: true)
    case .savedWindows: .init(tr("_Saved Windows"), menus: [.in(.keptWindows)])
    case .openDesk: .init(menus: .onlyOnControls, takesParameter: true, isForDesktop: true)
    case .quitAndForget:
      .init(tr("Quit and _Forget Windows"), menus: [.in(.forgettingWindows)])
    case .style:
      .init(
        tr("St_yle", context: "menu: light or dark"), menus: [.in(.appearance)],
        takesParameter: true,
        values: [
          .init(ColorScheme.desktop.rawValue, tr("Follow _System")),
          .init(ColorScheme.light.rawValue, tr("_Light", context: "style")),
          .init(ColorScheme.dark.rawValue, tr("D_ark", context: "style")),
        ])
    case .shortcuts:
      .init(
        tr("_Keyboard Shortcuts"),
        shortcuts: [.keys("<Control>question", in: .application, as: tr("Keyboard shortcuts"))],
        menus: [.in(.help)])
    case .about: .init(tr("_About Vitrine"), menus: [.in(.help)])
    case .quit:
      .init(
        tr("_Quit", context: "command"),
        shortcuts: [.keys("<Control>q", in: .application, as: tr("Quit", context: "command"))],
        // GNOME's dash would close every window for good otherwise. It asks before anything is lost.
        menus: [.in(.application)], isForDesktop: true)
    }
  }
}

/// What can be done with the open catalogue and its windows.
enum CatalogueCommand: String, Command {
  static let scope = CommandScope.application

  case undo
  case redo
  case reopenClosedWindow = "reopen-closed-window"
  /// With the identifier of a closed window.
  case reopenWindow = "reopen-window"
  /// Those of the run before, if this start did not restore them.
  case restorePrevious = "restore-previous-windows"
  /// Asks for a day.
  case openBackup = "open-backup"
  /// All of it, with photos, in one file.
  case saveCopy = "save-copy"

  var row: CommandRow {
    switch self {
    // The keys go to the text being typed first: `SceneFrame` handles what the text leaves.
    case .undo:
      .init(
        tr("_Undo", context: "command"),
        shortcuts: [.keysInView("<Control>z", in: .undo, as: tr("Undo", context: "command"))],
        menus: [.in(.undo)])
    case .redo:
      .init(
        tr("R_edo", context: "command"),
        shortcuts: [
          .keysInView("<Control><Shift>z", in: .undo, as: tr("Redo", context: "command"))
        ],
        menus: [.in(.undo)])
    case .reopenClosedWindow:
      .init(
        tr("_Reopen Closed Window"),
        shortcuts: [.keys("<Control><Shift>t", in: .windows, as: tr("Reopen closed window"))],
        menus: [.asMenu(in: .keptWindows)])
    // Its menu lists the closed windows.
    case .reopenWindow: .init(menus: .onlyOnControls, takesParameter: true)
    case .restorePrevious: .init(tr("Restore _Previous Windows"), menus: [.in(.keptWindows)])
    case .openBackup: .init(tr("Open _Backup…"), menus: [.in(.going)])
    case .saveCopy: .init(tr("Save a _Copy…"), menus: [.in(.catalogue)])
    }
  }
}

/// Each opens the only window of a kind.
enum OpeningCommand: String, Command {
  static let scope = CommandScope.application

  case history
  case allNotes = "all-notes"
  case duplicates
  /// The custom fields.
  case fields
  case preferences

  var row: CommandRow {
    switch self {
    case .history:
      .init(
        tr("_History", context: "command: show what can be undone"),
        shortcuts: [
          .keys(
            "<Control>h", in: .undo, as: tr("History", context: "command: show what can be undone"))
        ],
        menus: [.in(.going)])
    case .allNotes:
      .init(
        tr("All N_otes"), shortcuts: [.keys("<Control>m", in: .allNotes, as: tr("All notes"))],
        menus: [.in(.going)])
    case .duplicates:
      .init(
        tr("L_ikely Duplicates"),
        shortcuts: [
          .keys("<Control><Shift>d", in: .severalProducts, as: tr("Likely duplicates"))
        ],
        menus: [.in(.going)])
    case .fields: .init(tr("Custom _Fields"), menus: [.in(.catalogue)])
    case .preferences:
      .init(
        tr("_Preferences", context: "command: show the preferences"),
        shortcuts: [
          .keys(
            "<Control>comma", in: .application,
            as: tr("Preferences", context: "command: show the preferences"))
        ],
        menus: [.in(.preferences)])
    }
  }

  var kind: WindowKind {
    switch self {
    case .history: .history
    case .allNotes: .notes
    case .duplicates: .duplicates
    case .fields: .fields
    case .preferences: .preferences
    }
  }
}

/// The commands of every window.
enum WindowCommand: String, Command {
  static let scope = CommandScope.window

  /// With what the window shows, and what was typed there.
  case continueElsewhere = "continue-elsewhere"
  case fullscreen
  case close

  var row: CommandRow {
    switch self {
    case .continueElsewhere:
      .init(
        tr("Co_ntinue Elsewhere…"),
        shortcuts: [.keys("<Control><Shift>c", in: .windows, as: tr("Continue elsewhere"))],
        menus: [.in(.keptWindows)])
    case .fullscreen:
      .init(
        tr("F_ullscreen", context: "command"),
        shortcuts: [.keys("F11", in: .windows, as: tr("Fullscreen", context: "command"))],
        menus: [.in(.appearance)])
    case .close:
      .init(
        tr("_Close", context: "command: close the window"),
        shortcuts: [.keys("<Control>w", in: .windows, as: tr("Close window"))],
        menus: .onlyOnControls)
    }
  }
}
