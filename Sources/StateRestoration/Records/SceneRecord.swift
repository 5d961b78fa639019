// The file of one window. Every key is optional, what is out of range is clamped or ignored, and
// what this version does not know is kept, at every level that is ours.

import Foundation

/// What is written of one window.
public struct SceneRecord: Sendable, Equatable, Identifiable {
  /// The version of the file's form.
  public static let schema = StateSchema.current.version
  /// A larger file is not read, and not written.
  public static let byteLimit = 256 * 1024

  public let id: UUID
  public let kind: String
  /// Grows with every record written, whatever the clock says.
  public internal(set) var generation = 0
  public internal(set) var activity: UserActivity? {
    didSet { if activity?.type != oldValue?.type { unknownInActivity = [:] } }
  }
  public internal(set) var geometry: SceneGeometry?
  public internal(set) var storage: [String: StateValue] = [:]
  /// What the objects of a `StateRestoring` tree encoded, by their path.
  public internal(set) var views: [String: ViewState] = [:]
  /// What a newer version wrote and this one carries along.
  private(set) var unknown: [String: StateValue] = [:]
  private(set) var unknownInActivity: [String: StateValue] = [:]
  private(set) var unknownInGeometry: [String: StateValue] = [:]
  private var schemaVersion = Self.schema

  init(id: UUID, kind: String) {
    self.id = id
    self.kind = kind
  }

  /// Reads a record. `name` is what the file is called: a record must be its own file's. `layout`
  /// is the version of the directory it lies in.
  init(
    _ data: Data, name: String? = nil, schema: StateSchema = .current, layout: Int? = nil,
    remarks: inout [String]
  ) throws {
    guard data.count <= Self.byteLimit else {
      throw Unreadable(word: "too-large", reason: "it is larger than \(Self.byteLimit) bytes")
    }
    try self.init(
      try StateValue(json: data), name: name, schema: schema, layout: layout, remarks: &remarks)
  }

  init(
    _ value: StateValue, name: String? = nil, schema: StateSchema = .current, layout: Int? = nil,
    remarks: inout [String]
  ) throws {
    guard let object = value.object else {
      throw Unreadable(word: "wrong-type", reason: "it is not a JSON object")
    }
    let written = object["schema"]?.int ?? layout ?? schema.version
    guard written <= schema.version else {
      throw Unreadable(word: Unreadable.newer, reason: "it was written by a newer version")
    }
    var fields = StateFields(schema.migrated(object, from: written))
    _ = fields.int("schema", in: 1...schema.version)
    let identity = fields.uuid("id")
    let named = name.map { $0.prefix { $0 != "." } }.flatMap {
      $0.utf8.count >= 36 ? UUID(uuidString: String($0.suffix(36))) : nil
    }
    if name != nil, named == nil {
      throw Unreadable(word: "wrong-name", reason: "its name is not that of a window")
    }
    if let named, let identity, named != identity {
      throw Unreadable(word: "wrong-name", reason: "it belongs to another window")
    }
    guard let id = identity ?? named else {
      throw Unreadable(word: "wrong-type", reason: "it has no identity")
    }
    self.init(id: id, kind: fields.string("kind", longest: 256) ?? "")
    schemaVersion = schema.version
    generation = fields.int("generation", in: 0...(1 << 52)) ?? 0
    if let part = fields.object("activity") {
      var part = StateFields(part)
      activity = UserActivity(&part)
      unknownInActivity = activity == nil ? [:] : part.rest
      fields.add("activity", part.remarks)
    }
    if let part = fields.object("geometry") {
      var part = StateFields(part)
      geometry = SceneGeometry(&part)
      unknownInGeometry = geometry == nil ? [:] : part.rest
      fields.add("geometry", part.remarks)
    }
    storage = fields.object("storage") ?? [:]
    for (path, value) in fields.object("views") ?? [:] {
      if let state = ViewState(value) {
        views[path] = state
      } else {
        fields.remark("the view “\(path)” has no state and was ignored")
      }
    }
    unknown = fields.rest
    remarks += fields.remarks
  }

  /// The record as it is written, before anything is left out for its size.
  public var value: StateValue {
    var fields = unknown
    fields["schema"] = .int(Int64(schemaVersion))
    fields["id"] = .string(id.uuidString)
    fields["kind"] = .string(kind)
    fields["generation"] = .int(Int64(generation))
    fields["activity"] = activity.map { .object(unknownInActivity.merging($0.fields) { $1 }) }
    fields["geometry"] = geometry.map { .object(unknownInGeometry.merging($0.fields) { $1 }) }
    fields["storage"] = .object(storage)
    if !views.isEmpty { fields["views"] = .object(views.mapValues(\.value)) }
    return .object(fields)
  }

  /// Whether the same is said of the window, whenever it was written.
  func isSame(as other: SceneRecord) -> Bool {
    var other = other
    other.generation = generation
    return self == other
  }
}

extension SceneRecord {
  /// The bytes of the file, and what had to be left out of it for its size: the least valuable
  /// first, what the person typed last.
  func data() -> (data: Data, leftOut: [String]) {
    let data = value.canonicalData()
    if data.count <= Self.byteLimit { return (data, []) }
    var record = self
    var excess = data.count - Self.byteLimit
    var leftOut: [String] = []
    for part in parts where excess > 0 {
      part.leave(&record)
      leftOut.append(part.text)
      excess -= part.size
    }
    return (record.value.canonicalData(), leftOut)
  }

  /// Something that can be left out of a record.
  private struct Part {
    let text: String
    let size: Int
    let leave: (inout SceneRecord) -> Void
  }

  /// What can be left out, in the order in which it would be.
  private var parts: [Part] {
    func each(
      _ values: [String: StateValue], _ what: String,
      _ leave: @escaping (inout SceneRecord, String) -> Void
    ) -> [Part] {
      let parts = values.map { key, value in
        let size = value.canonicalData().count + key.utf8.count
        return Part(text: what + " " + key, size: size) { leave(&$0, key) }
      }
      return parts.sorted { ($0.size, $1.text) > ($1.size, $0.text) }
    }
    let drafts = storage.filter { Self.isDraft($0.key) }
    let others = storage.filter { !Self.isDraft($0.key) }
    return each(unknown, "the unknown key") { $0.unknown[$1] = nil }
      + each(unknownInActivity, "the activity's unknown key") { $0.unknownInActivity[$1] = nil }
      + each(unknownInGeometry, "the size's unknown key") { $0.unknownInGeometry[$1] = nil }
      + each(views.mapValues(\.value), "the state of the view") { $0.views[$1] = nil }
      + each(others, "the value") { $0.storage[$1] = nil }
      + each(activity?.userInfo ?? [:], "the activity's") { $0.activity?.userInfo[$1] = nil }
      + each(drafts, "the draft") { $0.storage[$1] = nil }
  }

  /// Whether a value holds what a person typed and can't get back by hand: its key says “draft”.
  static func isDraft(_ key: String) -> Bool { key.lowercased().contains("draft") }
}
