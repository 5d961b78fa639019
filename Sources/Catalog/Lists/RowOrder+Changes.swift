// SPDX-License-Identifier: Apache-2.0
// The changes from one order to another when it is not known what has changed: found in one pass,
// in ranges as small as the changes, as long as few products moved.

extension RowOrder {
  /// If more products than this moved, it is one large change.
  private static let mostMoves = 200

  /// The changes that lead from this order to `new`, each to be applied after the previous one.
  func changes(to new: RowOrder) -> [ListChange] {
    let (before, after) = (KeySet(self), KeySet(new))
    var changes: [ListChange] = []
    var moved: Set<Int64> = []
    var (i, j) = (0, 0)

    func leaves(_ position: Int) -> Bool {
      guard position < count else { return false }
      let key = self[position]
      return !after.contains(key) || moved.contains(key)
    }
    func comes(_ position: Int) -> Bool {
      guard position < new.count else { return false }
      let key = new[position]
      return !before.contains(key) || moved.contains(key)
    }

    while i < count || j < new.count {
      if i == count {
        return changes + [ListChange(at: j, removed: 0, added: new.count - j)]
      }
      let (left, entered) = (i, j)
      while leaves(i) { i += 1 }
      if i > left { changes.append(ListChange(at: j, removed: i - left, added: 0)) }
      while comes(j) { j += 1 }
      if j > entered { changes.append(ListChange(at: entered, removed: 0, added: j - entered)) }
      if i > left || j > entered { continue }
      if j == new.count {
        // Only an order with a row that is in it twice gets here: whatever is wrong with it, nothing may end the program.
        return changes + [ListChange(at: j, removed: count - i, added: 0)]
      }
      // Both are in both orders.
      let (a, b) = (self[i], new[j])
      if a == b {
        i += 1
        j += 1
      } else if moved.count == Self.mostMoves {
        // As two changes; with one, a view would look for its selected item among all new ones.
        return changes + [
          ListChange(at: j, removed: count - i, added: 0),
          ListChange(at: j, removed: 0, added: new.count - j),
        ]
      } else {
        moved.insert(j + 1 < new.count && new[j + 1] == a ? b : a)
      }
    }
    return changes
  }
}
