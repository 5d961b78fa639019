// SPDX-License-Identifier: Apache-2.0
// Keeps the full-text index up to date with products, tags and notes. The index has no copy of the
// texts: to remove a product, it needs exactly the texts it was given before. So the old text of a
// product is saved just before it first changes, and the index is updated with the old and the new
// one some time after the command, because that takes longer than most commands and is faster for
// several at once. Until then these products are stale: a search leaves them out of what the index
// finds and looks at their texts itself.
//
// (Triggers could not update the index: with trusted_schema off, SQLite 3.40 lets none write to a
// virtual table.)

struct SearchIndex {
  let connection: Connection

  private static let texts = SearchColumn.names

  /// What makes which texts of which product stale, and when.
  private typealias Event = (texts: [String], event: String, key: String, condition: String)

  /// Prepares the writing connection; its triggers are temporary.
  static func install(on connection: Connection) throws {
    var script = """
      CREATE TEMP TRIGGER outdate_new AFTER INSERT ON main.product BEGIN
        INSERT OR IGNORE INTO search_outdated (key, indexed) VALUES (NEW.key, 0);
      END;

      """
    var events = SearchColumn.allCases.compactMap { text -> Event? in
      let columns = text.productFields.flatMap(\.columns).joined(separator: ", ")
      return columns.isEmpty
        ? nil : ([text.rawValue], "UPDATE OF \(columns) ON main.product", "OLD.key", "true")
    }
    events += [
      (Self.texts, "DELETE ON main.product", "OLD.key", "true"),
      (["tags"], "INSERT ON main.product_tag", "NEW.product", "true"),
      (["tags"], "UPDATE OF tag ON main.product_tag", "OLD.product", "true"),
      (["tags"], "DELETE ON main.product_tag", "OLD.product", "true"),
      (["notes"], "INSERT ON main.note", "NEW.product", "true"),
      (["notes"], "UPDATE OF title, text, position ON main.note", "OLD.product", "true"),
      (["notes"], "DELETE ON main.note", "OLD.product", "true"),
      // Numbers are not searched.
      (["fields"], "INSERT ON main.product_value", "NEW.product", "NEW.number IS NULL"),
      (
        ["fields"], "UPDATE OF text, number ON main.product_value", "OLD.product",
        "(OLD.number IS NULL OR NEW.number IS NULL)"
      ),
      (["fields"], "DELETE ON main.product_value", "OLD.product", "OLD.number IS NULL"),
    ]
    for (number, (texts, event, key, condition)) in events.enumerated() {
      let list = texts.joined(separator: ", ")
      // Only the first saved text counts: it is the indexed one. Missing notes and values are
      // indexed as NULL.
      let values = texts.map { "ifnull(\($0), '')" }.joined(separator: ", ")
      let first = texts.map { "\($0) = ifnull(\($0), excluded.\($0))" }.joined(separator: ", ")
      let isSaved = texts.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
      script += """
        CREATE TEMP TRIGGER outdate_\(number) BEFORE \(event)
        WHEN \(condition) AND NOT EXISTS (
          SELECT 1 FROM search_outdated WHERE key = \(key) AND (NOT indexed OR \(isSaved)))
        BEGIN
          INSERT INTO search_outdated (key, indexed, \(list))
          SELECT key, 1, \(values) FROM searchable WHERE key = \(key)
          ON CONFLICT (key) DO UPDATE SET \(first);
        END;

        """
    }
    try connection.execute(script)
  }

  /// The products whose current texts are not indexed.
  func stale() throws -> KeySet {
    try connection.keys(SQLPiece(sql: "SELECT key FROM search_outdated"))
  }

