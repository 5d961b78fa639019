// The keys, as the shortcuts window lists them.

import Gtk
import VitrineModel
import Wording

@MainActor
var shortcutList: [ShortcutsDialog.Page] {
  func keys(_ action: AppAction) -> String { action.shortcuts.first ?? "" }
  func keys(_ action: WindowAction) -> String { action.shortcuts.first ?? "" }
  func keys(_ value: String) -> String {
    WindowAction.valueShortcuts.first { $0.action == value }?.shortcuts.first ?? ""
  }
  return [
    .init(
      tr("Products"),
      [
        .init(
          tr("Products"),
          [
            (tr("New product"), keys(WindowAction.newProduct)),
            (tr("Search"), keys(.search)),
            (tr("Save search"), keys(.saveSearch)),
            (tr("Duplicate"), keys(.duplicate)),
            (tr("Move to trash, and in the trash delete for ever"), "Delete"),
            (tr("Open in new window"), keys(.openInNewWindow)),
            (tr("Menu of the product"), "<Shift>F10"),
            (tr("Undo"), "<Control>z"),
            (tr("Redo"), "<Control><Shift>z"),
            (tr("History"), keys(.history)),
          ]),
        .init(
          tr("Forms"),
          [
            (tr("Edit"), keys(.edit)),
            (tr("Done"), keys(.save)),
            (tr("Save and add another product, or name the next"), keys(.saveAndAddAnother)),
            (tr("Leave the form, keeping what was typed"), "Escape"),
          ]),
        .init(
          tr("Several Products"),
          [
            (tr("Select all"), "<Control>a"),
            (tr("Select more"), "<Shift>Up <Shift>Down"),
            (tr("Select or unselect one"), "<Control>space"),
            (tr("Select only one again"), "Escape"),
            (tr("Edit several products"), keys(.editSeveral)),
            (tr("Merge several products"), keys(.mergeSeveral)),
            (tr("Likely duplicates"), keys(.duplicates)),
          ]),
      ]),
    .init(
      tr("Photos and Notes"),
      [
        .init(
          tr("Photos"),
          [
            (tr("Open in new window"), "Return"),
            (tr("Paste photos"), "<Control>v"),
            (tr("Copy photo"), "<Control>c"),
            (tr("Edit caption"), "F2"),
            (tr("Rotate right"), keys(.turnRight)),
            (tr("Rotate left"), keys(.turnLeft)),
            (tr("Move up"), "<Alt>Up"),
            (tr("Move down"), "<Alt>Down"),
            (tr("Make it the cover"), "<Alt>Home"),
            (tr("Remove photo"), "Delete"),
          ]),
        .init(
          tr("Photo Window"),
          [
            (tr("Previous photo"), "Page_Up"),
            (tr("Next photo"), "Page_Down"),
            (tr("Zoom in"), keys(.zoomIn)),
            (tr("Zoom out"), keys(.zoomOut)),
            (tr("Fit in window"), keys(.fit)),
            (tr("Actual size"), keys(.actualSize)),
          ]),
        .init(
          tr("Notes"),
          [
            (tr("All notes"), keys(.allNotes)),
            (tr("Add note"), keys(.addNote)),
            (tr("Save note"), keys(.save)),
            (tr("Move up"), "<Alt>Up"),
            (tr("Move down"), "<Alt>Down"),
          ]),
      ]),
    .init(
      tr("Windows"),
      [
        .init(
          tr("Windows"),
          [
            (tr("New window"), keys(.newWindow)),
            (tr("Reopen closed window"), keys(.reopenClosedWindow)),
            (tr("Continue elsewhere"), keys(.continueElsewhere)),
            (tr("Fullscreen"), keys(.fullscreen)),
            (tr("Close window"), keys(.close)),
            (tr("Main menu"), "F10"),
            (tr("Preferences"), keys(.preferences)),
            (tr("Keyboard shortcuts"), keys(.shortcuts)),
            (tr("Quit"), keys(.quit)),
          ]),
        .init(
          tr("View"),
          [
            (tr("Details"), keys("win.tab::details")),
            (tr("Photos"), keys("win.tab::photos")),
            (tr("Notes"), keys("win.tab::notes")),
            (tr("Sidebar"), keys(.sidebar)),
            (tr("Back to the list"), keys(.back)),
            (tr("List"), keys("win.layout::list")),
            (tr("Grid"), keys("win.layout::grid")),
          ]),
        .init(
          tr("Sidebar"),
          [
            (tr("Open or close a category"), "Right Left"),
            (tr("Rename saved search"), "F2"),
            (tr("Move saved search up"), "<Alt>Up"),
            (tr("Move saved search down"), "<Alt>Down"),
            (tr("Delete saved search"), "Delete"),
            (tr("Menu of the saved search"), "<Shift>F10"),
          ]),
      ]),
  ]
}
