// SPDX-License-Identifier: Apache-2.0
// A new catalogue with what is ours of one into which another program has put something. Nothing of that runs: rows
// are read from plain tables alone, without views, triggers, computed columns and indexes, and each is put into a
// table of our own, which refuses what ours could not be. Of an older version, all that happens before the copy is
// brought up to date.

import Foundation

struct CleanCopy {
  let source: CatalogFile

  /// Made from the others.
  private static let derived: Set = [
    "doubled_gtin", "doubled_sku", "own_value", "search_outdated", "title_block",
  ]
  /// Tables with one number.
  private static let numbers: Set = ["erased", "history_forgotten", "history_size"]

  /// Writes the copy to a new file.
  func write(to path: String) throws -> OwnCopy {
    let theirs = try source.reader()
    theirs.ignoreForeignCode()
    theirs.limitTime()
    return try theirs.transaction(.read) {
      guard try Schema.isVersionOurs(theirs) else {
        throw CatalogError.foreign(file: source.path)
      }
      let version = try Schema.migrator.version(of: theirs)
      guard version <= Schema.migrator.newestVersion else {
        throw CatalogError.newerVersion(file: source.path)
      }
      try createFile(path)
      let ours = try Connection(path, .readWrite)
      // Before there is anything in it: so that free pages can be given back one by one.
      try ours.execute(
        "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA application_id = \(Schema.applicationID)")
      try Schema.migrator.migrate(ours, to: version)
      var copy = OwnCopy()
      let (missing, foreign) = try Schema.differingParts(theirs)
      let there = try Set(Schema.parts(of: theirs).map(\.name))
      copy.foreignParts = (foreign + missing.filter { there.contains($0.name) }).map(\.name)
        .sorted()
      var isWhole = true
      try ours.transaction(.write) {
        for table in try Self.tables(of: ours) {
          let left = try copyRows(of: table, from: theirs, to: ours, counting: &copy)
          if table.hasPrefix("history") || table == "last_key" { isWhole = isWhole && left == 0 }
        }
        // Without products, everything else is about nothing.
        guard !copy.tablesLeftOut.contains("product") else {
          throw CatalogError.changedPart(file: source.path, name: "product")
        }
        copy.rowsLeftOut += try Self.removeStrays(ours)
        try copySequences(from: theirs, to: ours)
      }
      try finish(ours, &copy, keepsHistory: isWhole)
      ours.allowCheckpointOnClose()
      return copy
    }
  }

  // MARK: Rows

  /// The tables that have rows of their own.
  private static func tables(of connection: Connection) throws -> [String] {
    try connection.rows(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name"
    ) { $0.onlyText }
    .filter { !$0.hasPrefix("sqlite_") && !derived.contains($0) }
  }

  /// Copies what is in a table; returns how many rows are not as ours can be.
  private func copyRows(
    of table: String, from theirs: Connection, to ours: Connection, counting copy: inout OwnCopy
  ) throws -> Int {
    let columns = try ours.rows("SELECT name FROM pragma_table_info(?)", table) { $0.onlyText }
    // No view, no virtual table, and no column that is computed.
    let isPlain = try theirs.integer(
      """
      SELECT count(*) FROM sqlite_schema
      WHERE type = 'table' AND name = ? AND sql LIKE 'CREATE TABLE%'
      """, table)
    let stored =
      try isPlain == 0
      ? []
      : theirs.rows("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", table) {
        $0.onlyText
      }
    guard Set(columns).isSubset(of: stored) else {
      copy.tablesLeftOut.append(table)
      return 1
    }
    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let isNumber = Self.numbers.contains(table)
    var left = 0
    try theirs.forEachRow("SELECT \(list) FROM \"\(table)\" NOT INDEXED", arguments: []) { row in
      let values = row.values
      do {
        let changed =
          isNumber
          ? try ours.run("UPDATE \(table) SET \(list) = ?", arguments: values)
          : try ours.run(
            "INSERT OR IGNORE INTO \"\(table)\" (\(list)) VALUES (\(places))", arguments: values)
        left += changed == 0 ? 1 : 0
      } catch let error as SQLiteError where error.kind == .constraint {
        left += 1
      }
      return true
    }
    copy.rowsLeftOut += left
    return left
  }

  /// Row numbers that were given stay given.
  private func copySequences(from theirs: Connection, to ours: Connection) throws {
    let known = try Set(Self.tables(of: ours))
    // Of the first versions, there is none.
    let isThere = try theirs.integer(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'sqlite_sequence'")
    guard isThere > 0 else { return }
    try theirs.forEachRow("SELECT name, seq FROM sqlite_sequence", arguments: []) { row in
      let (name, last) = (row.text("name"), row.int64("seq"))
      guard known.contains(name), (1..<1 << 40).contains(last) else { return true }
      let changed = try ours.run(
        "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", last, name)
      if changed == 0 { try ours.run("INSERT INTO sqlite_sequence VALUES (?, ?)", name, last) }
      return true
    }
  }

  /// Removes rows that belong to no other; returns how many.
  private static func removeStrays(_ connection: Connection) throws -> Int {
    try tables(of: connection).reduce(0) { sum, table in
      let references = try connection.rows(
        #"SELECT "table", "from" FROM pragma_foreign_key_list(?)"#, table
      ) { (table: $0.text("table"), column: $0.text("from")) }
      return try references.reduce(sum) {
        try $0
          + connection.run(
            """
            DELETE FROM "\(table)" WHERE "\($1.column)" NOT IN (SELECT key FROM "\($1.table)")
            """)
      }
    }
  }

  // MARK: What is made from them

  private func finish(_ ours: Connection, _ copy: inout OwnCopy, keepsHistory: Bool) throws {
    try Schema.migrator.migrate(ours)
    try History.install(on: ours)
    let history = History(connection: ours)
    copy.hasHistory = try keepsHistory && Self.isSound(history)
    let keeps = copy.hasHistory
    try ours.transaction(.write) {
      if !keeps { _ = try history.forgetAll() }
      try ours.run("UPDATE history_size SET bytes = (SELECT ifnull(sum(size), 0) FROM history)")
      // Whoever opens the catalogue looks for pictures that nothing needs any more.
      try ours.run("INSERT INTO search (search) VALUES ('rebuild')")
      try TitleBlocks(connection: ours).renewAll()
    }
    copy.products = try ours.integer("SELECT count(*) FROM product")
  }

  /// Whether every step can be undone, or redone.
  private static func isSound(_ history: History) throws -> Bool {
    for isUndo in [true, false] {
      do {
        let found = try history.connection.rolledBack { try history.walk(isUndo: isUndo) }
        if found.unfit != nil { return false }
      } catch let error as SQLiteError where [.constraint, .corrupt].contains(error.kind) {
        return false
      }
    }
    return true
  }
}
