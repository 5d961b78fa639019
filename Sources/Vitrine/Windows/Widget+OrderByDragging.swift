// SPDX-License-Identifier: Apache-2.0
// Rows that a user drags into another order. A mark shows on which side of a row the dragged one would
// be put.

import Foundation
import Gtk

extension PrivateDragType {
  /// A photo of a product, put into another place or dragged out of its window.
  static let photo = PrivateDragType("vitrine-photo")
  /// Products of a backup: the identifier of its window, and theirs.
  static let backup = PrivateDragType("vitrine-backup")
}

extension Widget {
  /// Lets the user drag this row. A private `type` keeps it out of text fields, and of other lists.
  ///
  /// - Parameters:
  ///   - id: what to call the row in ``acceptRows(_:move:)``; nil if it can't be moved now.
  ///   - icon: what is seen under the pointer.
  ///   - draggedOut: it was released where nothing takes it.
  func letBeDragged(
    _ type: PrivateDragType, id: @escaping @MainActor () -> UUID?,
    icon: @escaping @MainActor () -> Widget?, draggedOut: (@MainActor () -> Void)? = nil
  ) {
    let source = DragSource(type) { _ in id()?.uuidString }
    source.onBegin(icon)
    if let draggedOut { source.onDragOut(draggedOut) }
    add(source)
  }

  /// Lets rows be dropped on this one; `move` gets which one, and whether below this one. `canAccept`:
  /// whether this is a row of that kind now.
  func acceptRows(
    _ type: PrivateDragType, canAccept: @escaping @MainActor () -> Bool = { true },
    move: @escaping @MainActor (_ id: UUID, _ below: Bool) -> Void
  ) {
    let target = DropTarget(type)
    target.onMotion { [weak self] point in
      guard let self, canAccept() else { return false }
      markDrop(isBelowMiddle(point))
      return true
    }
    target.onLeave { [weak self] in self?.markDrop(nil) }
    target.onDrop { [weak self] text, point in
      guard let self, let moved = UUID(uuidString: text) else { return false }
      markDrop(nil)
      move(moved, isBelowMiddle(point))
      return true
    }
    add(target)
  }

  private func isBelowMiddle(_ point: Point) -> Bool { point.y > Double(height) / 2 }

  private func markDrop(_ isBelow: Bool?) {
    setStyle("drop-above", isBelow == false)
    setStyle("drop-below", isBelow == true)
  }
}
