// Which columns the list has, with a mark at those that are shown: the menu on the heads of the columns
// and in the main menu.

import Catalog
import Gtk
import VitrineModel

@MainActor
final class ColumnMenu {
  let columns = Menu(section: [])
  private let browser: ProductBrowser
  private weak var window: Window?
  private var switches: [FieldID: Action] = [:]

  init(_ browser: ProductBrowser) {
    self.browser = browser
    browser.changed.add(self) { [weak self] change in
      if case .columns = change { self?.show() }
    }
  }

  func addActions(to window: Window) {
    self.window = window
    show()
  }

  private func show() {
    guard let window else { return }
    let offered = browser.offeredColumns.filter { browser.canBeHidden($0) }
    let shown = Set(browser.columns.map(\.field.id))
    for column in offered {
      let action = switches[column.id] ?? addSwitch(column, to: window)
      action.show(isOn: shown.contains(column.id))
    }
    columns.show(
      offered.map { .init($0.label.unmnemonic, WindowAction.showColumn.inMenu + "-" + $0.id.text) })
  }

  private func addSwitch(_ column: FormField, to window: Window) -> Action {
    let name = WindowAction.showColumn.rawValue + "-" + column.id.text
    let action = window.addSwitch(name, isOn: false) { [weak browser] in
      guard let browser else { return }
      browser.show(column, !browser.isShown(column))
    }
    switches[column.id] = action
    return action
  }
}
