// SPDX-License-Identifier: Apache-2.0
// What a browser window does when one of its commands is run.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

extension BrowserWindow {
  func run(_ command: BrowserCommand, _ thing: String) {
    switch command {
    case .newProduct:
      browser.beginNewProduct()
      showDetailInFront()
    case .openInNewWindow:
      guard !detailView.openFocusedPicture() else { return }
      if browser.selected.hasSeveral { return openSelected() }
      if let id = browser.detail.product?.id { openInNewWindow(id) }
    case .showPlace: if let place = Place(parameter: thing) { follow(place) }
    case .searchEverywhere: products.searchEverywhere()
    case .search:
      // A product in front of the list would hide the place to type.
      if back.isVisible { goBack() }
      products.toggleSearch()
    case .sidebar: toggleSidebar()
    case .back: goBack()
    case .layout:
      if let layout = BrowserState.Layout(rawValue: thing) { browser.listed.layout = layout }
    case .openProduct: if let id = UUID(uuidString: thing) { openInNewWindow(id) }
    case .copyLink:
      if let id = UUID(uuidString: thing) { frame.window.copy(VitrineLink.product(id).text) }
    case .editSeveral: editSeveral()
    case .mergeSeveral: mergeSeveral()
    case .gather: gather()
    case .separate: separate()
    case .addTag: askForTag()
    case .removeTag: askForTagToRemove()
    case .moveToCategory: askForCategory()
    case .emptyTrash: emptyTrash()
    case .publish: publish()
    case .exportList:
      ExportDialog.show(over: frame.window, browser.exporting, typedNames: browser.typedNames)
    case .exportAgain: browser.exporting.repeatLast()
    case .printLabels: printLabels()
    case .printLabelsAgain: printLabelsAgain()
    case .printProducts: printProducts()
    case .copyTable: copyTable()
    case .changeField: bulkEditForm.add(FieldID(thing))
    case .largerPictures: products.resizePictures(isLarger: true)
    case .smallerPictures: products.resizePictures(isLarger: false)
    }
  }

  func state(of command: BrowserCommand) -> CommandState {
    switch command {
    case .search: .isOn(browser.listed.isSearching)
    case .sidebar: .isOn(isSidebarShown)
    case .layout: .value(browser.listed.layout.rawValue)
    case .back: .available(if: back.isVisible)
    case .largerPictures, .smallerPictures: .available(if: browser.listed.layout == .grid)
    case .changeField: .available(if: browser.selectionCommands.isEditingSeveral)
    case .gather, .separate: .available(if: browser.selectionCommands.canGather)
    case .editSeveral, .mergeSeveral:
      .available(if: browser.selectionCommands.canEditSeveral)
    case .addTag, .removeTag, .moveToCategory: .available(if: browser.selectionCommands.canChange)
    case .publish, .printLabels, .printProducts: .available(if: !browser.listed.query.inTrash)
    case .newProduct, .openInNewWindow, .showPlace, .searchEverywhere, .openProduct, .copyLink,
      .emptyTrash, .exportList, .exportAgain, .printLabelsAgain, .copyTable:
      .available
    }
  }

  private func copyTable() {
    Task { [weak self] in
      do {
        guard let table = try await self?.browser.exporting.copied() else { return }
        self?.frame.window.copy(table.text, html: table.html)
        self?.frame.say(table.sentence)
      } catch {
        self?.frame.say(tr("Not copied: %@", error.sentence))
      }
    }
  }

  private func publish() {
    PublishDialog.open(
      over: frame.window, browser.webPublishing(decoder: PictureDecoder.program),
      typedNames: browser.typedNames)
  }
}
