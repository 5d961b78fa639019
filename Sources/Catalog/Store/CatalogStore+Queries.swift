// Lists and counts of products as seen from outside this module. To show a list that may be long,
// use `ProductResults`; the other functions are for one-time answers.

import Foundation

extension CatalogStore {
  /// A live list of the products of a query.
  @MainActor
  public func results(_ query: ProductQuery) -> ProductResults {
    ProductResults(query, database)
  }

  /// The first products of a list, in order; all of them without a limit.
  public func rows(_ query: ProductQuery, limit: Int = .max) async throws -> [ProductRow] {
    try await database.read { connection in
      let keys = try firstKeys(query, limit: limit, on: connection)
      let rows = try RowReading(connection: connection).rows(keys)
      return keys.compactMap { rows[$0] }
    }
  }

  /// The first products that a search finds, each with the passage that matches.
  public func hits(_ query: ProductQuery, limit: Int = 100) async throws -> [SearchHit] {
    try await database.read { connection in
      let keys = try firstKeys(query, limit: limit, on: connection)
      return try RowReading(connection: connection).hits(keys, for: SearchText(query.searchText))
    }
  }

  /// A whole list, however long, in pages. A product that is erased while the list is read is left
  /// out.
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

  /// Every category that has products, in the order of the tree.
  public func categories() async throws -> [CategoryCount] {
    try await groupCounts(ProductQuery(), by: .category).categoryTree
  }

  /// Every tag of the products outside the trash, in alphabetical order.
  public func tagCounts() async throws -> [TagCount] {
    try await groupCounts(ProductQuery(), by: .tag).compactMap { group in
      group.value.map { TagCount(tag: $0, count: group.count) }
    }
  }

  /// How many products of a list have each value, those without a value last.
  public func groupCounts(
    _ query: ProductQuery, by grouping: ProductGrouping
  ) async throws -> [GroupCount] {
    try await database.read { try GroupCounting(ProductFinder(query, $0)).counts(by: grouping) }
  }
}

/// The start of a list; only the first page unless more is asked for.
private func firstKeys(
  _ query: ProductQuery, limit: Int, on connection: Connection
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
