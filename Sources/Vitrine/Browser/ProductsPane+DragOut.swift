// SPDX-License-Identifier: Apache-2.0
// Products dragged out of the list, as links. Those dropped on nothing open in new windows.

import Foundation
import Gtk
import VitrineModel
import Wording

extension ProductsPane {
  func addDragging(_ view: any ProductListing) {
    let text: @MainActor (Point) -> String? = { [weak self, weak view] point in
      guard let self, let view, let position = view.position(at: point) else { return nil }
      if self.browser.selectionCommands.isTooMuch(draggedFrom: position) {
        self.delegate?.frame.say(
          tr(
            "Only 1 product can be dragged at once.", "Only %@ products can be dragged at once.",
            count: SelectedProducts.most))
      }
      guard let products = self.browser.selectionCommands.products(draggedFrom: position) else {
        return nil
      }
      self.dragged = products
      self.grasped = self.id(at: position)
      guard self.browser.isOfBackup else { return VitrineLink.text(of: products) }
      return BackupScene.draggedText(products, from: self.browser.session.id)
    }
    // A link would lead to today's product.
    let source = browser.isOfBackup ? DragSource(.backup, text: text) : DragSource(links: text)
    source.onBegin { [weak self, weak view] in
      guard let self, let id = self.grasped else { return nil }
      return self.browser.list.position(of: id).flatMap { view?.widget(at: $0) }
    }
    source.onDragOut { [weak self] in
      if let self, !browser.isOfBackup { delegate?.open(dragged) }
    }
    view.list.add(source)
  }
}
