// SPDX-License-Identifier: Apache-2.0
// The selected product goes with the list: one that shows others leaves no product beside it that is not in it. It
// waits, and is selected again as soon as a list has it again, unless another one was selected meanwhile.

import Catalog
import Foundation

extension BrowserSelection {
  /// Whether the selected product waits for a list that has it.
  var isAway: Bool { browserState.isSelectionAway }

  /// Finds out whether the list has the selected product.
  func follow() {
    guard !hasSeveral, isAway || isToFollow, list.isComplete, let id = browserState.selection
    else { return }
    Task { [weak self, results = list.rows, version] in
      let position: Int?
      // If it can't be read, the list shows the error.
      do { position = try await results.locate(id) } catch { return }
      // What was located in a list that is being read anew says nothing of that.
      guard let self, self.version == version, browserState.selection == id, list.isComplete
      else { return }
      isToFollow = false
      set(isAway: position == nil)
    }
  }

  private func set(isAway: Bool) {
    guard isAway != self.isAway else { return }
    browserState.isSelectionAway = isAway
    version += 1
    keepPosition()
    changed.notify(.products)
  }
}
