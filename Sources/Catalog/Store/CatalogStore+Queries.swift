// Lists of products and counts of them, as everything outside this module sees them. Whoever
// shows a list that may be long holds a `ProductResults`; these are for answers that are taken
// once.

import Foundation

extension CatalogStore {
  /// A live list of the products of a query.
  @MainActor
  public func results(_ query: ProductQuery) -> ProductResults {
    ProductResults(query, database)
  }

  /// The first products of a list, in order; all of them where no limit is given.
  public func rows(_ query: ProductQuery, limit: Int = .max) async throws -> [ProductRow] {
    try await database.read { connection in
      let keys = try firstKeys(query, limit, connection)
      let rows = try RowReading(connection: connection).rows(keys)
      return keys.compactMap { rows[$0] }
    }
  }

  /// The first products a search finds, each with the place that matches.
  public func hits(_ query: ProductQuery, limit: Int = 100) async throws -> [SearchHit] {
    try await database.read { connection in
      let keys = try firstKeys(query, limit, connection)
      return try RowReading(connection: connection).hits(keys, for: SearchText(query.searchText))
    }
  }

  /// A whole list, however long, a page at a time. A product that is erased while the list is
  /// read is left out.
  public func pages(
    _ query: ProductQuery, of size: Int = 1_000
  ) -> AsyncThrowingStream<[SearchHit], any Error> {
    let reader = PageReader(database: database, query: query, size: max(1, size))
    return AsyncThrowingStream { try await reader.next() }
  }

  /// How many products a list has.
  public func count(_ query: ProductQuery) async throws -> Int {
    try await database.read { try ProductFinder(query, $0).count() }
  }

  /// Every category with products in it, in the order of the tree.
  public func categories() async throws -> [CategoryCount] {
    try await groupCounts(ProductQuery(), by: .category).categoryTree
  }

  /// Every tag of the products outside the trash, in the order of the alphabet.
  public func tagCounts() async throws -> [TagCount] {
    try await groupCounts(ProductQuery(), by: .tag).compactMap { group in
      group.value.map { TagCount(tag: $0, count: group.count) }
    }
  }

  /// How many products of a list there are of each kind, those without a value last.
  public func groupCounts(
    _ query: ProductQuery, by grouping: ProductGrouping
  ) async throws -> [GroupCount] {
    try await database.read { try GroupCounting(ProductFinder(query, $0)).counts(by: grouping) }
  }
}

/// The beginning of a list; not more than the first page unless more is asked for.
private func firstKeys(
  _ query: ProductQuery, _ limit: Int, _ connection: Connection
) throws -> [Int64] {
  let finder = ProductFinder(query, connection)
  guard limit > 0 else { return [] }
  let page = try finder.firstPage(min(limit, 100))
  if page.isComplete || limit <= 100 { return Array(page.keys.prefix(limit)) }
  return Array(try finder.completeOrder().prefix(limit))
}

/// Reads a list to its end.
private actor PageReader {
  private let database: Database
  private let query: ProductQuery
  private let size: Int
  private var order: RowOrder?
  private var position = 0

  init(database: Database, query: ProductQuery, size: Int) {
    self.database = database
    self.query = query
    self.size = size
  }

  func next() async throws -> [SearchHit]? {
    let query = query
    let order: RowOrder
    if let known = self.order {
      order = known
    } else {
      order = try await database.read { try ProductFinder(query, $0).completeOrder() }
      self.order = order
    }
    while position < order.count {
      let keys = (position..<min(position + size, order.count)).map { order[$0] }
      position += keys.count
      let hits = try await database.read {
        try RowReading(connection: $0).hits(keys, for: SearchText(query.searchText))
      }
      if !hits.isEmpty { return hits }
    }
    return nil
  }
}
