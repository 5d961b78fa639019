// SPDX-License-Identifier: Apache-2.0
// The hub of a shared catalogue: what its functions are called with and what they answer. `hub.sql` has the rules.

import Catalog
import Foundation

/// Sendable because `HubServer` is.
public final class Hub: Sendable {
  let server: HubServer
  /// By which others tell this connection from another one.
  let token = UUID()
  /// What the hub said when it was greeted.
  public let greeting: Greeting

  /// Who a hub is, and what it lets this member do.
  public struct Greeting: Sendable, Equatable {
    public let id: UUID
    public let incarnation: UUID
    public let format: Int
    /// “reader”, “editor” or “manager”; nil for nobody who was made a member.
    public let role: String?
    /// Whether the database was put back from a backup, and nobody has said so.
    let isElsewhere: Bool
    /// From where on the feed has what is not among all rows.
    public let horizon: HubCursor
    let newest: Int64
  }

  /// The format that this version speaks.
  static let format = 1
  /// How many rows are asked for at once.
  private static let page = "2000"
  /// A bell that rings for those who listen.
  private static let bell = "vitrine_1"

  /// Connects to a hub and greets it.
  public init(at address: String) async throws {
    server = try await HubServer(address)
    let rows = try await Self.translating { [server] in
      try await server.rows(
        "SELECT id, incarnation, format, role, is_elsewhere, horizon, newest FROM vitrine_1.hello()"
      )
    }
    guard let row = rows.first, let id = row[0].flatMap(UUID.init(uuidString:)),
      let incarnation = row[1].flatMap(UUID.init(uuidString:)),
      let format = row[2].flatMap({ Int($0) }),
      let horizon = row[5].flatMap({ Int64($0) }), let newest = row[6].flatMap({ Int64($0) })
    else { throw HubError.noHub }
    greeting = Greeting(
      id: id, incarnation: incarnation, format: format, role: row[3], isElsewhere: row[4] == "t",
      horizon: HubCursor(x: horizon, n: -1), newest: newest)
    guard format <= Self.format else { throw HubError.newerHub }
    if greeting.isElsewhere { throw HubError.restoredHub }
  }

  /// Makes a hub in the database at an address. On this computer it makes that, too: elsewhere its name may be mistyped.
  public static func create(at address: String) async throws {
    let server: HubServer
    do { server = try await HubServer(address, isNew: true) } catch HubError.noDatabase {
      try await HubServer.makeDatabase(address)
      server = try await HubServer(address)
    }
    try await translating {
      try await server.runScript("CREATE SCHEMA vitrine_1; CREATE SCHEMA vitrine; " + script)
    }
  }

  /// Brings the hub at an address, which an older version made, up to this one, as its owner. Whoever is connected stays.
  public static func upgrade(at address: String) async throws {
    let server = try await HubServer(address)
    try await translating { try await server.runScript(script) }
  }

  private static var script: String { String(decoding: PackageResources.hub_sql, as: UTF8.self) }

  /// What `hub.sql` does to the server, beside its database.
  static var groups: String {
    let part = script.components(separatedBy: "-- MARK: Groups\n").last ?? ""
    return part.components(separatedBy: "-- MARK: ").first ?? ""
  }

  /// Tells a hub, as its owner, that its database was put back from a backup.
  public static func tellRestored(at address: String) async throws {
    let server = try await HubServer(address)
    try await translating { _ = try await server.rows("SELECT vitrine_1.restored()") }
  }

  /// Connects to the hub that a catalogue is shared with; throws if it is another one, or has forgotten what it told.
  public convenience init(of sharing: Sharing) async throws {
    try await self.init(at: sharing.address)
    guard greeting.id == sharing.hub else { throw HubError.otherHub }
    guard greeting.incarnation == sharing.incarnation else { throw HubError.restoredHub }
    guard greeting.newest >= sharing.cursor.x,
      try await remembers(sharing.last, sharing.cursor)
    else { throw HubError.olderHub }
  }

  /// Whether it has what is known of it: one that was put back from a backup in the same place looks like itself.
  private func remembers(_ step: UUID?, _ cursor: HubCursor) async throws -> Bool {
    let rows = try await again {
      try await $0.rows(
        "SELECT vitrine_1.remembers($1, $2, $3)", .text(step?.uuidString), .text("\(cursor.x)"),
        .text("\(cursor.n)"))
    }
    return rows.first?.first == "t"
  }

  // MARK: Steps and rows

  /// What a hub made of a step.
  struct Answer {
    let id: UUID
    let refused: String?
    let questions: Int
  }

