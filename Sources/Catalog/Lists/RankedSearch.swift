// SPDX-License-Identifier: Apache-2.0
// Search results, best match first: products with exactly this code, then those with exactly this
// title, then by how well the words match, with whole words of the title before beginnings of longer
// ones. A product's rank depends only on itself and the words.

struct RankedSearch {
  private let finder: ProductFinder
  private let expression: String
  /// The stale products of the full-text index.
  private let stale: KeySet
  private var connection: Connection { finder.connection }

  private var sample: Int {
    finder.conditions.areNone ? finder.limits.ranked : finder.limits.rankedOfSome
  }
  /// How many times further than for the sample to look for matches in the title.
  private static let reach: Int64 = 10

  init(_ finder: ProductFinder) throws {
    self.finder = finder
    expression = finder.search.expression ?? ""
    stale = try SearchIndex(connection: finder.connection).stale()
  }

  private struct Match {
    let score: Int64
    let key: Int64
  }

  private struct Matches {
    let keys: [Int64]
    /// How many matches were examined to find these.
    let passed: Int
  }

  func firstPage(_ limit: Int) throws -> ProductFinder.Page {
    let members = try finder.members(setsUpTo: finder.limits.many)
    let codes = Self.merged(
      try exactCodes(), try exactTitles(among: members, atMost: limit))
    if let letter = finder.search.letter, members.others.isEmpty {
      let titles = try titles(beginningWith: letter, among: members, atMost: limit)
      if titles.count == limit { return page(codes, titles, limit: limit) }
    }
    // If whole words fill the page, they are as good as prefixes, and are found at once.
    let quick = finder.search.quickExpression
    let expressions = (quick.map { [$0] } ?? []) + (quick == expression ? [] : [expression])
    let others = try ranked(belonging(stale.keys, to: members), by: expressions)
    for (expression, others) in zip(expressions, others) {
      let sample = try matches(expression, among: members, atMost: sample + 1)
      var found = others
      if sample.keys.count > self.sample {
        // Do not search the whole index when such titles are rare.
        let end = (sample.keys.last ?? 0) * Self.reach
        let titles = try matches(
          "{title} : (\(expression))", among: members, atMost: self.sample, before: end)
        found += try ranked(titles, by: expression) + ranked(sample, by: expression)
        return page(codes, Self.sorted(found), limit: limit)
      }
      if expression == self.expression {
        found += try ranked(sample, by: expression)
        return .init(keys: Self.merged(codes, Self.sorted(found)), isComplete: true)
      }
    }
    return .init(keys: codes, isComplete: false)
  }

  func completeOrder() throws -> RowOrder {
    if finder.conditions.areNone {
      return try order(where: "", [], isListed: finder.members(setsUpTo: 0).mayContain)
    }
    guard let few = try finder.gathered(atMost: finder.limits.fewOfCategory) else {
      return try order(where: "", [], isListed: finder.meetingConditions().contains)
    }
    // The plus keeps SQLite from querying the full-text index again for each of them.
    return try order(
      where: "AND +rowid IN (SELECT value FROM json_each(?))", [ProductFinder.json(few.keys)],
      isListed: few.contains)
  }

  /// Every match, in order. The index returns them by row number, so only the few different scores
  /// need sorting.
  private func order(
    where condition: String, _ arguments: [any Bindable], isListed: (Int64) -> Bool
  ) throws -> RowOrder {
    let codes = Self.merged(
      try exactCodes(), try exactTitles(isListed: isListed, atMost: .max))
    let first = KeySet(codes)
    let whole = try wholeTitles(by: expression) { query in
      try connection.keys(
        SQLPiece(sql: "SELECT rowid FROM search WHERE search MATCH ?", arguments: [query]))
    }
    var byScore: [Int64: RowOrder] = [:]
    try connection.forEachRow(
      """
      SELECT rowid, relevance(search, ?, \(finder.search.needed ?? 0)) AS score FROM search WHERE search MATCH ? \(condition)
      """, arguments: [finder.search.groups, expression] + arguments
    ) { row in
      let key = row.int64("rowid")
      if isListed(key), !first.contains(key), !stale.contains(key) {
        let score = whole.score(row.int64("score"), of: key)
        byScore[score, default: RowOrder()].append(key)
      }
      return true
    }
    let others = try ranked(
      stale.keys.filter { isListed($0) && !first.contains($0) }, by: [expression])
    for (score, matches) in Dictionary(grouping: others.joined(), by: \.score) {
      let known = byScore[score].map(Array.init) ?? []
      byScore[score] = RowOrder((known + matches.map(\.key)).sorted())
    }
    var order = RowOrder(codes)
    for score in byScore.keys.sorted() {
      if let keys = byScore.removeValue(forKey: score) { order.append(keys) }
    }
    return order
  }

