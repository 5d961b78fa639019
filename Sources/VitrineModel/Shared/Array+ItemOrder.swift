// SPDX-License-Identifier: Apache-2.0
// The order of a product's notes or photos, or of the saved searches, which a user changes by dragging and
// with the keyboard.

import Foundation

extension Array where Element: Identifiable, Element.ID == UUID {
  /// Moves an element to `place`, or as near as there are elements; returns where it is then, or nil
  /// if nothing has moved.
  mutating func move(_ id: UUID, to place: Int) -> Int? {
    guard let old = firstIndex(where: { $0.id == id }) else { return nil }
    let new = Swift.min(Swift.max(place, 0), count - 1)
    guard new != old else { return nil }
    insert(remove(at: old), at: new)
    return new
  }

  /// The place of an element that has moved up (negative) or down by `distance`.
  func place(of id: UUID, movedBy distance: Int) -> Int? {
    firstIndex { $0.id == id }.map { $0 + distance }
  }

  /// The place of an element that has moved to directly above or below another one.
  func place(of id: UUID, beside other: UUID, below: Bool) -> Int? {
    guard let old = firstIndex(where: { $0.id == id }),
      let target = firstIndex(where: { $0.id == other })
    else { return nil }
    let gap = target + (below ? 1 : 0)
    return gap > old ? gap - 1 : gap
  }
}
