// Keeps the full-text index in step with products, tags and notes. The index has no copy of the
// texts: to take a product out, it must be told exactly what it was told before. So just before a
// text of a product first changes it is put by, and the index is told the old and the new some time
// after the command: telling it takes longer than most commands, and several at once are told in
// less. Until then a search leaves these products out of what the index finds, and looks at their
// texts itself.
//
// (Triggers could not tell the index: with trusted_schema off, SQLite 3.40 lets none write to a
// virtual table.)

struct SearchIndex {
  let connection: Connection

  /// The texts of a product, as the index and the view `searchable` have them.
  static let texts = ["title", "codes", "tags", "description", "notes", "fields"]
  static let columns = texts.joined(separator: ", ")

  /// Prepares the connection that writes: what is here lives as long as it does.
  static func install(on connection: Connection) throws {
    var script = """
      CREATE TEMP TRIGGER outdate_new AFTER INSERT ON main.product BEGIN
        INSERT OR IGNORE INTO search_outdated (key, indexed) VALUES (NEW.key, 0);
      END;

      """
    // Numbers are not among the texts.
    let valueEvents = [
      ("INSERT ON main.product_value", "NEW.product", "NEW.number IS NULL"),
      (
        "UPDATE OF text, number ON main.product_value", "OLD.product",
        "(OLD.number IS NULL OR NEW.number IS NULL)"
      ),
      ("DELETE ON main.product_value", "OLD.product", "OLD.number IS NULL"),
    ]
    let events =
      [
        (["title"], "UPDATE OF title ON main.product", "OLD.key"),
        (["codes"], "UPDATE OF sku, gtin ON main.product", "OLD.key"),
        (["tags"], "UPDATE OF category ON main.product", "OLD.key"),
        (["description"], "UPDATE OF description ON main.product", "OLD.key"),
        (Self.texts, "DELETE ON main.product", "OLD.key"),
        (["tags"], "INSERT ON main.product_tag", "NEW.product"),
        (["tags"], "UPDATE OF tag ON main.product_tag", "OLD.product"),
        (["tags"], "DELETE ON main.product_tag", "OLD.product"),
        (["notes"], "INSERT ON main.note", "NEW.product"),
        (["notes"], "UPDATE OF title, text, position ON main.note", "OLD.product"),
        (["notes"], "DELETE ON main.note", "OLD.product"),
      ].map { ($0.0, $0.1, $0.2, "true") } + valueEvents.map { (["fields"], $0.0, $0.1, $0.2) }
    for (number, (texts, event, key, condition)) in events.enumerated() {
      let list = texts.joined(separator: ", ")
      // The first memory of a text is what the index was told. No notes and no values are told as NULL.
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

  /// The products whose texts the index does not know as they are.
  func stale() throws -> KeySet {
    try connection.keys(SQLPiece(sql: "SELECT key FROM search_outdated"))
  }

  /// Whether it knows all of them as they are.
  func isUpToDate() throws -> Bool {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM search_outdated)") == 0
  }

  /// Tells the index what has changed, of so many products at most, and of no more after the
  /// `deadline`, but of one. False when there are more.
  ///
  /// Row by row and in their order: after a statement that writes many rows, or goes back, the
  /// index writes out what it has gathered, each time as another piece of itself to be merged.
  @discardableResult
  func refresh(
    atMost limit: Int = -1, until deadline: ContinuousClock.Instant? = nil
  ) throws -> Bool {
    let last = try connection.first(
      "SELECT max(key) FROM (SELECT key FROM search_outdated ORDER BY key LIMIT ?)", limit
    ) { $0.isNull(0) ? nil : $0.int64(0) }
    guard var last = last ?? nil else { return true }
    try connection.forEachRow(Self.differing, arguments: [last]) { row in
      let key = row.int64(0)
      let now = Self.texts.indices.map { row.textIfPresent(3 + Self.texts.count + $0) }
      if row.int(1) == 1 {
        try remove(key, zip(3..., now).map { row.textIfPresent($0) ?? $1 })
      }
      if row.int(2) == 1 { try add(key, now) }
      guard let deadline, .now > deadline else { return true }
      last = key
      return false
    }
    try connection.run("DELETE FROM search_outdated WHERE key <= ?", last)
    return try isUpToDate()
  }

  /// Tells the index the texts of a product that it does not have.
  func add(_ key: Int64, _ texts: [String?]) throws {
    try connection.run(
      "INSERT INTO search (rowid, \(Self.columns)) VALUES (?\(Self.places))",
      arguments: [key] + texts)
  }

  /// Has the index forget a product, which it was told of with these texts.
  func remove(_ key: Int64, _ texts: [String?]) throws {
    try connection.run(
      "INSERT INTO search (search, rowid, \(Self.columns)) VALUES ('delete', ?\(Self.places))",
      arguments: [key] + texts)
  }

  private static let places = String(repeating: ", ?", count: texts.count)

  /// The products whose texts are others than the index was told, with those that were put by and
  /// those that are there.
  private static let differing: String = {
    let (old, now) = (texts.map { "outdated.\($0)" }, texts.map { "now.\($0)" })
    let isSame = zip(old, now).map { "(\($0) IS NULL OR \($0) IS \($1))" }
    return """
      SELECT outdated.key, indexed, now.key IS NOT NULL, \((old + now).joined(separator: ", "))
      FROM search_outdated AS outdated LEFT JOIN searchable AS now ON now.key = outdated.key
      WHERE outdated.key <= ?
        AND NOT (indexed AND now.key IS NOT NULL AND \(isSame.joined(separator: " AND ")))
      ORDER BY outdated.key
      """
  }()

  /// Throws when the index does not say what the products say, as far as it was told.
  func check() throws {
    try connection.run("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
  }
}
