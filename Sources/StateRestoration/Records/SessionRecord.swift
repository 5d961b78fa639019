// SPDX-License-Identifier: Apache-2.0
// The order of the windows, and how the session ended. If this file is lost, only the order is
// lost: a window exists if its record does.

import Foundation

/// The windows with a name that take the place of others. Once this is on the disk, they are the ones that come
/// back, even if none of their records is there yet.
struct ChangeOfWindows: Sendable, Equatable {
  /// Those that come.
  let coming: UUID
  /// The windows that go, which are kept as windows with a name.
  let going: Set<UUID>
  /// Records with a higher generation are of windows as they were after the change.
  let generation: Int

  init(coming: UUID, going: Set<UUID>, generation: Int) {
    (self.coming, self.going, self.generation) = (coming, going, generation)
  }

  init?(_ object: [String: StateValue]) {
    var fields = StateFields(object)
    guard let coming = fields.uuid("coming"),
      let generation = fields.int("generation", in: 0...(1 << 52))
    else { return nil }
    self.init(
      coming: coming, going: Set((fields.array("going") ?? []).compactMap(\.uuid)),
      generation: generation)
  }

  var value: StateValue {
    .object([
      "coming": .string(coming.uuidString),
      "going": .array(going.map(\.uuidString).sorted().map { .string($0) }),
      "generation": .int(Int64(generation)),
    ])
  }
}

/// The contents of `session.json`.
struct SessionRecord: Sendable, Equatable {
  /// The highest generation of any record when this was written.
  var generation = 0
  /// Whether the last session ended deliberately.
  var isClean = false
  /// Most recent first.
  var order: [UUID] = []
  var focused: UUID?
  /// The version of the application that wrote it.
  var applicationVersion = ""
  /// The application's own values.
  var application: [String: StateValue] = [:]
  /// Notices that the user has seen and does not need again.
  var notified: Set<String> = []
  /// The older layout that this was migrated from, and when: by the clock, and by the day of use.
  var migratedFrom: Int?
  var migratedAt: Date?
  var migratedOnDay: Int?
  /// On how many days the program has been used. Ages are counted in these, so that a clock that is
  /// wrong for a day makes nothing old.
  var daysOfUse = 0
  /// The calendar day of the last use, such as `20261121`.
  var lastDayOfUse = 0
  /// The windows with a name that were opened last.
  var named: UUID?
  /// Other windows are taking the place of these: until that is done, the next start completes it.
  var change: ChangeOfWindows?
  private(set) var unknown: [String: StateValue] = [:]

  init() {}

  init(_ value: StateValue, schema: StateSchema = .current, remarks: inout [String]) throws {
    guard let object = value.object else {
      throw StateProblem.Reason.notARecord
    }
    guard object["schema"]?.int ?? 1 <= schema.version else {
      throw StateProblem.Reason.newerVersion
    }
    var fields = StateFields(object)
    _ = fields.int("schema", in: 1...schema.version)
    generation = fields.int("generation", in: 0...(1 << 52)) ?? 0
    isClean = fields.bool("clean") ?? false
    let order = fields.array("order") ?? []
    self.order = order.compactMap(\.uuid)
    if self.order.count < order.count { fields.remark("“order” lists what is no identifier") }
    focused = fields.uuid("focused")
    applicationVersion =
      fields.string("applicationVersion", longest: StateLimits.nameBytes) ?? ""
    application = fields.object("application") ?? [:]
    notified = Set((fields.array("told") ?? []).compactMap(\.string))
    migratedFrom = fields.int("migratedFrom", in: 0...schema.version)
    migratedAt = fields.int("migratedAt", in: 0...(1 << 40)).map {
      Date(timeIntervalSince1970: Double($0))
    }
    migratedOnDay = fields.int("migratedOnDay", in: 0...Int(Int32.max))
    daysOfUse = fields.int("daysOfUse", in: 0...Int(Int32.max)) ?? 0
    lastDayOfUse = fields.int("lastDayOfUse", in: 0...Int(Int32.max)) ?? 0
    named = fields.uuid("named")
    change = fields.object("change").flatMap { ChangeOfWindows($0) }
    unknown = fields.rest
    remarks += fields.remarks
  }

  var value: StateValue {
    var fields = unknown
    fields["schema"] = .int(Int64(StateSchema.current.version))
    fields["generation"] = .int(Int64(generation))
    fields["clean"] = .bool(isClean)
    fields["order"] = .array(order.map { .string($0.uuidString) })
    fields["focused"] = focused.map { .string($0.uuidString) }
    fields["applicationVersion"] = .string(applicationVersion)
    if daysOfUse > 0 { fields["daysOfUse"] = .int(Int64(daysOfUse)) }
    if lastDayOfUse > 0 { fields["lastDayOfUse"] = .int(Int64(lastDayOfUse)) }
    if !application.isEmpty { fields["application"] = .object(application) }
    if !notified.isEmpty { fields["told"] = .array(notified.sorted().map { .string($0) }) }
    fields["named"] = named.map { .string($0.uuidString) }
    fields["change"] = change?.value
    fields["migratedFrom"] = migratedFrom.map { .int(Int64($0)) }
    fields["migratedAt"] = migratedAt.map { .int(Int64($0.timeIntervalSince1970)) }
    fields["migratedOnDay"] = migratedOnDay.map { .int(Int64($0)) }
    return .object(fields)
  }

  /// Counts today as a day of use, whatever the clock says.
  mutating func isUsed(on day: Int) {
    guard day != lastDayOfUse else { return }
    lastDayOfUse = day
    daysOfUse += 1
  }

  /// Listed windows in their order, the focused one first; then unlisted ones, newest first.
  static func ordered(_ records: [SceneRecord], by session: SessionRecord?) -> [SceneRecord] {
    var order = session?.order ?? []
    if let focused = session?.focused, let place = order.firstIndex(of: focused) {
      order.insert(order.remove(at: place), at: 0)
    }
    let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
    return records.sorted {
      let (left, right) = (places[$0.id] ?? Int.max, places[$1.id] ?? Int.max)
      return left == right ? $0.generation > $1.generation : left < right
    }
  }
}
