// SPDX-License-Identifier: Apache-2.0
// Which columns the list has, with a mark at those that are shown: the menu on the heads of the columns
// and in the main menu.

import Gtk
import VitrineModel

@MainActor
final class ColumnMenu {
  var columns: Menu { switches.section }
  private let browser: ProductBrowser
  private let switches: FieldSwitches

  init(_ browser: ProductBrowser) {
    self.browser = browser
    switches = FieldSwitches(.showColumn) { [weak browser] column in
      guard let browser else { return false }
      browser.columns.show(column, !browser.columns.isShown(column))
      return browser.columns.isShown(column)
    }
    browser.changed.add(self) { [weak self] change in
      if case .columns = change { self?.show() }
    }
  }

  func offer(in commands: OfferedCommands) {
    switches.offer(in: commands)
    show()
  }

  private func show() {
    switches.show(
      browser.columns.all.filter { browser.columns.canBeHidden($0) },
      marked: Set(browser.columns.shown.map(\.field.id)))
  }
}
