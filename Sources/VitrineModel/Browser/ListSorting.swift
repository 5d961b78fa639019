// SPDX-License-Identifier: Apache-2.0
// What a list is sorted by: one key after the other, or none, which is the order arranged by hand, or the
// best match first while searching.

import Catalog
import Wording

@MainActor
public final class ListSorting {
  private let listed: ListedPlace
  private let columns: ListColumns

  init(_ listed: ListedPlace, _ columns: ListColumns) {
    (self.listed, self.columns) = (listed, columns)
  }

  /// Sorts by this first, and then by the previous sort key; nil for the manual order, or the best
  /// match first while searching.
  public func sort(by order: ProductOrder?) {
    let others = listed.query.order.filter { $0.sort != order?.sort && $0.sort != .manual }
    sort(order.map { [$0] + others.prefix(2) } ?? [])
  }

  /// Sorts by another key where the first one says the same: ascending, then descending, then not at all.
  /// The first key itself is reversed.
  public func sortFurther(by sort: ProductSort) {
    guard var first = listed.query.order.first, first.sort != .manual else {
      return self.sort(by: ProductOrder(sort))
    }
    if first.sort == sort {
      first.ascending.toggle()
      return self.sort([first] + listed.query.order.dropFirst())
    }
    let second = listed.query.order.dropFirst().first
    let next: [ProductOrder] =
      second?.sort != sort
      ? [ProductOrder(sort)]
      : second?.ascending == true ? [ProductOrder(sort, ascending: false)] : []
    self.sort([first] + next)
  }

  private func sort(_ order: [ProductOrder]) {
    var query = listed.query
    query.order = order
    listed.show(query)
    listed.keepArrangement()
  }

  /// What the list can be sorted by: the columns that are shown, from the left.
  public var fields: [FormField] { columns.shown.map(\.field).filter(\.sorts) }

  /// What the order without a key is called.
  public var nameWithoutKey: String {
    listed.query.searchText.isEmpty ? tr("_Manual Order") : tr("_Best Match")
  }
}
