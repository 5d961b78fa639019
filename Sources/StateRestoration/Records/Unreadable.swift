// Why a file was not taken: one word, which becomes part of its name when it is moved aside, and a
// reason for the log.

import Foundation

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
    case let error as StateJSONError: self.init(word: "unreadable", reason: error.reason)
    case let error as StateFileFailure where error.code == EINVAL || error.code == ELOOP:
      self.init(word: "wrong-type", reason: "it is not a file")
    case let error as StateFileFailure: self.init(word: "unreadable", reason: error.reason)
    default: self.init(word: "unreadable", reason: error.localizedDescription)
    }
  }
}
