// The version of everything on disk. It is raised when an older application could no longer read
// the files; each version has a directory of its own, so that going back loses nothing.

import Foundation

/// The version of what is written, and the way from older ones.
struct StateSchema: Sendable {
  typealias Migration = @Sendable ([String: StateValue]) -> [String: StateValue]

  let version: Int
  /// What brings the keys of a window's record from a version to the next.
  let migrations: [Int: Migration]

  static let current = StateSchema(version: 1, migrations: [:])

  /// The keys of a record as this version writes them.
  func migrated(_ fields: [String: StateValue], from old: Int) -> [String: StateValue] {
    var fields = fields
    // Nothing was ever written by a version below the first, whatever a damaged file says.
    var step = max(1, old)
    while step < version {
      if let migration = migrations[step] { fields = migration(fields) }
      step += 1
    }
    return fields
  }

  /// How long the directory of an older version is kept, in days.
  static let oldLayoutDays = 30
}
