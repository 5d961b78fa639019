// SPDX-License-Identifier: Apache-2.0
// How a record is stored: small values in the record's own file, large ones in value files beside
// it, each of which is an excerpt of the record that is merged into it when it is read. What fits
// nowhere is left out and reported, and the value saved before stays.

import Foundation

/// An entry of a record that can be moved to another file.
struct RecordEntry: Hashable, Sendable {
  let place: LeftOut.Place
  let key: String
  /// Of the window's own activity, without the contributions of views.
  var isOwn = false
}

/// A record as it is in its files.
struct RecordFile: Equatable, Sendable {
  /// A value file beside the record.
  struct Part: Equatable, Sendable {
    let name: String
    let entries: Set<RecordEntry>
    let size: Int
  }

  /// Everything in the record, whichever file it is in.
  let record: SceneRecord
  let parts: [Part]

  /// What is in the record's own file.
  var value: StateValue {
    if parts.isEmpty { return record.value }
    let moved = parts.reduce(into: Set<RecordEntry>()) { $0.formUnion($1.entries) }
    var fields = record.without(moved).value.object ?? [:]
    fields[Self.partsKey] = .array(parts.map { .string($0.name) })
    return .object(fields)
  }

  func part(of entry: RecordEntry) -> Part? { parts.first { $0.entries.contains(entry) } }

  // MARK: Reading

  static let partsKey = "parts"

  /// A record's contents from these bytes, without its value files.
  static func value(_ data: Data) throws -> StateValue {
    guard data.count <= StateLimits.recordBytes else {
      throw StateProblem.Reason.tooLarge(limit: StateLimits.recordBytes)
    }
    return try StateValue(json: data)
  }

  /// The names of the value files that a record lists; names that are not ours are ignored.
  static func partNames(in value: StateValue) -> [String] {
    (value.object?[partsKey]?.array ?? []).compactMap(\.string).filter(isPartName)
  }

  static func isPartName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".")
      && name.utf8.allSatisfy(RecordEntry.isPlain)
  }

  /// Merges an excerpt into a record. The record's own values win.
  static func merge(_ excerpt: StateValue, into value: inout StateValue) {
    guard var fields = value.object, let more = excerpt.object else { return }
    for (key, part) in more {
      switch key {
      case "storage", "views": fields[key] = union(fields[key], part)
      case "activity", "ownActivity":
        guard var activity = fields[key]?.object, let part = part.object else { continue }
        for (key, value) in part {
          activity[key] = key == "userInfo" ? union(activity[key], value) : activity[key] ?? value
        }
        fields[key] = .object(activity)
      default: fields[key] = fields[key] ?? part
      }
    }
    value = .object(fields)
  }

  private static func union(_ own: StateValue?, _ more: StateValue) -> StateValue {
    .object((own?.object ?? [:]).merging(more.object ?? [:]) { own, _ in own })
  }

  /// A record with these value files.
  init(_ record: SceneRecord, parts: [Part] = []) {
    self.record = record
    self.parts = parts
  }

  /// A record that was read, with the value files it was read from.
  init(read record: SceneRecord, parts: [(name: String, excerpt: StateValue)]) {
    self.record = record
    self.parts = parts.map { name, excerpt in
      var remarks: [String] = []
      var fields = excerpt.object ?? [:]
      fields["id"] = .string(record.id.uuidString)
      for key in ["activity", "ownActivity"] {
        guard var activity = fields[key]?.object else { continue }
        activity["type"] = .string("x")
        fields[key] = .object(activity)
      }
      let entries = (try? SceneRecord(.object(fields), remarks: &remarks))?.entries ?? [:]
      let size = entries.reduce(0) { $0 + $1.value.canonicalData().count + $1.key.key.utf8.count }
      return Part(name: name, entries: Set(entries.keys), size: size)
    }
  }
}

extension RecordEntry {
  /// Whether it is something the user typed and cannot easily recreate: its key contains “draft”.
  var isDraft: Bool { place == .storage && Self.isDraft(key) }

  static func isDraft(_ key: String) -> Bool { key.lowercased().contains("draft") }

  /// The key in a form for file names, for people who look into the directory.
  var fileLabel: String {
    let plain = key.utf8.prefix(80).map { Self.isPlain($0) ? $0 : UInt8(ascii: "_") }
    let label = String(decoding: plain, as: UTF8.self)
    return label.isEmpty || label.hasPrefix(".") ? "_" + label : label
  }

  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension SceneRecord {
  /// All entries that can be of any size.
  var entries: [RecordEntry: StateValue] {
    var entries: [RecordEntry: StateValue] = [:]
    func add(_ place: LeftOut.Place, _ values: [String: StateValue], isOwn: Bool = false) {
      for (key, value) in values {
        entries[RecordEntry(place: place, key: key, isOwn: isOwn)] = value
      }
    }
    add(.storage, storage)
    add(.view, views.mapValues(\.value))
    add(.activity, (activity?.userInfo ?? [:]).byName)
    add(.activity, (ownActivity?.userInfo ?? [:]).byName, isOwn: true)
    add(.unknown, unknown)
    return entries
  }

  mutating func replace(_ entry: RecordEntry, with value: StateValue?) {
    switch entry.place {
    case .storage: storage[entry.key] = value
    case .view: views[entry.key] = value.flatMap { ViewState($0) }
    case .activity where entry.isOwn: ownActivity?.userInfo[StateKey(entry.key)] = value
    case .activity: activity?.userInfo[StateKey(entry.key)] = value
    case .unknown: unknown[entry.key] = value
    case .application, .settings: break
    }
  }

  func without(_ entries: Set<RecordEntry>) -> SceneRecord {
    // All at once: with thousands of entries, a copy for each would take seconds.
    var record = self
    var info = activity?.userInfo ?? [:]
    var ownInfo = ownActivity?.userInfo ?? [:]
    for entry in entries {
      switch entry.place {
      case .storage: record.storage[entry.key] = nil
      case .view: record.views[entry.key] = nil
      case .activity where entry.isOwn: ownInfo[StateKey(entry.key)] = nil
      case .activity: info[StateKey(entry.key)] = nil
      case .unknown: record.unknown[entry.key] = nil
      case .application, .settings: break
      }
    }
    record.activity?.userInfo = info
    record.ownActivity?.userInfo = ownInfo
    return record
  }

  /// Only the chosen entries, at their places in a record.
  func excerpt(_ chosen: Set<RecordEntry>) -> StateValue {
    var fields: [String: StateValue] = [:]
    func part(
      _ place: LeftOut.Place, of values: [String: StateValue], isOwn: Bool = false
    ) -> StateValue? {
      let part = values.filter {
        chosen.contains(RecordEntry(place: place, key: $0.key, isOwn: isOwn))
      }
      return part.isEmpty ? nil : .object(part)
    }
    fields["storage"] = part(.storage, of: storage)
    fields["views"] = part(.view, of: views.mapValues(\.value))
    fields["activity"] = part(.activity, of: (activity?.userInfo ?? [:]).byName)
      .map { .object(["userInfo": $0]) }
    fields["ownActivity"] = part(.activity, of: (ownActivity?.userInfo ?? [:]).byName, isOwn: true)
      .map { .object(["userInfo": $0]) }
    for (key, value) in unknown where chosen.contains(RecordEntry(place: .unknown, key: key)) {
      fields[key] = value
    }
    return .object(fields)
  }
}
