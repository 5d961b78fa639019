// SPDX-License-Identifier: Apache-2.0
// Lists and counts of products as seen from outside this module. To show a list that may be long,
// use `ProductResults`; the other functions are for one-time answers.

import Foundation

extension CatalogStore {
  /// A live list of the products of a query.
  /// - Parameters:
  ///   - watched: the products that somebody is looking at: one that is changed so that it no longer fits stays in
  ///     its place until the list is asked for anew.
  ///   - onChange: called for every change, synchronously with it.
  @MainActor
  public func results(
    _ query: ProductQuery, watching watched: @escaping @MainActor () -> Set<UUID>,
    onChange: @escaping @MainActor (ProductResults.Change) -> Void
  ) -> ProductResults {
    ProductResults(query, database, watching: watched, onChange: onChange)
  }

  /// The first products of a list, in order; all of them without a limit. If nothing has all the words of a search,
  /// those that lack some are listed only `lackingWords`.
  public func products(
    _ query: ProductQuery, limit: Int = .max, lackingWords: Bool = true
  ) async throws -> [ListedProduct] {
    try await database.read { connection in
      let keys = try firstKeys(query, limit: limit, lackingWords: lackingWords, on: connection)
      let items = try ItemReading(connection: connection).items(keys)
      return keys.compactMap { items[$0] }
    }
  }

  /// The first products that a search finds, each with the passage that matches.
  public func hits(_ query: ProductQuery, limit: Int = 100) async throws -> [SearchHit] {
    try await database.read { connection in
      let keys = try firstKeys(query, limit: limit, on: connection)
      return try ItemReading(connection: connection).hits(keys, for: query.searchText)
    }
  }

  /// Passes a list as text to `output`, piece by piece: a line for each product, with its identifier
  /// and its values in `columns`, and tabs between them. All of it is of one moment.
  public func listText(
    _ query: ProductQuery, columns: [ProductField], limit: Int = .max,
    to output: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
  ) async throws {
    try await database.read {
      try TabbedList(connection: $0, query: query, columns: columns, limit: limit).write(to: output)
    }
  }

  /// A whole list, however long, in pages. A product that is erased while the list is read is left
  /// out.
  public func pages(
    _ query: ProductQuery, of size: Int = 1_000, limit: Int = .max
  ) -> AsyncThrowingStream<[SearchHit], any Error> {
    let reader = PageReader(database: database, query: query, size: max(1, size), limit: limit)
    return AsyncThrowingStream { try await reader.next() }
  }

  // What is read in the background waits until nothing else is read, and throws `CancellationError` when
  // somebody would have to wait for it. It can then be asked again.

  /// How many products a list has.
  public func count(_ query: ProductQuery, inBackground: Bool = false) async throws -> Int {
    try await database.read(inBackground: inBackground) { try ProductFinder(query, $0).count() }
  }

  /// Every category that has products, in the order of the tree.
  public func categories() async throws -> [CategoryCount] {
    try await groupCounts(ProductQuery(), by: .category).categoryTree
  }

  /// Every tag of the products outside the trash, in alphabetical order.
  public func tagCounts(inBackground: Bool = false) async throws -> [TagCount] {
    let groups = try await groupCounts(ProductQuery(), by: .tags, inBackground: inBackground)
    return groups.compactMap { group in
      group.value.map { TagCount(tag: $0, count: group.count) }
    }
  }

  /// How many products of a list have each value, those without a value last.
  public func groupCounts(
    _ query: ProductQuery, by grouping: ProductGrouping, inBackground: Bool = false
  ) async throws -> [GroupCount] {
    try await database.read(inBackground: inBackground) {
      try GroupCounting(ProductFinder(query, $0)).counts(by: grouping)
    }
  }
}

extension ProductQuery {
  /// Whether its text searches for anything: spaces and control characters do not.
  public var isSearch: Bool { SearchText(searchText).expression != nil }
}

/// The start of a list; only the first page unless more is asked for.
private func firstKeys(
  _ query: ProductQuery, limit: Int, lackingWords: Bool = true, on connection: Connection
) throws -> [Int64] {
  let finder = try ProductFinder(query, connection, lackingWords: lackingWords)
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
  /// How many products are still wanted.
  private var left: Int
  /// Those of a first page that was read before the order of all was known.
  private var known: KeySet?

  init(database: Database, query: ProductQuery, size: Int, limit: Int) {
    self.database = database
    self.query = query
    self.size = size
    left = limit
  }

  func next() async throws -> [SearchHit]? {
    while let keys = try await nextKeys() {
      let query = query
      let hits = try await database.read {
        try ItemReading(connection: $0, hasWholeTexts: true).hits(keys, for: query.searchText)
      }
      if !hits.isEmpty { return hits }
    }
    return nil
  }

  private func nextKeys() async throws -> [Int64]? {
    guard left > 0 else { return nil }
    var keys: [Int64]
    if let order {
      guard position < order.count else { return nil }
      let end = min(position + size, order.count)
      keys = (position..<end).map { order[$0] }
      position = end
      if let known { keys.removeAll(where: known.contains) }
    } else if known == nil {
      keys = try await firstKeys()
    } else {
      let query = query
      order = try await database.read { try ProductFinder(query, $0).completeOrder() }
      return try await nextKeys()
    }
    keys = Array(keys.prefix(left))
    left -= keys.count
    return keys
  }

  /// The first page, which is there long before the order of all is.
  private func firstKeys() async throws -> [Int64] {
    let (query, length) = (query, min(left, size, 100))
    let (page, isRanked) = try await database.read {
      let finder = try ProductFinder(query, $0)
      return (try finder.firstPage(length), finder.isRanked)
    }
    known = KeySet()
    if page.isComplete || left <= length {
      order = RowOrder(page.keys)
      return []
    }
    // The best matches of all may be others than those of the first page.
    guard !isRanked else { return [] }
    for key in page.keys { known?.insert(key) }
    return page.keys
  }
}
