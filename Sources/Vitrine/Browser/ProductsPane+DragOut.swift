// SPDX-License-Identifier: Apache-2.0
// Products dragged out of the list, as links. Those dropped on nothing open in new windows. Among products that were made
// of photos and have no titles yet, one that is dropped on another one shows the same thing: they become one.

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
    addJoining(view)
  }

  private func addJoining(_ view: any ProductListing) {
    let target = DropTarget()
    let place: @MainActor (Point) -> (product: UUID, widget: Widget)? = { [weak self, weak view] in
      guard let self, let view, !browser.isOfBackup, let position = view.position(at: $0),
        let id = id(at: position), !dragged.contains(id),
        browser.fromPhotos.areUntitled(dragged + [id]), let widget = view.widget(at: position)
      else { return nil }
      return (id, widget)
    }
    let marked: @MainActor (Widget?) -> Void = { [weak self] widget in
      guard let self, joinMark !== widget else { return }
      joinMark?.setStyle("drop-onto", false)
      joinMark = widget
      widget?.setStyle("drop-onto", true)
    }
    target.onMotion {
      let found = place($0)
      marked(found?.widget)
      return found != nil
    }
    target.onLeave { marked(nil) }
    target.onDrop { [weak self] text, point in
      marked(nil)
      guard let self, let found = place(point), let products = VitrineLink.products(in: text),
        Set(products) == Set(dragged)
      else { return false }
      browser.fromPhotos.join(products, to: found.product)
      return true
    }
    view.list.add(target)
  }
}
