// SPDX-License-Identifier: Apache-2.0
// Migrates a file's tables to this version's schema, one named step at a time. The number of steps
// taken is the file's `user_version`. A step that has been released is never changed.

struct Migration: Sendable {
  let name: String
  let script: String
  /// About how long it takes for a million products, to say beforehand how long a conversion takes; an estimate, which
  /// how long the copy before it takes corrects.
  var secondsOfMillion = 0.0
}

struct Migrator: Sendable {
  let migrations: [Migration]
  /// What all of them make of an empty file, which a new one gets at once.
  var newest: String?

  var newestVersion: Int { migrations.count }

  func version(of connection: Connection) throws -> Int {
    try connection.integer("PRAGMA user_version")
  }

  /// The steps that a file of this version lacks.
  func pending(after version: Int) -> ArraySlice<Migration> {
    migrations.dropFirst(max(0, version))
  }

  /// Takes the missing steps, each in its own transaction, up to a version; by default to the newest.
  func migrate(
    _ connection: Connection, to last: Int? = nil, afterEach: () -> Void = {}
  ) throws {
    let reached = max(0, try version(of: connection))
    let wanted = migrations.prefix(last ?? newestVersion)
    if let newest, reached == 0, wanted.count == newestVersion {
      return try connection.transaction(.write) {
        try connection.execute(newest)
        try connection.execute("PRAGMA user_version = \(newestVersion)")
      }
    }
    for (index, migration) in wanted.enumerated().dropFirst(reached) {
      try connection.transaction(.write) {
        try connection.execute(migration.script)
        try connection.execute("PRAGMA user_version = \(index + 1)")
      }
      afterEach()
    }
  }
}
