// Keeps the full-text index in step with products, tags and notes. The index has no copy of the
// texts: to take a product out, it must be told exactly what it was told before. So the writing
// connection remembers a product's texts just before the first change to them, and at the end of
// the command tells the index the old and the new. (Its triggers could not tell it themselves:
// with trusted_schema off, SQLite 3.40 lets no trigger write to a virtual table.)

struct SearchIndex {
  let connection: Connection

  /// Prepares the connection that writes: what is here lives as long as it does.
  static func install(on connection: Connection) throws {
    var script = """
      CREATE TEMP TABLE outdated (
        key INTEGER PRIMARY KEY, indexed, title, codes, tags, description, notes);
      CREATE TEMP TRIGGER outdate_new AFTER INSERT ON main.product BEGIN
        INSERT OR IGNORE INTO outdated (key, indexed) VALUES (NEW.key, 0);
      END;

      """
    let events = [
      ("UPDATE OF title, description, category, sku, gtin ON main.product", "OLD.key"),
      ("DELETE ON main.product", "OLD.key"),
      ("INSERT ON main.product_tag", "NEW.product"),
      ("DELETE ON main.product_tag", "OLD.product"),
      ("INSERT ON main.note", "NEW.product"),
      ("UPDATE OF title, text, position ON main.note", "OLD.product"),
      ("DELETE ON main.note", "OLD.product"),
    ]
    for (number, (event, key)) in events.enumerated() {
      script += """
        CREATE TEMP TRIGGER outdate_\(number) BEFORE \(event)
        WHEN \(key) NOT IN (SELECT key FROM outdated)
        BEGIN
          INSERT INTO outdated
          SELECT key, 1, title, codes, tags, description, notes FROM searchable
          WHERE key = \(key);
        END;

        """
    }
    try connection.execute(script)
  }

  /// Tells the index what has changed since the last call.
  func refresh() throws {
    guard try connection.integer("SELECT EXISTS (SELECT 1 FROM outdated)") == 1 else { return }
    // To tell it the same again would cost the most and change nothing.
    try connection.run(
      """
      DELETE FROM outdated WHERE indexed AND EXISTS (
        SELECT 1 FROM searchable AS now
        WHERE now.key = outdated.key AND now.title IS outdated.title
          AND now.codes IS outdated.codes AND now.tags IS outdated.tags
          AND now.description IS outdated.description AND now.notes IS outdated.notes)
      """)
    try connection.run(
      """
      INSERT INTO search (search, rowid, title, codes, tags, description, notes)
      SELECT 'delete', key, title, codes, tags, description, notes FROM outdated WHERE indexed
      """)
    try connection.run(
      """
      INSERT INTO search (rowid, title, codes, tags, description, notes)
      SELECT key, title, codes, tags, description, notes FROM searchable
      WHERE key IN (SELECT key FROM outdated)
      """)
    try connection.run("DELETE FROM outdated")
  }

  /// Throws when the index does not say what the products say.
  func check() throws {
    try connection.run("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
  }
}
