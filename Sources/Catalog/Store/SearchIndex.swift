// Keeps the full-text index in step with products, tags and notes. The index has no copy of the
// texts: to take a product out, it must be told exactly what it was told before. So just before the
// first change to a product's texts they are put by, and the index is told the old and the new some
// time after the command: telling it takes longer than most commands, and several at once are told
// in less. Until then a search leaves these products out of what the index finds, and looks at
// their texts itself.
//
// (Triggers could not tell the index: with trusted_schema off, SQLite 3.40 lets none write to a
// virtual table.)

struct SearchIndex {
  let connection: Connection

  /// Prepares the connection that writes: what is here lives as long as it does.
  static func install(on connection: Connection) throws {
    var script = """
      CREATE TEMP TRIGGER outdate_new AFTER INSERT ON main.product BEGIN
        INSERT OR IGNORE INTO search_outdated (key, indexed) VALUES (NEW.key, 0);
      END;

      """
    let events = [
      ("UPDATE OF title, description, category, sku, gtin ON main.product", "OLD.key"),
      ("DELETE ON main.product", "OLD.key"),
      ("INSERT ON main.product_tag", "NEW.product"),
      ("UPDATE OF tag ON main.product_tag", "OLD.product"),
      ("DELETE ON main.product_tag", "OLD.product"),
      ("INSERT ON main.note", "NEW.product"),
      ("UPDATE OF title, text, position ON main.note", "OLD.product"),
      ("DELETE ON main.note", "OLD.product"),
    ]
    for (number, (event, key)) in events.enumerated() {
      script += """
        CREATE TEMP TRIGGER outdate_\(number) BEFORE \(event)
        WHEN \(key) NOT IN (SELECT key FROM search_outdated)
        BEGIN
          INSERT INTO search_outdated
          SELECT key, 1, title, codes, tags, description, notes FROM searchable
          WHERE key = \(key);
        END;

        """
    }
    try connection.execute(script)
  }

  /// The products whose texts the index does not know as they are.
  func outdated() throws -> KeySet {
    var keys = KeySet()
    try connection.integers("SELECT key FROM search_outdated", arguments: []) { block in
      for key in block { keys.insert(key) }
      return true
    }
    return keys
  }

  /// Tells the index what has changed, of so many products at most. False when there are more.
  ///
  /// Row by row and in their order: after a statement that writes many rows, or goes back, the
  /// index writes out what it has gathered, each time as another piece of itself to be merged.
  @discardableResult
  func refresh(atMost limit: Int = -1) throws -> Bool {
    let last = try connection.first(
      "SELECT max(key) FROM (SELECT key FROM search_outdated ORDER BY key LIMIT ?)", limit
    ) { $0.isNull(0) ? nil : $0.int64(0) }
    guard let last = last ?? nil else { return true }
    try connection.forEachRow(Self.differing, arguments: [last]) { row in
      let key = row.int64(0)
      func texts(from column: Int) -> [(any Bindable)?] {
        (column..<column + 5).map { row.textIfPresent($0) }
      }
      if row.int(1) == 1 {
        try connection.run(
          """
          INSERT INTO search (search, rowid, title, codes, tags, description, notes)
          VALUES ('delete', ?, ?, ?, ?, ?, ?)
          """, arguments: [key] + texts(from: 3))
      }
      if row.int(2) == 1 {
        try connection.run(
          """
          INSERT INTO search (rowid, title, codes, tags, description, notes)
          VALUES (?, ?, ?, ?, ?, ?)
          """, arguments: [key] + texts(from: 8))
      }
      return true
    }
    try connection.run("DELETE FROM search_outdated WHERE key <= ?", last)
    return try connection.integer("SELECT EXISTS (SELECT 1 FROM search_outdated)") == 0
  }

  /// The products whose texts are others than the index was told, with the old and the new.
  private static let differing: String = {
    let columns = ["title", "codes", "tags", "description", "notes"]
    let (old, new) = (columns.map { "outdated.\($0)" }, columns.map { "now.\($0)" })
    let isSame = zip(old, new).map { "\($0) IS \($1)" }.joined(separator: " AND ")
    return """
      SELECT outdated.key, indexed, now.key IS NOT NULL, \((old + new).joined(separator: ", "))
      FROM search_outdated AS outdated LEFT JOIN searchable AS now ON now.key = outdated.key
      WHERE outdated.key <= ? AND NOT (indexed AND now.key IS NOT NULL AND \(isSame)) ORDER BY outdated.key
      """
  }()

  /// Throws when the index does not say what the products say, as far as it was told.
  func check() throws {
    try connection.run("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
  }
}
