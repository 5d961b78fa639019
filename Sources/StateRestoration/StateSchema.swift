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

  /// How long the directory of an older version is kept.
  static let oldLayoutAge = 30.0 * 86_400
}

/// Why a file is not what it should be, in a word that can stand in a file name, and in words.
struct Unreadable: Error, Equatable, Sendable {
  let word: String
  let reason: String

  static let newer = "newer"

  /// The words that stand in the names of files that were set aside, and what they say.
  private static let words = [
    "unreadable": "it could not be read", "wrong-type": "it was something else than a record",
    "wrong-name": "its name was that of another window, or of none",
    "too-large": "it was too large",
    newer: "it was written by a newer version",
  ]

  /// Why a file was set aside, by the name it has since: `<time>-<word>-<name>`.
  static func reason(inFileName name: String) -> String {
    let rest = name.drop { $0 != "-" }.dropFirst()
    return words.first { rest.hasPrefix($0.key + "-") }?.value ?? "of a reason it does not name"
  }
}

extension Unreadable {
  /// What went wrong when a file was read.
  init(_ error: any Error) {
    switch error {
    case let error as Unreadable: self = error
    case let error as NotJSON: self.init(word: "unreadable", reason: error.reason)
    case let error as FileFailure where error.code == EINVAL || error.code == ELOOP:
      self.init(word: "wrong-type", reason: "it is not a file")
    case let error as FileFailure: self.init(word: "unreadable", reason: error.reason)
    default: self.init(word: "unreadable", reason: error.localizedDescription)
    }
  }
}