  /// Sends steps. Each is carried out once, however often it is sent.
  func send(_ steps: [UnsentStep]) async throws -> [Answer] {
    let json = "[\(steps.map(\.json).joined(separator: ","))]"
    let rows = try await again {
      try await $0.rows("SELECT id, refused, questions FROM vitrine_1.apply($1)", .text(json))
    }
    return rows.compactMap { row in
      row[0].flatMap(UUID.init(uuidString:)).map {
        Answer(id: $0, refused: row[1], questions: row[2].flatMap { Int($0) } ?? 0)
      }
    }
  }

  /// Rows as they are now, of kinds and names, without those that the hub has never had.
  func states(of names: Set<[String]>) async throws -> [HubRow] {
    let json = try JSONEncoder().encode(names.sorted { $0.lexicographicallyPrecedes($1) })
    return try await again {
      try await $0.rows(
        "SELECT kind, name, value, moment FROM vitrine_1.states($1)",
        .text(String(decoding: json, as: UTF8.self)))
    }.compactMap { $0[3] == nil ? nil : Self.row($0) }
  }

  /// The rows after one of them, those first that others refer to; from the beginning after none.
  func rows(after place: [String]) async throws -> [HubRow] {
    let rows = try await again {
      try await $0.rows(
        "SELECT kind, name, value, moment FROM vitrine_1.rows($1, $2, \(Self.page))",
        .text(place.first ?? ""),
        .text(place.last ?? ""))
    }.compactMap { Self.row($0) }
    if let last = rows.last, [last.kind, last.row] == place { throw Self.repeatsItself }
    return rows
  }

  /// Whoever follows such a hub would never come to an end.
  private static let repeatsItself = HubError.failed(reason: "it repeats itself")

  /// What changed after a place in the feed, and how far that was.
  func feed(after cursor: HubCursor) async throws -> (rows: [HubRow], cursor: HubCursor)? {
    let rows = try await again {
      try await $0.rows(
        "SELECT x, n, kind, name, value, moment FROM vitrine_1.feed($1, $2, \(Self.page))",
        .text("\(cursor.x)"),
        .text("\(cursor.n)"))
    }
    guard let last = rows.last, let x = last[0].flatMap({ Int64($0) }),
      let n = last[1].flatMap({ Int64($0) })
    else {
      return nil
    }
    let next = HubCursor(x: x, n: n)
    guard (next.x, next.n) > (cursor.x, cursor.n) else { throw Self.repeatsItself }
    return (rows.compactMap { Self.row($0, from: 2) }, next)
  }

  /// - Parameter first: the column where it begins.
  private static func row(_ columns: HubServer.Row, from first: Int = 0) -> HubRow? {
    guard let kind = columns[first], let row = columns[first + 1] else { return nil }
    return HubRow(
      kind: kind, row: row, value: columns[first + 2],
      moment: moment(columns[first + 3]) ?? Date(timeIntervalSince1970: 0))
  }

  /// Any number may come: one that is no moment of anybody's is one that can be written all the same.
  private static func moment(_ text: String?) -> Date? {
    guard let number = text.flatMap({ Double($0) }), !number.isNaN else { return nil }
    return Date(timeIntervalSince1970: min(max(number / 1000, -6e10), 2.5e11))
  }

  // MARK: Pictures

  private static let partLength = 1 << 20

  func lackingPictures(among names: Set<String>) async throws -> [String] {
    let list = "{\(names.sorted().joined(separator: ","))}"
    return try await again {
      try await $0.rows("SELECT name FROM vitrine_1.lacking_pictures($1)", .text(list))
    }.compactMap(\.[0])
  }

  func keep(_ bytes: [UInt8], named name: String) async throws {
    // The last one is shorter than the others, if need be empty: whoever reads them knows by it that nothing follows.
    let parts = bytes.count / Self.partLength + 1
    for part in 0..<parts {
      let piece = Array(
        bytes[(part * Self.partLength)..<min(bytes.count, (part + 1) * Self.partLength)])
      _ = try await again {
        // The last one has a number below zero: with it the picture is whole.
        try await $0.rows(
          "SELECT vitrine_1.keep_picture($1, $2, $3)", .text(name),
          .text("\(part == parts - 1 ? -1 - part : part)"),
          .bytes(piece))
      }
    }
  }

  /// A picture; nil if the hub does not have all of it.
  func picture(named name: String) async throws -> [UInt8]? {
    var bytes: [UInt8] = []
    for part in 0... {
      let piece = try await Self.translating { [server] in
        try await server.bytes("SELECT vitrine_1.blob($1, $2)", .text(name), .text("\(part)"))
      }
      guard let piece else { return nil }
      bytes += piece
      if piece.count < Self.partLength { break }
      // No picture is larger, and it might go on for ever.
      guard bytes.count <= PictureFormat.largestFile else { return nil }
    }
    return bytes
  }

  // MARK: Bell

  /// Tells those who listen that there is something in the feed.
  func ring() async throws { _ = try await again { try await $0.rows("NOTIFY \(Self.bell)") } }

