// SPDX-License-Identifier: Apache-2.0
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
    show()
  }

  private static let none = ProductSort.manual.rawValue

  private func show() {
    // A menu that is open would close.
    let (fields, name) = (browser.sorting.fields, browser.sorting.nameWithoutKey)
    guard fields != shownFields || name != shownName else { return }
    (shownFields, shownName) = (fields, name)
    func items(_ command: SortCommand) -> [Menu.Item] {
      fields.map { .init($0.label.unmnemonic, command.inMenu($0.id.text)) }
    }
    first.show([.init(name, SortCommand.sort.inMenu(Self.none))] + items(.sort))
    further.show(items(.sortFurther))
  }
}

extension SortMenu: CommandHandler {
  func run(_ command: SortCommand, _ name: String) {
    let sort = ProductSort(rawValue: name)
    switch command {
    case .sort: browser.sorting.sort(by: sort.flatMap { $0 == .manual ? nil : ProductOrder($0) })
    case .sortDescending:
      if let sort = order.first?.sort { browser.sorting.sortFurther(by: sort) }
    case .sortFurther: if let sort { browser.sorting.sortFurther(by: sort) }
    }
  }

  func state(of command: SortCommand) -> CommandState {
    switch command {
    case .sort: .value(order.first?.sort.rawValue ?? Self.none)
    case .sortDescending: .isOn(order.first?.ascending == false, if: !order.isEmpty)
    case .sortFurther:
      .value(order.dropFirst().first?.sort.rawValue ?? Self.none, if: !order.isEmpty)
    }
  }

  private var order: [ProductOrder] { browser.listed.query.order.filter { $0.sort != .manual } }
}
