// SPDX-License-Identifier: Apache-2.0
// Brings a shared catalogue and its hub together: first what waits here goes there, then what was decided there comes
// here. Each part is in the catalogue's file before the next one begins, so it can be cut at any moment and goes on
// the next time.

import Catalog
import Foundation

public struct HubSync: Sendable {
  let store: CatalogStore

  /// What was sent and what came.
  public struct Outcome: Sendable, Codable, Equatable {
    public var sent = 0
    /// How many rows changed here.
    public var received = 0
    /// How many of the steps that were sent wait for a decision.
    public var questions = 0
    public var pictures = 0

    public init() {}
  }

  public init(_ store: CatalogStore) { self.store = store }

  /// Shares the catalogue with the hub at an address.
  ///
  /// - Parameter withProducts: whether the products that are here go to the hub, too.
  public func join(_ address: String, withProducts: Bool) async throws {
    guard try await store.sharing() == nil else { throw HubError.alreadyShared }
    let hub = try await Hub(at: address)
    let count = try await store.productCountWithTrash()
    guard withProducts || count == 0 else { throw HubError.hasProducts(count) }
    try Task.checkCancellation()
    // Fields and templates go there without products, too: what is done with them later has to be understood.
    try await store.share(
      Sharing(
        address: address, hub: hub.greeting.id, incarnation: hub.greeting.incarnation,
        cursor: hub.greeting.horizon,
        reading: ["", ""]))
  }

  /// Sends and receives all that there is. `connected` is the catalogue's hub, if there is a connection already: then
  /// pictures are asked for only if there may be new ones, or if `looksForPictures`.
  @discardableResult
  public func run(
    over connected: Hub? = nil, looksForPictures: Bool = true,
    progress: @escaping @Sendable (Outcome) -> Void = { _ in }
  ) async throws -> Outcome {
    let hub: Hub
    if let connected { hub = connected } else { hub = try await Hub(of: sharing()) }
    var outcome = Outcome()
    var touched: Set<UUID> = []
    // Whoever may not send receives all the same.
    var (hasPictures, refusal): (Bool, HubError?) = (looksForPictures, nil)
    do {
      if try await send(to: hub, &outcome, touching: &touched, progress) { hasPictures = true }
    } catch HubError.noRight { refusal = .noRight }
    while case let sharing = try await sharing(of: hub), let place = sharing.reading {
      hasPictures = true
      let rows = try await hub.rows(after: place)
      outcome.received +=
        try await store.adopt(
          rows, basedOn: sharing, reading: rows.last.map { [$0.kind, $0.row] } ?? []) ?? 0
      progress(outcome)
    }
    while case let sharing = try await sharing(of: hub),
      let (rows, next) = try await hub.feed(after: sharing.cursor)
    {
      outcome.received += try await store.adopt(rows, basedOn: sharing, cursor: next) ?? 0
      hasPictures = hasPictures || rows.contains { $0.kind == "product_image" }
      touched.formUnion(rows.compactMap(\.productOfVariants))
      progress(outcome)
    }
    if refusal == nil, hub.greeting.mayEdit {
      try await followHeads(of: touched, sendingTo: hub, outcome: &outcome, progress)
    }
    if hasPictures { try await receivePictures(from: hub, &outcome, progress) }
    if let refusal { throw refusal }
    return outcome
  }

  /// Lets variants follow the heads among these, a part at a time: others may want to write meanwhile.
  private func followHeads(
    of touched: Set<UUID>, sendingTo hub: Hub, outcome: inout Outcome,
    _ progress: (Outcome) -> Void
  ) async throws {
    var (rest, answered): (ArraySlice<UUID>, Set<UUID>) = (Array(touched)[...], [])
    while !rest.isEmpty {
      let part = Set(rest.prefix(Self.productsAtOnce))
      rest = rest.dropFirst(Self.productsAtOnce)
      if try await store.followHeads(of: part) {
        _ = try await send(to: hub, &outcome, touching: &answered, progress)
      }
    }
  }

  private static let productsAtOnce = 500

  private func sharing() async throws -> Sharing {
    guard let sharing = try await store.sharing() else { throw HubError.notShared }
    return sharing
  }

  /// What is known of a hub; throws if the catalogue has left it for another one meanwhile.
  private func sharing(of hub: Hub) async throws -> Sharing {
    let sharing = try await sharing()
    guard hub.greeting.id == sharing.hub, hub.greeting.incarnation == sharing.incarnation else {
      throw HubError.otherHub
    }
    return sharing
  }