  /// The first matches among the members, by row number.
  private func matches(
    _ expression: String, among members: Members, atMost limit: Int, before end: Int64 = .max
  ) throws -> Matches {
    var found: [Int64] = []
    var passed = 0
    try connection.integers(
      "SELECT rowid FROM search WHERE search MATCH ? AND rowid < ?", arguments: [expression, end]
    ) { block in
      passed += block.count
      found += try belonging(block.filter { !stale.contains($0) }, to: members)
      return found.count < limit
    }
    return Matches(keys: Array(found.prefix(limit)), passed: passed)
  }

  /// Scores the matches.
  private func ranked(_ found: Matches, by expression: String) throws -> [Match] {
    guard !found.keys.isEmpty else { return [] }
    // Without a plus, the full-text index is queried again for each of them. That is faster for few
    // among many, unless it has to collect all words with a prefix each time.
    let isReady = expression != self.expression || expression == finder.search.wideExpression
    let asksEach = isReady && found.passed > 300 * found.keys.count
    let condition = """
      search MATCH ? AND rowid <= ?
        AND \(asksEach ? "" : "+")rowid IN (SELECT value FROM json_each(?))
      """
    func arguments(_ keys: [Int64]) -> [any Bindable] {
      [keys.last ?? 0, ProductFinder.json(keys)]
    }
    let matches = try connection.rows(
      "SELECT rowid, relevance(search, ?, \(finder.search.needed ?? 0)) AS score FROM search WHERE \(condition)",
      arguments: [finder.search.groups, expression] + arguments(found.keys)
    ) { Match(score: $0.int64("score"), key: $0.int64("rowid")) }
    // Looking for a common word in titles that do not have it goes through the whole index.
    let titles = matches.filter { WholeTitles.isInTitle($0.score) }.map(\.key)
    guard !titles.isEmpty else { return matches.map(WholeTitles(sets: []).scored) }
    let whole = try wholeTitles(by: expression) { query in
      KeySet(
        try connection.rows(
          "SELECT rowid FROM search WHERE \(condition)", arguments: [query] + arguments(titles)
        ) { $0.int64("rowid") })
    }
    return matches.map(whole.scored)
  }

  /// Scores those of `keys` that match each expression, using their current texts.
  private func ranked(_ keys: [Int64], by expressions: [String]) throws -> [[Match]] {
    let found = try TextSearch.indexing(keys, on: connection) {
      try expressions.map { expression in
        let whole = try wholeTitles(by: expression) {
          try KeySet(
            TextSearch(connection: connection, expression: $0).rows("rowid", as: TextSearch.key))
        }
        return try TextSearch(connection: connection, expression: expression).rows(
          "rowid, relevance(some_texts, ?2, \(finder.search.needed ?? 0)) AS score",
          binding: finder.search.groups
        ) {
          whole.scored(Match(score: $0.int64("score"), key: $0.int64("rowid")))
        }
      }
    }
    return keys.isEmpty ? expressions.map { _ in [] } : found
  }

  // MARK: Whole words

