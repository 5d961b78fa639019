// SPDX-License-Identifier: Apache-2.0
// Windows that were given a name, so that all of them come back when they are asked for. The file has
// everything that their records have, also what a record has beside it: it needs no other file.

import Foundation

/// Windows that have a name together: an arrangement that comes back on request.
public struct NamedSession: Sendable, Equatable, Identifiable {
  /// Its identifier on disk, whatever it is called.
  public let id: UUID
  /// What the user calls it.
  public internal(set) var name: String
  /// A number that no other has, such as for a key: the smallest that was free. Nil for one that was kept
  /// automatically.
  public internal(set) var number: Int?
  /// Whether nobody asked for it: the windows that made way for another one.
  public internal(set) var isAutomatic = false
  /// When its windows were as they are in it, by the clock at that time.
  public internal(set) var saved: Date
  /// Its windows, most recent first: the first one had the focus.
  public internal(set) var windows: [SceneRecord]
  /// What it came from, if that is another machine: as it was said when it was added.
  public internal(set) var source: String?
  /// The one whose windows these were before, if it was kept automatically.
  var origin: UUID?
  /// Increases with each that is written.
  var generation = 0
  /// Windows of a newer version, which are kept.
  private var unread: [StateValue] = []
  /// Keys of a newer version, which are kept.
  private var unknown: [String: StateValue] = [:]

  init(id: UUID = UUID(), name: String, saved: Date, windows: [SceneRecord]) {
    (self.id, self.name, self.saved, self.windows) = (id, name, saved, windows)
  }

  init(_ value: StateValue, schema: StateSchema = .current, remarks: inout [String]) throws {
    guard let object = value.object else { throw StateProblem.Reason.notARecord }
    guard object["schema"]?.int ?? 1 <= schema.version else {
      throw StateProblem.Reason.newerVersion
    }
    var fields = StateFields(object)
    _ = fields.int("schema", in: 1...schema.version)
    guard let id = fields.uuid("id"), let windows = fields.array("windows") else {
      throw StateProblem.Reason.notARecord
    }
    self.id = id
    name = fields.string("name", longest: StateLimits.nameBytes) ?? ""
    number = fields.int("number", in: 1...Self.mostNumbers)
    isAutomatic = fields.bool("automatic") ?? false
    source = fields.string("source", longest: StateLimits.nameBytes)
    origin = fields.uuid("origin")
    generation = fields.int("generation", in: 0...(1 << 52)) ?? 0
    saved = Date(timeIntervalSince1970: Double(fields.int("saved", in: 0...(1 << 40)) ?? 0))
    self.windows = []
    var met: Set<UUID> = []
    for window in windows {
      do {
        let record = try SceneRecord(window, schema: schema, remarks: &remarks)
        if met.insert(record.id).inserted { self.windows.append(record) }
      } catch {
        unread.append(window)
        remarks.append("one of its windows was ignored: \(StateProblem.Reason(error))")
      }
    }
    unknown = fields.rest
    remarks += fields.remarks
  }

  var value: StateValue {
    var fields = unknown
    fields["schema"] = .int(Int64(StateSchema.current.version))
    fields["id"] = .string(id.uuidString)
    fields["name"] = .string(name)
    fields["number"] = number.map { .int(Int64($0)) }
    if isAutomatic { fields["automatic"] = .bool(true) }
    fields["source"] = source.map { .string($0) }
    fields["origin"] = origin.map { .string($0.uuidString) }
    fields["generation"] = .int(Int64(generation))
    fields["saved"] = .int(Int64(saved.timeIntervalSince1970))
    fields["windows"] = .array(windows.map(\.value) + unread)
    return .object(fields)
  }

  static let mostNumbers = 9_999

  var ids: Set<UUID> { Set(windows.map(\.id)) }

  /// What was typed in a window belongs to the window: here is what the window had last. Returns whether anything is new.
  mutating func takeOverDrafts(of newer: [UUID: SceneRecord]) -> Bool {
    var isNew = false
    for (index, window) in windows.enumerated() {
      guard let other = newer[window.id], other.generation > window.generation else { continue }
      let changed = window.takingDrafts(of: other)
      isNew = isNew || changed.storage != window.storage
      windows[index] = changed
    }
    return isNew
  }
}

extension NamedSession {
  /// Why something cannot be done with windows that have a name.
  public enum Refused: Error, Equatable, Sendable {
    /// There is none with this identifier.
    case missing
    /// It has no name, or one that is too long or cannot be read.
    case noName
    /// Another one has this name.
    case nameIsTaken
    /// There is no window to keep.
    case noWindows
    /// They are more than fit into one file, in bytes.
    case tooLarge(limit: Int)
    /// Windows are not saved in the user's home now; ``RestorationCoordinator/savingState`` says why.
    case notSaving
    /// What was changed in a window can't be saved, and would be lost.
    case wouldLose(LeftOut)
    /// Its windows are being changed all the time.
    case busy
    /// It can't be read, or written.
    case unreadable(StateProblem.Reason)
    /// The disk does not take it.
    case failure(StateFileFailure)
  }

  /// A name as it is kept; nil if it is none.
  public static func name(_ text: String) -> String? {
    let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isReadable = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return name.isEmpty || name.utf8.count > StateLimits.nameBytes || !isReadable ? nil : name
  }

  /// Whether two names are the same for people.
  public static func areSame(_ one: String, _ other: String) -> Bool {
    one.lowercased() == other.lowercased()
  }
}

extension NamedSession.Refused: LocalizedError {
  /// A sentence in English.
  public var errorDescription: String? {
    switch self {
    case .missing: "There are no such windows."
    case .noName: "That is no name."
    case .nameIsTaken: "Others have this name."
    case .noWindows: "There is no window to keep."
    case .tooLarge(let limit): "These windows have more than \(limit) bytes."
    case .notSaving: "Windows are not being saved."
    case .wouldLose(let value): value.line
    case .busy: "The windows are being changed all the time."
    case .unreadable(let reason): "They can’t be read: \(reason)."
    case .failure(let failure): failure.errorDescription
    }
  }
}

extension SceneRecord {
  /// This window with what was typed in another state of it.
  func takingDrafts(of other: SceneRecord) -> SceneRecord {
    var record = self
    record.storage = record.storage.filter { !RecordEntry.isDraft($0.key) }
      .merging(other.storage.filter { RecordEntry.isDraft($0.key) }) { $1 }
    record.generation = other.generation
    return record
  }

  var hasDrafts: Bool { storage.keys.contains(where: RecordEntry.isDraft) }

  /// With all values encoded and texts put together. What can't be encoded stays as it was.
  var whole: SceneRecord {
    var record = puttingTextsTogether
    for (key, pending) in record.pending {
      if let value = try? pending.encode() { record.storage[key] = value }
    }
    record.pending = [:]
    return record
  }
}
