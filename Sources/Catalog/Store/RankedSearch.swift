// What a search finds, the best first: before all a product whose code it is, then by how well
// the words fit. A product's place depends on nothing but itself and the words.

struct RankedSearch {
  private let finder: ProductFinder
  private let expression: String
  private var connection: Connection { finder.connection }

  /// Up to so many matches are ranked for the first page; of more, those with the words in the
  /// title before the others.
  private static let sample = 2_000
  /// How many times as far as for the sample titles are looked for.
  private static let reach: Int64 = 10
  /// When no more products than this meet the conditions, only they are ranked.
  private static let few = 20_000

  init(_ finder: ProductFinder) {
    self.finder = finder
    expression = finder.search.expression ?? ""
  }

  private struct Match {
    let score: Int64
    let key: Int64
  }

  func firstPage(_ limit: Int) throws -> ProductFinder.Page {
    if let few = try fewInQuestion() { return .init(keys: Array(few), isComplete: true) }
    let codes = try exactCodes()
    if let letter = finder.search.letter {
      let titles = try titles(beginningWith: letter, atMost: limit)
      if titles.count == limit { return page(codes, titles, limit) }
    }
    // Enough whole words to fill the page are as good as words that begin so, and there at once.
    for expression in [finder.search.quickExpression ?? expression, expression] {
      let sample = try matches(expression, atMost: Self.sample + 1)
      if sample.count > Self.sample {
        // Not all the way where such titles are rare.
        let end = (sample.last?.key ?? 0) * Self.reach
        let titles = try matches("{title} : (\(expression))", atMost: Self.sample, before: end)
        return page(codes, Self.sorted(titles) + Self.sorted(sample), limit)
      }
      if expression == self.expression {
        return .init(keys: Self.merged(codes, Self.sorted(sample)), isComplete: true)
      }
    }
    return .init(keys: codes, isComplete: false)
  }

  func completeOrder() throws -> RowOrder {
    if let few = try fewInQuestion() { return few }
    guard finder.conditions.areNone else {
      let listed = try finder.meetingConditions()
      return try ranked(where: "", [], isListed: listed.contains)
    }
    let trash = try finder.trash()
    return try ranked(where: "", []) { !trash.contains($0) }
  }

  /// All that match of the few that meet the conditions, ranked; nil when they are many.
  private func fewInQuestion() throws -> RowOrder? {
    guard !finder.conditions.areNone, let few = try finder.gathered(atMost: Self.few)
    else { return nil }
    // With a plus, or the index of words would be asked anew for each of them.
    return try ranked(
      where: "AND +rowid IN (SELECT value FROM json_each(?))", [ProductFinder.json(few.keys)]
    ) { _ in true }
  }

  /// Every match, in order. The index has them in the order of their row numbers, so that nothing
  /// needs to be sorted but the few scores there are.
  private func ranked(
    where condition: String, _ arguments: [any Bindable], isListed: (Int64) -> Bool
  ) throws -> RowOrder {
    let codes = try exactCodes()
    let first = KeySet(codes)
    var byScore: [Int64: RowOrder] = [:]
    try connection.forEachRow(
      "SELECT rowid, relevance(search) FROM search WHERE search MATCH ? \(condition)",
      arguments: [expression] + arguments
    ) { row in
      let key = row.int64(0)
      if isListed(key), !first.contains(key) {
        byScore[row.int64(1), default: RowOrder()].append(key)
      }
      return true
    }
    var order = RowOrder(codes)
    for score in byScore.keys.sorted() {
      if let keys = byScore.removeValue(forKey: score) { order.append(keys) }
    }
    return order
  }

  private func matches(
    _ expression: String, atMost limit: Int, before end: Int64 = .max
  ) throws -> [Match] {
    let conditions = finder.conditions.all(offIndex: true)
    var matches: [Match] = []
    try connection.forEachRow(
      """
      SELECT p.key, relevance(search)
      FROM search CROSS JOIN product AS p ON p.key = search.rowid
      WHERE search MATCH ? AND search.rowid < ? AND \(conditions.sql) LIMIT ?
      """, arguments: [expression, end] + conditions.arguments + [limit]
    ) { row in
      matches.append(Match(score: row.int64(1), key: row.int64(0)))
      return true
    }
    return matches
  }

  private func titles(beginningWith letter: String, atMost limit: Int) throws -> [Int64] {
    guard finder.conditions.areNone else { return [] }
    return try connection.rows(
      """
      SELECT p.key FROM product AS p INDEXED BY product_by_title
      WHERE p.deleted IS NULL AND p.title_key >= ? AND p.title_key < ? || char(1114111)
      ORDER BY p.title_key LIMIT ?
      """, letter, letter, limit
    ) { $0.int64(0) }
  }

  /// The products whose SKU or GTIN is what was typed, in the order of their row numbers.
  private func exactCodes() throws -> [Int64] {
    let conditions = finder.conditions.all(offIndex: true)
    let code = finder.search.code
    let (bySKU, byGTIN) =
      finder.query.inTrash
      ? ("product_in_trash", "product_in_trash") : ("product_by_code", "product_by_gtin")
    return try connection.rows(
      """
      SELECT p.key FROM product AS p INDEXED BY \(bySKU)
      WHERE p.sku = ? COLLATE NOCASE AND \(conditions.sql)
      UNION SELECT p.key FROM product AS p INDEXED BY \(byGTIN)
      WHERE p.gtin = ? AND \(conditions.sql)
      """, arguments: [code] + conditions.arguments + [code] + conditions.arguments
    ) { $0.int64(0) }.sorted()
  }

  private func page(_ codes: [Int64], _ others: [Int64], _ limit: Int) -> ProductFinder.Page {
    .init(keys: Array(Self.merged(codes, others).prefix(limit)), isComplete: false)
  }

  /// `first`, and what of `others` has not been before.
  private static func merged(_ first: [Int64], _ others: [Int64]) -> [Int64] {
    var known = KeySet(first)
    return first
      + others.filter { key in
        defer { known.insert(key) }
        return !known.contains(key)
      }
  }

  private static func sorted(_ matches: [Match]) -> [Int64] {
    matches.sorted { $0.score == $1.score ? $0.key < $1.key : $0.score < $1.score }.map(\.key)
  }
}
