// What a start found on disk, good and bad.

import Foundation

/// A file that is wrong, and how.
public struct StateProblem: Sendable, Equatable {
  /// Its path.
  public let file: String
  /// What is wrong with it, as the end of a sentence.
  public let reason: String
  /// The reason in one word, as it stands in a file name.
  let word: String

  init(_ file: String, _ unreadable: Unreadable) {
    self.file = file
    reason = unreadable.reason
    word = unreadable.word
  }

  init(_ file: String, _ reason: String) {
    self.init(file, Unreadable(word: "wrong", reason: reason))
  }
}

/// What a store read at the start.
struct StoredState: Sendable {
  var session: SessionRecord?
  var records: [SceneRecord] = []
  /// Those that are not on disk in this form: read from a `.prev`, from an older version, from a
  /// place that can't be written to.
  var unsaved: Set<UUID> = []
  /// Windows of another place, older than this state, that are no more.
  var superseded: Set<UUID> = []
  var launch: LaunchRecord?
  /// Those that can be reopened, the one closed last first.
  var closed: [SceneRecord] = []
  /// The highest number of any record.
  var generation = 0
  /// Windows that could not be read at all.
  var unreadable: [StateProblem] = []
  /// Windows that were listed and are gone.
  var missing: [UUID] = []
  var newerVersion: Int?
  /// What is to be said in the log, one line each.
  var remarks: [StateProblem] = []

  var isEmpty: Bool { session == nil && records.isEmpty }
}
