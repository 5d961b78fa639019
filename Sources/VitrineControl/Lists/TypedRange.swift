// SPDX-License-Identifier: Apache-2.0
// A range on the command line: two ends with “..” between them, either of which may be left out.

import Catalog
import Foundation

/// The ends of a range; nil for no bound.
struct TypedRange<Bound> {
  let from: Bound?
  let through: Bound?

  /// `bound` reads an end; nil if it is none.
  init(
    _ text: String, of kind: RangeKind, precedes: (Bound, Bound) -> Bool,
    _ bound: (String) throws -> Bound?
  ) throws {
    let wrong = UsageError.notARange(text, of: kind)
    guard let dots = text.range(of: "..") else { throw wrong }
    func end(_ part: Substring) throws -> Bound? {
      if part.isEmpty { return nil }
      guard let value = try bound(String(part)) else { throw wrong }
      return value
    }
    (from, through) = (try end(text[..<dots.lowerBound]), try end(text[dots.upperBound...]))
    if let from, let through, precedes(through, from) {
      throw UsageError.rangeTheWrongWayRound(text)
    }
  }
}
