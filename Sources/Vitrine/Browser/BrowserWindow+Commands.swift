// SPDX-License-Identifier: Apache-2.0
// What a browser window does when one of its commands is run.

import Foundation
import Gtk
import VitrineModel

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
    case .addTag: askForTag()
    case .removeTag: askForTagToRemove()
    case .moveToCategory: askForCategory()
    case .emptyTrash: emptyTrash()
    case .publish: publish()
    }
  }

  func state(of command: BrowserCommand) -> CommandState {
    switch command {
    case .search: .isOn(browser.listed.isSearching)
    case .sidebar: .isOn(isSidebarShown)
    case .layout: .value(browser.listed.layout.rawValue)
    case .back: .available(if: back.isVisible)
    case .editSeveral, .mergeSeveral:
      .available(if: browser.selectionCommands.canEditSeveral)
    case .addTag, .removeTag, .moveToCategory: .available(if: browser.selectionCommands.canChange)
    case .publish: .available(if: !browser.listed.query.inTrash)
    case .newProduct, .openInNewWindow, .showPlace, .openProduct, .copyLink, .emptyTrash: .available
    }
  }

  private func publish() {
    PublishDialog.open(
      over: frame.window, browser.webPublishing(decoder: PictureDecoder.program))
  }
}
