// SPDX-License-Identifier: Apache-2.0
// The work of a live list on the catalogue's threads, and its results.

/// One piece of work for a list, away from the main thread.
struct ResultsJob: Sendable {
  enum Outcome: Sendable {
    case page(ProductFinder.Page, [Int64: ListedProduct], [ListChange], spelling: OtherSpelling?)
    case order(RowOrder, [ListChange], strays: Set<Int64>, spelling: OtherSpelling?)
    case update(OrderUpdate)
    /// The list must be read again.
    case again
  }

  enum Kind {
    case firstPage, completeOrder
    case update(PendingChanges)
  }

  let kind: Kind
  let query: ProductQuery
  /// The current order.
  let order: RowOrder
  let strays: StrayRows

  func run(in database: Database) async throws -> Outcome {
    switch kind {
    case .firstPage:
      try await database.read { connection in
        let finder = try ProductFinder(query, connection)
        let page = try finder.firstPage(ProductResults.firstPage)
        let items = try ItemReading(connection: connection).items(
          page.keys.prefix(ProductResults.firstPage))
        let new = RowOrder(page.keys)
        // For a long list, it is not worth the time to find what it shares with the first page of
        // another.
        let changes =
          order.count <= 10 * ProductResults.firstPage
          ? order.changes(to: new)
          : [
            ListChange(at: 0, removed: order.count, added: 0),
            ListChange(at: 0, removed: 0, added: new.count),
          ]
        return .page(page, items, changes, spelling: finder.search.otherSpelling)
      }
    case .completeOrder:
      try await database.read { connection in
        let finder = try ProductFinder(query, connection)
        var new = try finder.completeOrder()
        let kept = try strays.keep(from: order, in: &new, by: finder)
        return .order(
          new, order.changes(to: new), strays: kept, spelling: finder.search.otherSpelling)
      }
    case .update(let pending):
      try await database.readBetweenWrites(taking: { pending.take() }) { connection, changes in
        guard !changes.isEverything,
          let update = try OrderUpdate.update(
            order, changed: changes.products, strays: strays,
            by: ProductFinder(query, connection))
        else { return .again }
        return .update(update)
      }
    }
  }
}
