// SPDX-License-Identifier: Apache-2.0
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
  private lazy var nameQuestion = makeNameQuestion()

  init(_ browser: ProductBrowser, _ sidebar: Sidebar, products: ProductsPane) {
    self.browser = browser
    self.sidebar = sidebar
    self.products = products
  }

  private func makeNameQuestion() -> NamePopover {
    let question = NamePopover(in: products.root, confirm: tr("_Save", context: "button"))
    question.onEdit { [weak browser] name, _ in browser?.typedNames[.saveSearch] = name }
    return question
  }

  private func askForName() {
    guard browser.savedSearches.canSave else { return }
    let button = products.filterBar.saveButton
    let area = button?.isMapped == true ? button : products.root
    nameQuestion.ask(
      tr("Save Search"),
      name: browser.typedNames[.saveSearch] ?? browser.savedSearches.suggestedName,
      at: area?.frame(in: products.root) ?? Rect(x: 0, y: 0, width: 1, height: 1)
    ) { [weak self] name in
      do {
        try self?.browser.savedSearches.save(as: name)
        self?.browser.typedNames[.saveSearch] = nil
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
    case .updateSearch: browser.savedSearches.update()
    case .renameSearch: if let search { sidebar.rename(search) }
    case .moveSearchUp: if let search { browser.savedSearches.move(search, by: -1) }
    case .moveSearchDown: if let search { browser.savedSearches.move(search, by: 1) }
    case .deleteSearch: if let search { browser.savedSearches.delete(search) }
    }
  }

  func state(of command: SavedSearchCommand) -> CommandState {
    switch command {
    case .saveSearch: .available(if: browser.savedSearches.canSave)
    case .updateSearch: .available(if: browser.savedSearches.canUpdate)
    case .renameSearch, .moveSearchUp, .moveSearchDown, .deleteSearch: .available
    }
  }
}