  private func receivePictures(
    from hub: Hub, _ outcome: inout Outcome, _ progress: (Outcome) -> Void
  ) async throws {
    for name in try await store.lackingPictures() {
      guard let bytes = try await hub.picture(named: name) else { continue }
      // One that is damaged there must not keep the others from coming.
      do { try await store.keepPicture(bytes, named: name) } catch CatalogError.picture { continue }
      outcome.pictures += 1
      progress(outcome)
    }
  }

  /// Sends what waits. Returns whether pictures may have come back.
  private func send(
    to hub: Hub, _ outcome: inout Outcome, touching touched: inout Set<UUID>,
    _ progress: (Outcome) -> Void
  ) async throws -> Bool {
    var (rings, hasPictures) = (false, false)
    while true {
      _ = try await sharing(of: hub)
      let (steps, sharing) = try await store.unsentSteps()
      guard !steps.isEmpty, var sharing, hub.greeting.id == sharing.hub else { break }
      try await sendPictures(Set(steps.flatMap(\.pictures)), to: hub)
      let answers = try await hub.send(steps)
      rings = true
      // Read after the answer: whatever was decided meanwhile, of these rows nothing later is missed. Another process
      // of this machine may have read on since, and have newer ones: then they are asked for once more.
      while true {
        let states = try await hub.states(of: Set(steps.flatMap(\.rows)))
        hasPictures = hasPictures || states.contains { $0.kind == "product_image" }
        touched.formUnion(states.compactMap(\.productOfVariants))
        if let count = try await store.adopt(
          states, basedOn: sharing, received: answers.map(\.id))
        {
          outcome.received += count
          break
        }
        sharing = try await self.sharing(of: hub)
      }
      outcome.sent += answers.count
      outcome.questions += answers.reduce(0) { $0 + $1.questions }
      progress(outcome)
    }
    // Once everything is committed: a bell within a transaction holds up all others.
    if rings { try await hub.ring() }
    return hasPictures
  }

  private func sendPictures(_ names: Set<String>, to hub: Hub) async throws {
    guard !names.isEmpty else { return }
    for name in try await hub.lackingPictures(among: names) {
      // One whose file is missing here may be on another machine.
      guard let bytes = try? store.pictureBytes(named: name) else { continue }
      try await hub.keep(bytes, named: name)
    }
  }

  /// Sends the pictures that the hub lacks and that are here: one that could not be read when its step went is sent by
  /// nothing else.
  func sendPictures(to hub: Hub) async throws {
    var names = try await store.presentPictures()[...]
    do {
      while !names.isEmpty {
        try await sendPictures(Set(names.prefix(Self.namesAtOnce)), to: hub)
        names = names.dropFirst(Self.namesAtOnce)
      }
    } catch HubError.noRight {
      // Whoever may only read has none that others lack.
    }
  }

  private static let namesAtOnce = 1_000

  /// Compares all that is here with the hub, takes over what differs, and sends what the hub has never had. Returns how
  /// many rows differed.
  public func check() async throws -> (rows: Int, repaired: Int) {
    try await run()
    let hub = try await Hub(of: sharing())
    try await sendPictures(to: hub)
    let found = try await differences(from: hub)
    while true {
      let sharing = try await sharing(of: hub)
      // Others work meanwhile: what differs is asked for once more.
      let states = try await hub.states(of: found.names)
      guard let repaired = try await store.adopt(states, basedOn: sharing) else { continue }
      let unknown = found.names.subtracting(states.map { [$0.kind, $0.row] })
      if unknown.isEmpty { return (found.count, repaired) }
      try await store.sendAgain(unknown)
      try await run(over: hub)
      return (found.count, repaired + unknown.count)
    }
  }

  private func differences(from hub: Hub) async throws -> (names: Set<[String]>, count: Int) {
    let here = LocalRows()
    try await store.sharedRows { here.rows[[$0.kind, $0.row]] = $0 }
    var (names, count): (Set<[String]>, Int) = ([], 0)
    var place = ["", ""]
    while true {
      let rows = try await hub.rows(after: place)
      guard let last = rows.last else { break }
      for row in rows {
        count += 1
        let name = [row.kind, row.row]
        if !row.hasSameFields(as: here.rows.removeValue(forKey: name)) { names.insert(name) }
      }
      place = [last.kind, last.row]
    }
    return (names.union(here.rows.keys), count)
  }
}

/// Filled by the catalogue's queue before it is read.
private final class LocalRows: @unchecked Sendable {
  var rows: [[String]: HubRow] = [:]
}

extension HubRow {
  /// The product that a row is of, if variants can take that.
  fileprivate var productOfVariants: UUID? {
    switch kind {
    case "product", "product_tags": UUID(uuidString: row)
    case "product_value": UUID(uuidString: String(row.prefix { $0 != "/" }))
    default: nil
    }
  }
}

extension Hub.Greeting {
  fileprivate var mayEdit: Bool { role == "editor" || role == "manager" }
}
