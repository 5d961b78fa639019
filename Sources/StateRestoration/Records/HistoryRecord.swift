// SPDX-License-Identifier: Apache-2.0
// A whole session in one file, archived at a start so that a user can go back to it.

import Foundation

/// An archived session.
struct HistoryRecord: Sendable, Equatable {
  var saved: Date
  var session: SessionRecord
  /// The windows, without the contents of their value files.
  var windows: [SceneRecord]
  /// The names of those value files.
  var parts: [UUID: [String]]
  /// Keys of a newer version, which are kept.
  private var unknown: [String: StateValue] = [:]

  init(saved: Date, session: SessionRecord, windows: [RecordFile]) {
    self.saved = saved
    self.session = session
    self.windows = windows.map { file in
      file.record.without(file.parts.reduce(into: []) { $0.formUnion($1.entries) })
    }
    parts = [:]
    for file in windows where !file.parts.isEmpty { parts[file.record.id] = file.parts.map(\.name) }
  }

  init(_ value: StateValue, schema: StateSchema = .current, remarks: inout [String]) throws {
    guard let object = value.object else {
      throw StateProblem.Reason.notARecord
    }
    var fields = StateFields(object)
    saved = Date(timeIntervalSince1970: Double(fields.int("saved", in: 0...(1 << 40)) ?? 0))
    session = try SessionRecord(
      .object(fields.object("session") ?? [:]), schema: schema, remarks: &remarks)
    var windows: [SceneRecord] = []
    var parts: [UUID: [String]] = [:]
    for window in fields.array("windows") ?? [] {
      do {
        let record = try SceneRecord(window, schema: schema, remarks: &remarks)
        windows.append(record)
        let names = RecordFile.partNames(in: window)
        if !names.isEmpty { parts[record.id] = names }
      } catch {
        remarks.append("one of its windows was ignored: \(StateProblem.Reason(error))")
      }
    }
    self.windows = windows
    self.parts = parts
    _ = fields.int("schema", in: 1...schema.version)
    unknown = fields.rest
    remarks += fields.remarks
  }

  var value: StateValue {
    var fields = unknown
    fields["schema"] = .int(Int64(StateSchema.current.version))
    fields["saved"] = .int(Int64(saved.timeIntervalSince1970))
    fields["session"] = session.value
    fields["windows"] = .array(
      windows.map { window in
        var fields = window.value.object ?? [:]
        fields[RecordFile.partsKey] = parts[window.id].map { .array($0.map { .string($0) }) }
        return .object(fields)
      })
    return .object(fields)
  }
}
