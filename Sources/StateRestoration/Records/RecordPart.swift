// SPDX-License-Identifier: Apache-2.0
// Where to look for what has changed in a record: looking everywhere takes too long for a key press.

/// A part of a record, changes of which are looked for on their own.
enum RecordPart: Hashable {
  case storage(String)
  case activity
  case geometry
  case views

  /// What is in any of these records.
  static func all(of records: [SceneRecord]) -> Set<RecordPart> {
    let keys = records.flatMap { Array($0.storage.keys) + $0.pending.keys }
    return Set([.activity, .geometry, .views] + keys.map { .storage($0) })
  }
}

/// What is known of how a part differs from what its journal has.
enum PartChange {
  /// These changes were made to this value, which was a text with these edits if it had any.
  case found([RecordChange], of: StateValue?, EditedText.State? = nil)
  /// It has to be looked for.
  case unknown
}
