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

  init(_ browser: ProductBrowser, _ sidebar: Sidebar, products: ProductsPane) {
    self.browser = browser
    self.sidebar = sidebar
    self.products = products
    nameQuestion = NamePopover(in: products.root, confirm: tr("_Save"))
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

extension SavedSearchCommands: CommandHandler {
  func run(_ command: SavedSearchCommand, _ id: String) {
    let search = UUID(uuidString: id)
    switch command {
    case .saveSearch: askForName()
    case .updateSearch: browser.updateSearch()
    case .renameSearch: if let search { sidebar.rename(search) }
    case .moveSearchUp: if let search { browser.moveSearch(search, by: -1) }
    case .moveSearchDown: if let search { browser.moveSearch(search, by: 1) }
    case .deleteSearch: if let search { browser.deleteSearch(search) }
    }
  }

  func isAvailable(_ command: SavedSearchCommand) -> Bool {
    switch command {
    case .saveSearch: browser.canSaveSearch
    case .updateSearch: browser.canUpdateSearch
    case .renameSearch, .moveSearchUp, .moveSearchDown, .deleteSearch: true
    }
  }
}
