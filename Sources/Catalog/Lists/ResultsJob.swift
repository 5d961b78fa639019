// What a live list has done for it on the catalogue's own threads, and what comes of it.

/// One thing to be done for a list, away from the main thread.
struct ResultsJob: Sendable {
  enum Outcome: Sendable {
    case page(ProductFinder.Page, [Int64: ProductRow], [RowChange])
    case order(RowOrder, [RowChange])
    case update(OrderUpdate)
    /// The list is to be asked for again.
    case again
  }

  enum Kind {
    case firstPage, completeOrder
    case update(PendingChanges)
  }

  let kind: Kind
  let query: ProductQuery
  /// The order that is held.
  let order: RowOrder

  func run(in database: Database) async throws -> Outcome {
    switch kind {
    case .firstPage:
      try await database.read { connection in
        let page = try ProductFinder(query, connection).firstPage(ProductResults.firstPage)
        let rows = try RowReading(connection: connection).rows(
          page.keys.prefix(ProductResults.firstPage))
        let new = RowOrder(page.keys)
        // What a long list has in common with the beginning of another is not worth the time.
        let changes =
          order.count <= 10 * ProductResults.firstPage
          ? order.changes(to: new)
          : [
            RowChange(at: 0, removed: order.count, added: 0),
            RowChange(at: 0, removed: 0, added: new.count),
          ]
        return .page(page, rows, changes)
      }
    case .completeOrder:
      try await database.read { connection in
        let new = try ProductFinder(query, connection).completeOrder()
        return .order(new, order.changes(to: new))
      }
    case .update(let pending):
      try await database.readBetweenWrites(taking: { pending.take() }) { connection, changes in
        guard !changes.isEverything,
          let update = try OrderUpdate.update(
            order, changed: changes.products, ProductFinder(query, connection))
        else { return .again }
        return .update(update)
      }
    }
  }
}
