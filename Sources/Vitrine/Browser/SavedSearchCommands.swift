// The commands of saved searches: saving what is listed under a name, and what can be done with one.

import Foundation
import Gtk
import VitrineModel
import Wording

@MainActor
final class SavedSearchCommands {
  private let browser: ProductBrowser
  private let sidebar: Sidebar
  private let products: ProductsPane
  private let nameQuestion: NamePopover
  private var save: Action?
  private var update: Action?

  init(_ browser: ProductBrowser, _ sidebar: Sidebar, products: ProductsPane) {
    self.browser = browser
    self.sidebar = sidebar
    self.products = products
    nameQuestion = NamePopover(in: products.root, confirm: tr("_Save"))
    browser.changed.add(self) { [weak self] change in
      switch change {
      case .query, .places, .search: self?.enable()
      case .layout, .columns, .selection: break
      }
    }
  }

  func addActions(to window: Window) {
    save = window.addAction(SavedSearchCommand.saveSearch.rawValue) { [weak self] in
      self?.askForName()
    }
    update = window.addAction(SavedSearchCommand.updateSearch.rawValue) { [weak browser] in
      browser?.updateSearch()
    }
    let commands: [(SavedSearchCommand, @MainActor (SavedSearchCommands, UUID) -> Void)] = [
      (.renameSearch, { $0.sidebar.rename($1) }),
      (.moveSearchUp, { $0.browser.moveSearch($1, by: -1) }),
      (.moveSearchDown, { $0.browser.moveSearch($1, by: 1) }),
      (.deleteSearch, { $0.browser.deleteSearch($1) }),
    ]
    for (action, command) in commands {
      window.addAction(action.rawValue) { [weak self] text in
        if let self, let id = UUID(uuidString: text) { command(self, id) }
      }
    }
    enable()
  }

  private func enable() {
    save?.isEnabled = browser.canSaveSearch
    update?.isEnabled = browser.canUpdateSearch
  }

  private func askForName() {
    guard browser.canSaveSearch else { return }
    let button = products.filterBar.saveButton
    let place =
      button.isMapped ? button.frame(in: products.root) : products.root.frame(in: products.root)
    nameQuestion.ask(
      tr("Save Search"), name: browser.suggestedSearchName,
      at: place ?? Rect(x: 0, y: 0, width: 1, height: 1)
    ) { [weak self] name in
      do {
        try self?.browser.saveSearch(as: name)
        return nil
      } catch { return error.sentence }
    }
  }
}
