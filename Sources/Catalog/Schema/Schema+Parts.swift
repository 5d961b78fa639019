// SPDX-License-Identifier: Apache-2.0
// Finds which of the file's tables, indexes, views and triggers differ from those of a new
// catalogue of its version: another program may have removed some or added others. Indexes and triggers can
// be made again.

extension Schema {
  struct Part: Hashable {
    let type, name, sql: String
  }

  /// The parts that the file lacks, or that differ, and those that no catalogue has.
  static func differingParts(
    _ connection: Connection
  ) throws -> (missing: [Part], foreign: [Part]) {
    let ours = try partsOfNewCatalogue(migrator.version(of: connection))
    let found = try parts(of: connection)
    let missing = ours.subtracting(found)
    let names = Set(missing.map(\.name))
    let foreign = found.subtracting(ours).filter { !names.contains($0.name) }
    return (missing.sorted { $0.name < $1.name }, foreign.sorted { $0.name < $1.name })
  }

  /// Those of a new catalogue of a version, which takes 60 ms to make of an older one; of one that is not known here, those
  /// of the newest. What the file says may be any number.
  private static func partsOfNewCatalogue(_ version: Int) throws -> Set<Part> {
    guard (0..<migrator.newestVersion).contains(version) else {
      return try partsOfNewestCatalogue.get()
    }
    return try makeParts(version)
  }

  private static let partsOfNewestCatalogue = Result { try makeParts(migrator.newestVersion) }

  private static func makeParts(_ version: Int) throws -> Set<Part> {
    let fresh = try Connection(":memory:", .readWrite)
    try migrator.migrate(fresh, to: version)
    return try parts(of: fresh)
  }

  /// Makes the indexes and triggers anew that the file lacks, or that differ.
  static func mendParts(_ connection: Connection) throws {
    let missing = try differingParts(connection).missing.filter(runs)
    guard !missing.isEmpty else { return }
    try connection.transaction(.write) {
      for part in missing {
        try connection.execute("DROP \(part.type) IF EXISTS \(part.name); \(part.sql);")
      }
    }
  }

  /// Whether it can be made anew from the rows, and works by itself when something is written.
  private static func runs(_ part: Part) -> Bool { part.type == "trigger" || part.type == "index" }

  /// Removes the triggers and indexes that another program has put into the file, and makes ours anew that it has removed
  /// or changed. Nothing of it runs meanwhile.
  static func removeForeign(_ connection: Connection) throws {
    let (missing, foreign) = try differingParts(connection)
    let ours = missing.filter(runs)
    let changed = Set(ours.map(\.name))
    try connection.transaction(.write) {
      for part in try parts(of: connection)
      where runs(part) && (foreign.contains(part) || changed.contains(part.name)) {
        let name = part.name.replacingOccurrences(of: "\"", with: "\"\"", options: .literal)
        try connection.execute("DROP \(part.type) \"\(name)\"")
      }
      for part in ours { try connection.execute("\(part.sql);") }
    }
  }

  static func parts(of connection: Connection) throws -> Set<Part> {
    try Set(
      connection.rows(
        "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'"
      ) { Part(type: $0.text("type"), name: $0.text("name"), sql: $0.text("sql")) })
  }
}