  /// The products that have all the words in their titles: first those in which every word is
  /// whole, then those in which only the last one is the beginning of a longer word. A set that
  /// would include every match of `expression` with its words in the title is left out, and so are
  /// wider ones: for a common word, collecting all longer words takes a while.
  private func wholeTitles(
    by expression: String, _ keys: (_ query: String) throws -> KeySet
  ) rethrows -> WholeTitles {
    let queries = finder.search.wholeExpressions.prefix { $0 != expression }
    return WholeTitles(sets: try queries.map { try keys("{title} : (\($0))") })
  }

  private struct WholeTitles {
    /// Best matches first.
    let sets: [KeySet]

    /// Whether all words are in the title, as the relevance tells.
    static func isInTitle(_ relevance: Int64) -> Bool { relevance < 1 << 24 }

    /// Makes room in the scores between such titles and all others.
    func score(_ relevance: Int64, of key: Int64) -> Int64 {
      let place = Int64(sets.firstIndex { $0.contains(key) } ?? sets.count)
      return Self.isInTitle(relevance) ? relevance + place << 24 : relevance + 3 << 24
    }

    func scored(_ match: Match) -> Match {
      Match(score: score(match.score, of: match.key), key: match.key)
    }
  }

  private func belonging(_ keys: some Collection<Int64>, to members: Members) throws -> [Int64] {
    let known = keys.filter(members.mayContain)
    return try members.others.isEmpty || known.isEmpty
      ? known : finder.meeting(known, members.others)
  }

  private static func sorted(_ matches: [Match]) -> [Int64] {
    matches.sorted { $0.score == $1.score ? $0.key < $1.key : $0.score < $1.score }.map(\.key)
  }

  private func titles(
    beginningWith letter: String, among members: Members, atMost limit: Int
  ) throws -> [Int64] {
    var keys: [Int64] = []
    try connection.forEachRow(
      """
      SELECT key FROM product INDEXED BY product_by_title
      WHERE title_key >= ? AND title_key < ? || char(1114111) ORDER BY title_key
      """, arguments: [letter, letter]
    ) { row in
      let key = row.int64("key")
      if members.mayContain(key) { keys.append(key) }
      return keys.count < limit
    }
    return keys
  }

  /// The products with exactly this title, ignoring case and accents, by row number.
  private func exactTitles(among members: Members, atMost limit: Int) throws -> [Int64] {
    let found = try exactTitles(isListed: members.mayContain, atMost: limit)
    return try members.others.isEmpty ? found : finder.meeting(found, members.others)
  }

  private func exactTitles(isListed: (Int64) -> Bool, atMost limit: Int) throws -> [Int64] {
    var keys: [Int64] = []
    try connection.forEachRow(
      "SELECT key FROM product INDEXED BY product_by_title WHERE title_key = ? ORDER BY key",
      arguments: [finder.search.code.folded]
    ) { row in
      let key = row.int64("key")
      if isListed(key) { keys.append(key) }
      return keys.count < limit
    }
    return keys
  }

  /// The products with exactly this SKU or GTIN, by row number.
  private func exactCodes() throws -> [Int64] {
    let conditions = finder.conditions.all
    let code = finder.search.code
    let gtins = GTIN.spellings(of: code)
    return try connection.rows(
      """
      SELECT p.key FROM product AS p INDEXED BY product_by_code
      WHERE p.sku = ? COLLATE NOCASE AND \(conditions.sql)
      UNION SELECT p.key FROM product AS p INDEXED BY product_by_gtin
      WHERE p.gtin IN (?, ?, ?, ?) AND \(conditions.sql)
      """,
      arguments: [code] + conditions.arguments + gtins + conditions.arguments
    ) { $0.int64("key") }.sorted()
  }

  private func page(_ codes: [Int64], _ others: [Int64], limit: Int) -> ProductFinder.Page {
    .init(keys: Array(Self.merged(codes, others).prefix(limit)), isComplete: false)
  }

  /// `first`, followed by what is new in `others`.
  private static func merged(_ first: [Int64], _ others: [Int64]) -> [Int64] {
    var known = KeySet(first)
    return first
      + others.filter { key in
        defer { known.insert(key) }
        return !known.contains(key)
      }
  }
}
