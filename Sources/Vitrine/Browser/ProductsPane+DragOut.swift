// SPDX-License-Identifier: Apache-2.0
// Products dragged out of the list: links for whoever takes texts, a workbook for file managers, a table for spreadsheets.
// Those dropped on nothing open in new windows. Among products that were made of photos and have no titles yet, one that is
// dropped on another one shows the same thing: they become one.

import Foundation
import Gtk
import VitrineModel
import Wording

extension ProductsPane {
  func addDragging(_ view: any ProductListing) {
    let grasp: @MainActor (Point) -> [UUID]? = { [weak self, weak view] point in
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
      return products
    }
    let source: DragSource
    if browser.isOfBackup {
      // A link would lead to today's product.
      source = DragSource(.backup) { [weak self] in
        guard let self, let products = grasp($0) else { return nil }
        return BackupScene.draggedText(products, from: browser.session.id)
      }
    } else {
      source = DragSource { [weak self] in grasp($0).flatMap { self?.content(of: $0) } }
    }
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

  private func content(of products: [UUID]) -> ListContent? {
    guard let delegate else { return nil }
    let title = grasped.flatMap { browser.list.position(of: $0) }
      .flatMap { browser.list.item(at: $0)?.title }
    let dragged = DraggedProducts(
      products, named: products.count == 1 ? title ?? "" : "", by: browser.exporting,
      cache: delegate.cache)
    dragged.failed.add(self) { [weak self] in self?.delegate?.frame.say($0) }
    return ListContent(products, dragged)
  }
}

private final class ListContent: DraggedContent {
  let text: String
  let types = ["text/uri-list", "text/html"]
  private let products: DraggedProducts

  init(_ ids: [UUID], _ products: DraggedProducts) {
    (text, self.products) = (VitrineLink.text(of: ids), products)
  }

  func bytes(as type: String) async -> [UInt8]? {
    if type == "text/html" { return await products.html().map { Array($0.utf8) } }
    return await products.file().map { Array("\($0.absoluteString)\r\n".utf8) }
  }
}
