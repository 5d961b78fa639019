// SPDX-License-Identifier: Apache-2.0
// The state found on disk at a start, good and bad.

import Foundation

/// What a store read at the start.
struct StoredState: Sendable {
  var session: SessionRecord?
  var records: [SceneRecord] = []
  /// Windows whose records are not on disk in this form: read from a `.prev`, an older version, or
  /// a place that is not writable.
  var unsaved: Set<UUID> = []
  /// What was journaled after the records.
  var journals: [UUID: JournalFiles] = [:]
  /// Windows whose records are on the disk, whatever was journaled after them.
  var onDisk: Set<UUID> = []
  /// Windows of another place that are older than this state and have since been removed.
  var superseded: Set<UUID> = []
  var launch: LaunchRecord?
  /// Windows that can be reopened, the last closed first.
  var closed: [SceneRecord] = []
  /// The highest generation of any record.
  var generation = 0
  /// Windows that could not be read at all.
  var unreadable: [StateProblem] = []
  /// Windows that were listed but are missing.
  var missing: [UUID] = []
  var newerVersion: Int?
  /// Remarks for the log, one line each.
  var remarks: [StateProblem] = []

  var isEmpty: Bool { session == nil && records.isEmpty }
}
