// SPDX-License-Identifier: Apache-2.0
// What is wrong with a file, as a value: a program can put it into its user's language, and its kind
// becomes part of the file's name when it is set aside.

import Foundation

/// A file with a problem.
public struct StateProblem: Sendable, Equatable {
  /// Why a file is not used as it is.
  public enum Reason: Error, Sendable, Hashable {
    /// Its contents are not JSON.
    case notJSON(StateJSONError)
    /// It is JSON, but not a record.
    case notARecord
    /// It is something other than a file, such as a directory or a pipe.
    case notAFile
    /// It is larger than such a file can be, in bytes.
    case tooLarge(limit: Int)
    /// Its name is not that of a window.
    case notNamedAfterAWindow
    /// The window in it is not the one in its name.
    case ofAnotherWindow
    /// A newer version wrote it. It stays where it is.
    case newerVersion
    /// Reading it failed.
    case failure(StateFileFailure)
    /// Another error, in its own words.
    case other(String)
    /// A part of it was ignored or adjusted: which, and why, for a log.
    case adjusted(String)
    /// It could not be read, and its last good state was used.
    case replacedByOlder
    /// The session lists it, and it is not there.
    case missing
    /// It was set aside; nil if its name does not say why.
    case setAside(Kind?)
    /// It is in the way of a directory.
    case notADirectory
    /// Another user owns it.
    case ofAnotherUser
    /// Other users could read it.
    case exposed
  }

  /// A kind of reason, as it stands in the name of a file that was set aside.
  public enum Kind: String, Sendable, CaseIterable {
    /// It could not be read.
    case unreadable
    /// It was something other than a record.
    case wrongType = "wrong-type"
    /// Its name was that of another window, or of none.
    case wrongName = "wrong-name"
    /// It was too large.
    case tooLarge = "too-large"
    /// A newer version had written it.
    case newer
  }

  /// Its path.
  public let file: String
  /// Why it is not used as it is.
  public let reason: Reason

  init(_ file: String, _ reason: Reason) {
    self.file = file
    self.reason = reason
  }

  init(_ file: String, _ error: any Error) { self.init(file, Reason(error)) }
}

extension StateProblem.Reason {
  /// The reason for an error while reading a file.
  init(_ error: any Error) {
    switch error {
    case let reason as Self: self = reason
    case let error as StateJSONError: self = .notJSON(error)
    case let error as StateFileFailure where error.code == EINVAL || error.code == ELOOP:
      self = .notAFile
    case let error as StateFileFailure: self = .failure(error)
    default: self = .other(error.localizedDescription)
    }
  }

  /// For the name of the file, if it is set aside.
  var kind: StateProblem.Kind {
    switch self {
    case .notARecord, .notAFile: .wrongType
    case .notNamedAfterAWindow, .ofAnotherWindow: .wrongName
    case .tooLarge: .tooLarge
    case .newerVersion: .newer
    default: .unreadable
    }
  }
}

extension StateProblem.Kind {
  /// Why a file was set aside, from its new name: `<time>-<kind>-<name>`.
  init?(inFileName name: String) {
    let rest = name.drop { $0 != "-" }.dropFirst()
    guard let kind = Self.allCases.first(where: { rest.hasPrefix($0.rawValue + "-") }) else {
      return nil
    }
    self = kind
  }
}

extension StateProblem.Reason: CustomStringConvertible {
  /// The problem, as the end of a sentence for the log.
  public var description: String {
    switch self {
    case .notJSON(let error): error.reason
    case .notARecord: "it is not a record"
    case .notAFile: "it is not a file"
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .notNamedAfterAWindow: "its name is not that of a window"
    case .ofAnotherWindow: "it belongs to another window"
    case .newerVersion: "it was written by a newer version"
    case .failure(let failure): failure.reason
    case .other(let text), .adjusted(let text): text
    case .replacedByOlder: "it could not be read; its last good state was used"
    case .missing: "it is listed and missing"
    case .setAside(let kind):
      "it was set aside, because \(kind?.description ?? "of a reason it does not name")"
    case .notADirectory: "it is not a directory"
    case .ofAnotherUser: "it is somebody else’s"
    case .exposed: "others may read it"
    }
  }
}

extension StateProblem.Kind: CustomStringConvertible {
  /// The reason, as the end of a sentence for the log.
  public var description: String {
    switch self {
    case .unreadable: "it could not be read"
    case .wrongType: "it was something else than a record"
    case .wrongName: "its name was that of another window, or of none"
    case .tooLarge: "it was too large"
    case .newer: "it was written by a newer version"
    }
  }
}
