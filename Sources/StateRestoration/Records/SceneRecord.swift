// SPDX-License-Identifier: Apache-2.0
// The file of one window. Every key is optional, values out of range are clamped or ignored, and
// unknown keys are kept at every level.

import Foundation

/// What is saved of one window.
public struct SceneRecord: Sendable, Equatable, Identifiable {
  /// The version of the file format.
  package static let schema = StateSchema.current.version

  /// The window's identifier.
  public let id: UUID
  /// The kind of window.
  public let kind: SceneKind
  /// Increases with every record written, whatever the clock says.
  package internal(set) var generation = 0
  /// What the user was doing in it.
  public internal(set) var activity: UserActivity?
  /// Its size.
  public internal(set) var geometry: SceneGeometry?
  /// What its views stored, by key. Of texts that are edited, without the edits.
  package internal(set) var storage: [String: StateValue] = [:]
  /// What the objects of a `StateRestoring` tree encoded, by path.
  package internal(set) var views: [String: ViewState] = [:]
  /// The version of the application that wrote it; nil in records from before this was stored.
  public internal(set) var applicationVersion: String?
  /// Whether the window was on screen in the last session that the user continued. If not, it is
  /// kept, and only comes back on request.
  public internal(set) var wasShown = true
  /// The day of use on which the window was closed, as counted by `SessionRecord.daysOfUse`.
  var closedOnDay: Int?
  /// When the window was closed, by the clock at that time.
  public internal(set) var closed: Date?
  /// The activity set by the window itself, without what views contribute.
  var ownActivity: UserActivity?
  /// Whether views alone say what the user is doing.
  var isActivityOfViews = false
  /// Which activities of others the window takes.
  var conditions = ActivationConditions()
  /// What was typed into texts of the storage and is not in them yet.
  var edits = EditedTexts()
  /// Values to be encoded on the writer's thread.
  var pending: [String: PendingValue] = [:]
  /// Keys of a newer version, which are kept.
  var unknown: [String: StateValue] = [:]
  private var unknownInActivity = UnknownFields()
  private var unknownInOwnActivity = UnknownFields()
  private(set) var unknownInGeometry: [String: StateValue] = [:]
  private var schemaVersion = Self.schema

  init(id: UUID, kind: SceneKind) {
    self.id = id
    self.kind = kind
  }

  /// Reads a record. `name` is the file's name, which must match the record. `layout` is the
  /// version of the directory it is in.
  init(
    _ data: Data, name: String? = nil, schema: StateSchema = .current, layout: Int? = nil,
    remarks: inout [String]
  ) throws {
    try self.init(
      try RecordFile.value(data), name: name, schema: schema, layout: layout, remarks: &remarks)
  }

  init(
    _ value: StateValue, name: String? = nil, schema: StateSchema = .current, layout: Int? = nil,
    remarks: inout [String]
  ) throws {
    guard let object = value.object else {
      throw StateProblem.Reason.notARecord
    }
    let written = object["schema"]?.int ?? layout ?? schema.version
    guard written <= schema.version else {
      throw StateProblem.Reason.newerVersion
    }
    var fields = StateFields(schema.migrated(object, from: written))
    _ = fields.int("schema", in: 1...schema.version)
    _ = fields.array(RecordFile.partsKey)
    let identity = fields.uuid("id")
    let named = name.map { $0.prefix { $0 != "." } }.flatMap {
      $0.utf8.count >= 36 ? UUID(uuidString: String($0.suffix(36))) : nil
    }
    if name != nil, named == nil {
      throw StateProblem.Reason.notNamedAfterAWindow
    }
    if let named, let identity, named != identity {
      throw StateProblem.Reason.ofAnotherWindow
    }
    guard let id = identity ?? named else {
      throw StateProblem.Reason.notARecord
    }
    self.init(id: id, kind: SceneKind(fields.string("kind") ?? ""))
    schemaVersion = schema.version
    generation = fields.int("generation", in: 0...(1 << 52)) ?? 0
    if let part = fields.object("activity") {
      var part = StateFields(part)
      activity = UserActivity(&part)
      unknownInActivity = UnknownFields(part, of: activity)
      fields.add("activity", part.remarks)
    }
    if let part = fields.object("ownActivity") {
      var part = StateFields(part)
      ownActivity = UserActivity(&part)
      unknownInOwnActivity = UnknownFields(part, of: ownActivity)
      fields.add("ownActivity", part.remarks)
    }
    isActivityOfViews = fields.bool("activityOfViews") ?? false
    if let part = fields.object("geometry") {
      var part = StateFields(part)
      geometry = SceneGeometry(&part)
      unknownInGeometry = geometry == nil ? [:] : part.rest
      fields.add("geometry", part.remarks)
    }
    storage = fields.object("storage") ?? [:]
    applicationVersion = fields.string("applicationVersion", longest: StateLimits.nameBytes)
    wasShown = fields.bool("shown") ?? true
    closedOnDay = fields.int("closedOnDay", in: 0...Int(Int32.max))
    closed = fields.int("closed", in: 0...(1 << 40)).map {
      Date(timeIntervalSince1970: Double($0))
    }
    for (path, value) in fields.object("views") ?? [:] {
      if let state = ViewState(value) {
        views[path] = state
      } else {
        fields.remark("the view “\(path)” has no state and was ignored")
      }
    }
    unknown = fields.rest
    if let part = unknown["conditions"].flatMap({ ActivationConditions($0) }) {
      conditions = part
      unknown["conditions"] = nil
    }
    remarks += fields.remarks
  }

  /// The whole record as one JSON value.
  public var value: StateValue {
    var fields = unknown
    fields["schema"] = .int(Int64(schemaVersion))
    fields["id"] = .string(id.uuidString)
    fields["kind"] = .string(kind.rawValue)
    fields["generation"] = .int(Int64(generation))
    fields["activity"] = activity.map { .object(unknownInActivity.and($0)) }
    fields["geometry"] = geometry.map { .object(unknownInGeometry.merging($0.fields) { $1 }) }
    fields["ownActivity"] = ownActivity.map { .object(unknownInOwnActivity.and($0)) }
    if isActivityOfViews { fields["activityOfViews"] = .bool(true) }
    if let value = conditions.value { fields["conditions"] = value }
    fields["storage"] = .object(wholeStorage)
    fields["applicationVersion"] = applicationVersion.map { .string($0) }
    if !wasShown { fields["shown"] = .bool(false) }
    fields["closedOnDay"] = closedOnDay.map { .int(Int64($0)) }
    fields["closed"] = closed.map { .int(Int64($0.timeIntervalSince1970)) }
    if !views.isEmpty { fields["views"] = .object(views.mapValues(\.value)) }
    return .object(fields)
  }

  /// What its views stored.
  public var values: [StateKey: StateValue] { wholeStorage.byKey }

  /// Whether both have the same contents, whenever they were written.
  func isSame(as other: SceneRecord) -> Bool {
    var other = other
    other.generation = generation
    return self == other
  }
}

/// What a newer version wrote about an activity. It belongs to activities of that type.
private struct UnknownFields: Sendable, Equatable {
  private var type: ActivityType = ""
  private var fields: [String: StateValue] = [:]

  init() {}

  init(_ part: StateFields, of activity: UserActivity?) {
    guard let activity, !part.rest.isEmpty else { return }
    (type, fields) = (activity.type, part.rest)
  }

  /// The fields of an activity, with these.
  func and(_ activity: UserActivity) -> [String: StateValue] {
    activity.type == type ? fields.merging(activity.fields) { $1 } : activity.fields
  }
}
