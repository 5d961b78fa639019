// What the list is sorted by, in the main menu: for the keyboard, which does not get to the heads of
// columns, and for the grid, which has none.

import Catalog
import Gtk
import VitrineModel
import Wording

@MainActor
final class SortMenu {
  let menu: Menu
  private let browser: ProductBrowser
  private let first = Menu(section: [])
  private let further = Menu(section: [])
  private var shownFields: [FormField] = []
  private var shownName = ""
  private var sortAction: Action?
  private var descendingAction: Action?
  private var furtherAction: Action?

  init(_ browser: ProductBrowser) {
    self.browser = browser
    menu = Menu(sections: [
      first,
      Menu(
        section: Menu.items(.sorting, submenus: [SortCommand.sortFurther.inMenu: further])),
    ])
    browser.changed.add(self) { [weak self] change in
      switch change {
      case .query, .columns, .search: self?.show()
      case .places, .layout, .selection: break
      }
    }
  }

  func addActions(to window: Window) {
    sortAction = window.addChoice(SortCommand.sort.rawValue, value: Self.none) {
      [weak browser] name in
      let sort = ProductSort(rawValue: name)
      browser?.sort(by: sort.flatMap { $0 == .manual ? nil : ProductOrder($0) })
    }
    descendingAction = window.addSwitch(SortCommand.sortDescending.rawValue, isOn: false) {
      [weak browser] in
      if let sort = browser?.query.order.first?.sort { browser?.sortFurther(by: sort) }
    }
    furtherAction = window.addChoice(SortCommand.sortFurther.rawValue, value: Self.none) {
      [weak browser] name in
      if let sort = ProductSort(rawValue: name) { browser?.sortFurther(by: sort) }
    }
    show()
  }

  private static let none = ProductSort.manual.rawValue

  private func show() {
    let order = browser.query.order.filter { $0.sort != .manual }
    sortAction?.show(value: order.first?.sort.rawValue ?? Self.none)
    descendingAction?.show(isOn: order.first?.ascending == false)
    furtherAction?.show(value: order.dropFirst().first?.sort.rawValue ?? Self.none)
    for action in [descendingAction, furtherAction] { action?.isEnabled = !order.isEmpty }
    // A menu that is open would close.
    let (fields, name) = (browser.sortFields, browser.orderWithoutKey)
    guard fields != shownFields || name != shownName else { return }
    (shownFields, shownName) = (fields, name)
    func items(_ command: SortCommand) -> [Menu.Item] {
      fields.map { .init($0.label.unmnemonic, command.inMenu($0.id.text)) }
    }
    first.show([.init(name, SortCommand.sort.inMenu(Self.none))] + items(.sort))
    further.show(items(.sortFurther))
  }
}
