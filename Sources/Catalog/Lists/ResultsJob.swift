// SPDX-License-Identifier: Apache-2.0
// The work of a live list on the catalogue's threads, and its results.

/// One piece of work for a list, away from the main thread.
struct ResultsJob: Sendable {
  enum Outcome: Sendable {
    case page(
      RowOrder, isComplete: Bool, [Int64: ListedProduct], [ListChange], spelling: OtherSpelling?)
    case order(RowOrder, [ListChange], strays: Set<Int64>, spelling: OtherSpelling?)
    case update(OrderUpdate)
    /// The list must be read again.
    case again
  }

  enum Kind {
    case firstPage, completeOrder
    /// Other heads are to be open.
    case opening
    case update(PendingChanges)
  }

  let kind: Kind
  let query: ProductQuery
  /// The current order.
  let order: RowOrder
  let strays: StrayRows
  /// What of it is below open heads.
  let open: OpenHeads

  /// Also returns what is below open heads then.
  func run(in database: Database) async throws -> (Outcome, OpenHeads) {
    switch kind {
    case .firstPage:
      try await database.read { connection in
        var open = open
        let finder = try ProductFinder(query, connection)
        let page = try finder.firstPage(ProductResults.firstPage)
        let heads = RowOrder(page.keys)
        try open.read(in: heads, by: finder)
        let new = heads.unfolded(open)
        let items = try ItemReading(connection: connection).items(
          new.prefix(ProductResults.firstPage))
        // For a long list, it is not worth the time to find what it shares with the first page of
        // another.
        let changes =
          order.count <= 10 * ProductResults.firstPage
          ? order.changes(to: new)
          : [
            ListChange(at: 0, removed: order.count, added: 0),
            ListChange(at: 0, removed: 0, added: new.count),
          ]
        let outcome = Outcome.page(
          new, isComplete: page.isComplete, items, changes, spelling: finder.search.otherSpelling)
        return (outcome, open)
      }
    case .opening:
      try await database.read { connection in
        var open = open
        let update = try OrderUpdate.opening(
          &open, in: order, strays: strays.known, by: ProductFinder(query, connection))
        return (.update(update), open)
      }
    case .completeOrder:
      try await database.read { connection in
        var open = open
        let finder = try ProductFinder(query, connection)
        let heads = try finder.completeOrder()
        try open.read(in: heads, by: finder)
        var new = heads.unfolded(open)
        let kept = try strays.keep(from: order, in: &new, below: open, by: finder)
        let outcome = Outcome.order(
          new, order.changes(to: new), strays: kept, spelling: finder.search.otherSpelling)
        return (outcome, open)
      }
    case .update(let pending):
      try await database.readBetweenWrites(taking: { pending.take() }) { connection, changes in
        var open = open
        guard !changes.isEverything else { return (.again, open) }
        let finder = try ProductFinder(query, connection)
        let update =
          open.areNone && open.isFolding == finder.query.foldsVariants
          ? try OrderUpdate.update(order, changed: changes.products, strays: strays, by: finder)
          : try OrderUpdate.update(
            order, &open, changed: changes.products, strays: strays, by: finder)
        return (update.map { .update($0) } ?? .again, open)
      }
    }
  }
}