  /// Listens to the bell from now on.
  func listen() async throws {
    _ = try await again { try await $0.rows("LISTEN \(Self.bell)") }
  }

  /// Waits until the bell rings or `stir` is called, at most so long. Returns whether the bell did.
  func waitForBell(_ limit: Duration) async throws -> Bool { try await server.waitForBell(limit) }

  /// Ends the wait for the bell, now or the next one.
  func stir() { server.stir() }

  // MARK: Questions

  public func questions() async throws -> [HubQuestion] {
    try await again {
      try await $0.rows(
        "SELECT id, member, arrived, kind, name, title, field, mine, theirs FROM vitrine_1.questions()"
      )
    }.compactMap(Self.question)
  }

  private static func question(_ row: HubServer.Row) -> HubQuestion? {
    guard let id = row[0].flatMap({ Int($0) }) else { return nil }
    return HubQuestion(
      id: id, member: row[1] ?? "", kind: row[3], row: row[4], title: row[5], field: row[6],
      mine: row[7], theirs: row[8])
  }

  /// Answers a question: what did not get in gets in, or what is there stays.
  public func answer(_ question: Int, takesMine: Bool) async throws {
    let rows = try await again {
      try await $0.rows(
        "SELECT vitrine_1.answer($1, $2)", .text("\(question)"), .text(takesMine ? "t" : "f"))
    }
    // The answer is in, whether the bell rings or not; and who sees an old question is to read it again.
    try? await ring()
    switch rows.first?.first ?? nil {
    case "t": break
    case nil: throw HubError.questionChanged
    default: throw HubError.notAnswerable
    }
  }

  /// Who did what to a product, the newest first, before something that was told already.
  public func past(of product: UUID, before last: HubChange? = nil) async throws -> [HubChange] {
    let place = last?.place ?? HubCursor(x: .max, n: .max)
    return try await again {
      try await $0.rows(
        "SELECT x, n, member, moment, kind, name, before, after FROM vitrine_1.past($1, $2, $3, \(HubChange.most))",
        .text(product.uuidString), .text("\(place.x)"), .text("\(place.n)"))
    }.compactMap { row in
      guard let x = row[0].flatMap({ Int64($0) }), let n = row[1].flatMap({ Int64($0) }),
        let moment = Self.moment(row[3]), let kind = row[4], let name = row[5]
      else { return nil }
      return HubChange(
        place: HubCursor(x: x, n: n), member: row[2] ?? "",
        moment: moment, kind: kind, row: name, before: row[6],
        after: row[7])
    }
  }

  // MARK: Members

  /// - Parameter seesCosts: whether somebody may see what costs; nil leaves it as it is, and lets a new member.
  public func addMember(
    _ name: String, role: String, seesCosts: Bool? = nil, password: String?
  ) async throws {
    let verifier: String? =
      if let password { try await server.scrambled(password, of: name) } else { nil }
    do {
      _ = try await again {
        guard let seesCosts else {
          return try await $0.rows(
            "SELECT vitrine_1.add_member($1, $2, $3)", .text(name), .text(role), .text(verifier))
        }
        return try await $0.rows(
          "SELECT vitrine_1.add_member($1, $2, $3, $4)", .text(name), .text(role), .text(verifier),
          .text(seesCosts ? "t" : "f"))
      }
      // What came for the member, or went, is to be seen at once.
      try? await ring()
    } catch HubError.noHub {
      throw HubError.hubOfBefore
    } catch HubError.failed(let reason) where reason.contains("is there already") {
      throw HubError.memberExists(name)
    }
  }

  public func removeMember(_ name: String) async throws {
    do {
      _ = try await again { try await $0.rows("SELECT vitrine_1.remove_member($1)", .text(name)) }
    } catch HubError.notAnswerable {
      throw HubError.noSuchMember(name)
    }
  }

  public func status() async throws -> HubStatus {
    let rows = try await again { try await $0.rows("SELECT vitrine_1.status()") }
    guard let text = rows.first?.first ?? nil else { throw HubError.noHub }
    return try JSONDecoder().decode(HubStatus.self, from: Data(text.utf8))
  }

  // MARK: Errors

  /// Calls `body`, and again if the server let it go for another one: after a pause, so that a hundred machines do not
  /// get into each other's way twenty times in a row.
  func again(_ body: (HubServer) async throws -> [HubServer.Row]) async throws -> [HubServer
    .Row]
  {
    for turn in 0..<20 {
      do { return try await body(server) } catch let error as ServerError where error.isPassing {
        let pause = Int.random(in: 0...min(10 << turn, 500))
        try await Task.sleep(for: .milliseconds(pause))
      } catch let error as ServerError {
        throw error.hubError
      }
    }
    throw HubError.cutOff(reason: "deadlock")
  }

  static func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as ServerError { throw error.hubError }
  }
}
