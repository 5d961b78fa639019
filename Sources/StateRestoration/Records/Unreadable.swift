// Why a file was refused: as one word, which becomes part of its name when it is set aside, and as
// a reason for the log.

import Foundation

/// Why a file was refused, as a word for its file name and as a sentence.
struct Unreadable: Error, Equatable, Sendable {
  let word: String
  let reason: String

  static let newer = "newer"

  /// The words in the names of files that were set aside, and what they mean.
  private static let words = [
    "unreadable": "it could not be read", "wrong-type": "it was something else than a record",
    "wrong-name": "its name was that of another window, or of none",
    "too-large": "it was too large",
    newer: "it was written by a newer version",
  ]

  /// Why a file was set aside, from its new name: `<time>-<word>-<name>`.
  static func reason(inFileName name: String) -> String {
    let rest = name.drop { $0 != "-" }.dropFirst()
    return words.first { rest.hasPrefix($0.key + "-") }?.value ?? "of a reason it does not name"
  }
}

extension Unreadable {
  /// The reason for an error while reading a file.
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
