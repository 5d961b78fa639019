// SPDX-License-Identifier: Apache-2.0
// The version of everything on disk. It is raised when older applications could no longer read the
// files; each version has a directory of its own, so that a downgrade loses nothing.

import Foundation

/// The current version, and the migrations from older ones.
struct StateSchema: Sendable {
  typealias Migration = @Sendable ([String: StateValue]) -> [String: StateValue]

  let version: Int
  /// For each version, the migration of a window's record to the next.
  let migrations: [Int: Migration]

  static let current = StateSchema(version: 1, migrations: [:])

  /// The keys of a record, migrated to this version.
  func migrated(_ fields: [String: StateValue], from old: Int) -> [String: StateValue] {
    var fields = fields
    // There was never a version below the first, whatever a damaged file says.
    var step = max(1, old)
    while step < version {
      if let migration = migrations[step] { fields = migration(fields) }
      step += 1
    }
    return fields
  }

  /// How many days the directory of an older version is kept.
  static let oldLayoutDays = 30
}