  /// Whether no product is stale.
  func isUpToDate() throws -> Bool {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM search_outdated)") == 0
  }

  /// Indexes at most `limit` stale products, and stops at the `deadline`, but not before the first
  /// one. Returns false if there are more.
  ///
  /// Row by row and in ascending order: after a statement that writes many rows, or goes back, the
  /// index writes out a segment, which must be merged later.
  @discardableResult
  func refresh(
    atMost limit: Int = -1, until deadline: ContinuousClock.Instant? = nil
  ) throws -> Bool {
    let last = try connection.first(
      "SELECT max(key) AS last FROM (SELECT key FROM search_outdated ORDER BY key LIMIT ?)", limit
    ) { $0.isNull("last") ? nil : $0.int64("last") }
    guard var last = last ?? nil else { return true }
    let titles = TitleBlocks(connection: connection)
    var block: Int64?
    try connection.forEachRow(Self.differing, arguments: [last]) { row in
      let key = row.int64("key")
      let now = Self.texts.map { row.textIfPresent("now_\($0)") }
      if row.int("indexed") == 1 {
        try remove(key, zip(Self.texts, now).map { row.textIfPresent("old_\($0)") ?? $1 })
      }
      if row.int("is_there") == 1 { try add(key, now) }
      let isTitle =
        row.int("indexed") == 0 || row.int("is_there") == 0 || !row.isNull("old_title")
      if isTitle, block != TitleBlocks.block(of: key) {
        try block.map(titles.renew)
        block = TitleBlocks.block(of: key)
      }
      guard let deadline, .now > deadline else { return true }
      last = key
      return false
    }
    try block.map(titles.renew)
    try connection.run("DELETE FROM search_outdated WHERE key <= ?", last)
    return try isUpToDate()
  }

  /// Runs `body`, which adds many texts, within a transaction. Until they have this size, in bytes,
  /// the index collects words in memory; then it writes out a segment. Many small ones would be
  /// merged, which takes two fifths of the time.
  func collecting<Value>(_ size: Int, _ body: () throws -> Value) throws -> Value {
    guard size > Self.usuallyCollected else { return try body() }
    func collect(_ size: Int) throws {
      try connection.run("INSERT INTO search (search, rank) VALUES ('hashsize', ?)", size)
    }
    try collect(size)
    let value = try body()
    try collect(Self.usuallyCollected)
    return value
  }

  /// SQLite's own default.
  private static let usuallyCollected = 1 << 20

  /// Adds the texts of a product that is not in the index.
  func add(_ key: Int64, _ texts: [String?]) throws {
    try connection.run(
      "INSERT INTO search (rowid, \(SearchColumn.list)) VALUES (?\(Self.places))",
      arguments: [key] + texts)
  }

  /// Removes a product that was indexed with these texts.
  func remove(_ key: Int64, _ texts: [String?]) throws {
    try connection.run(
      "INSERT INTO search (search, rowid, \(SearchColumn.list)) VALUES ('delete', ?\(Self.places))",
      arguments: [key] + texts)
  }

  private static let places = String(repeating: ", ?", count: texts.count)

  /// The products whose indexed texts differ from the current ones, with both.
  private static let differing: String = {
    let (old, now) = (texts.map { "outdated.\($0)" }, texts.map { "now.\($0)" })
    let isSame = zip(old, now).map { "(\($0) IS NULL OR \($0) IS \($1))" }
    return """
      SELECT outdated.key AS key, indexed, now.key IS NOT NULL AS is_there,
        \((zip(old, texts).map { "\($0) AS old_\($1)" }
          + zip(now, texts).map { "\($0) AS now_\($1)" }).joined(separator: ", "))
      FROM search_outdated AS outdated LEFT JOIN searchable AS now ON now.key = outdated.key
      WHERE outdated.key <= ?
        AND NOT (indexed AND now.key IS NOT NULL AND \(isSame.joined(separator: " AND ")))
      ORDER BY outdated.key
      """
  }()

  /// Frees the room of removed products: the index keeps their words, marked as removed, until it
  /// has merged everything. Call within a transaction.
  func shrink() throws {
    let isEmpty = try connection.integer("SELECT NOT EXISTS (SELECT 1 FROM product)") == 1
    guard isEmpty else {
      try connection.run("INSERT INTO search (search) VALUES ('optimize')")
      return
    }
    try connection.run("INSERT INTO search (search) VALUES ('delete-all')")
    try connection.execute("DELETE FROM title_block; DELETE FROM search_outdated")
  }

  /// Makes the index anew if it does not match the products: another program that changes them does
  /// not tell it.
  func mend() throws {
    try connection.transaction(.write) {
      do {
        try refresh()
        try check()
      } catch let error as SQLiteError where error.isDamageOfIndex {
        try connection.run("INSERT INTO search (search) VALUES ('rebuild')")
        try TitleBlocks(connection: connection).renewAll()
        try connection.run("DELETE FROM search_outdated")
      }
    }
  }

  /// Throws if the index does not match the products, apart from stale ones.
  func check() throws {
    try connection.run("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
    guard try TitleBlocks(connection: connection).areCurrent() else {
      throw SQLiteError.mismatchedIndex
    }
  }
}
