// A whole session in one file, archived at a start so that a person can go back to it.

import Foundation

/// An archived session.
struct HistoryRecord: Sendable, Equatable {
  var saved: Date
  var session: SessionRecord
  var windows: [SceneRecord]

  init(saved: Date, session: SessionRecord, windows: [SceneRecord]) {
    self.saved = saved
    self.session = session
    self.windows = windows
  }

  init(_ value: StateValue, schema: StateSchema = .current, remarks: inout [String]) throws {
    guard let object = value.object else {
      throw Unreadable(word: "wrong-type", reason: "it is not a JSON object")
    }
    var fields = StateFields(object)
    saved = Date(timeIntervalSince1970: Double(fields.int("saved", in: 0...(1 << 40)) ?? 0))
    session = try SessionRecord(
      .object(fields.object("session") ?? [:]), schema: schema, remarks: &remarks)
    var windows: [SceneRecord] = []
    for window in fields.array("windows") ?? [] {
      do { windows.append(try SceneRecord(window, schema: schema, remarks: &remarks)) } catch {
        remarks.append("one of its windows was ignored: \(Unreadable(error).reason)")
      }
    }
    self.windows = windows
    remarks += fields.remarks
  }

  var value: StateValue {
    .object([
      "schema": .int(Int64(StateSchema.current.version)),
      "saved": .int(Int64(saved.timeIntervalSince1970)),
      "session": session.value,
      "windows": .array(windows.map(\.value)),
    ])
  }

  /// Many windows, each within its limit.
  static let byteLimit = 64 * 1024 * 1024
}
