// SPDX-License-Identifier: Apache-2.0
// Whether anything in a file could run code of somebody else: a catalogue may come from a colleague, or have been
// changed by another program. Looked at before anything but the list of its parts is read.

extension Schema {
  /// What another program has put into a catalogue.
  enum Intrusion: Equatable {
    /// It runs when something is written.
    case whenWritten(name: String)
    /// It runs when something is read.
    case whenRead(name: String)
  }

  /// The digest of all parts of a new catalogue: making one to compare with takes 6 ms.
  static let digest = "1f6d1422aadcc16e687b0b0b8133f028987ad92c16b227daefda1c2bf19b7e50"

  static func digest(of connection: Connection) throws -> String {
    let parts = try parts(of: connection).sorted { ($0.type, $0.name) < ($1.type, $1.name) }
    return SHA256.hexDigest(
      of: parts.flatMap { Array("\($0.type)\n\($0.name)\n\($0.sql)\n".utf8) })
  }

  /// Whether a file has a version that ours can have, this one's or a later one's: what says that it is a catalogue may
  /// stand in any file. One of version zero has nothing in it yet.
  static func isVersionOurs(_ connection: Connection) throws -> Bool {
    let version = try migrator.version(of: connection)
    return try version > 0 || version == 0 && parts(of: connection).isEmpty
  }

  /// What is in the way of using a catalogue; nil if nothing is. It is compared with a new one of its version: what
  /// another program has put there must not run while an older one is brought up to date either.
  static func intrusion(in connection: Connection) throws -> Intrusion? {
    let version = try migrator.version(of: connection)
    if version == migrator.newestVersion, try digest(of: connection) == digest { return nil }
    let (missing, foreign) = try differingParts(connection)
    guard version <= migrator.newestVersion else {
      // What a newer version has changed is not known here, but a table of ours has not become a view.
      let tables = Set(missing.lazy.filter { $0.type == "table" }.map(\.name))
      let view = try parts(of: connection).first { $0.type == "view" && tables.contains($0.name) }
      return view.map { .whenRead(name: $0.name) }
    }
    let changed = Set(missing.map(\.name))
    var found: Intrusion?
    for part in try parts(of: connection)
    where changed.contains(part.name) || foreign.contains(part) {
      switch part.type {
      // Of an extra table or view nothing asks. The tables of the full-text index belong to SQLite.
      case "table" where changed.contains(part.name) && !part.sql.hasPrefix("CREATE TABLE '"),
        "view" where changed.contains(part.name):
        return .whenRead(name: part.name)
      case "trigger": found = .whenWritten(name: part.name)
      case "index" where try isComputed(part, connection): found = .whenWritten(name: part.name)
      default: break
      }
    }
    return found
  }

  /// What the thorough check finds wrong. Comparing an index with its table works out what the index computes: of a file with
  /// parts of somebody else, that is left out.
  static func damage(of connection: Connection, atMost most: Int = 100) throws -> [String] {
    let isOurs = try intrusion(in: connection) == nil
    return try connection.damage("\(isOurs ? "integrity_check" : "quick_check")(\(most))")
  }

  /// Throws if a table is missing, before anything relies on it.
  static func requireTables(_ connection: Connection) throws {
    let recorded = RecordedTable.all.flatMap { [$0.name, $0.history] }
    let others = [
      "doubled_gtin", "doubled_sku", "erased", "history", "history_forgotten", "history_gone",
      "history_inserted", "history_size", "history_touched", "hub", "hub_marked", "hub_touched",
      "last_key", "loose_image", "outbox", "outbox_patch", "own_value", "searchable",
      "search", "search_outdated", "title_block",
    ]
    for table in recorded + others {
      _ = try connection.first("SELECT 1 FROM \(table)") { _ in }
    }
  }

  /// Whether an index has more than columns.
  private static func isComputed(_ index: Part, _ connection: Connection) throws -> Bool {
    try connection.integer(
      """
      SELECT (SELECT count(*) FROM pragma_index_xinfo(?1) WHERE cid = -2)
        + (SELECT count(*) FROM sqlite_schema AS part, pragma_index_list(part.tbl_name) AS list
           WHERE part.name = ?1 AND list.name = ?1 AND list.partial)
      """, index.name) > 0
  }
}
