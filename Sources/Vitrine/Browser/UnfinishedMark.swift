// SPDX-License-Identifier: Apache-2.0
// Marks a product of the list or the grid in which something is unfinished.

import Gtk
import Wording

/// A small sign on a product with something unfinished, at the end of a box. Few products ever need one.
@MainActor
final class UnfinishedMark {
  private let box: Box
  private var image: Widget?
  private var isWanted = false

  init(in box: Box) { self.box = box }

  /// A moment later: it takes room, and lists show items while they lay them out.
  func show(_ isUnfinished: Bool) {
    guard isUnfinished != isWanted else { return }
    isWanted = isUnfinished
    Task {
      if image == nil {
        let new = Image(icon: "document-edit-symbolic", label: tr("Unfinished edits"))
          .style("dim-label")
        box.append(new)
        image = new
      }
      image?.isVisible = isWanted
    }
  }
}
