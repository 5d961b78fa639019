// SPDX-License-Identifier: Apache-2.0
// A change to a list view's items, as small, exact ranges. GTK asks again for every item in a
// range, and loses its scroll position over large ones.

/// `removed` items at `position` were replaced with `added` others.
public struct ListChange: Equatable, Sendable {
  public let position: Int
  public let removed: Int
  public let added: Int

  public init(at position: Int, removed: Int, added: Int) {
    self.position = position
    self.removed = removed
    self.added = added
  }

  /// The changes that lead from one order to another, each to be applied after the previous one. An
  /// item that moved is two changes, however far it moved.
  public static func changes<ID: Equatable>(from old: [ID], to new: [ID]) -> [ListChange] {
    let (old, new) = (old[...], new[...])
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    if start == oldEnd && start == newEnd { return [] }
    let length = oldEnd - start
    if length == newEnd - start, length > 2 {
      if old[start] == new[newEnd - 1], old[(start + 1)..<oldEnd] == new[start..<(newEnd - 1)] {
        return [
          ListChange(at: start, removed: 1, added: 0),
          ListChange(at: newEnd - 1, removed: 0, added: 1),
        ]
      }
      if old[oldEnd - 1] == new[start], old[start..<(oldEnd - 1)] == new[(start + 1)..<newEnd] {
        return [
          ListChange(at: oldEnd - 1, removed: 1, added: 0),
          ListChange(at: start, removed: 0, added: 1),
        ]
      }
    }
    return [ListChange(at: start, removed: length, added: newEnd - start)]
  }
}
