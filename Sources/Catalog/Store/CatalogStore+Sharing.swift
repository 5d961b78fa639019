// SPDX-License-Identifier: Apache-2.0
// A catalogue on many machines: what waits for the hub, and what comes from there. The module `Hub` carries it.

import Foundation

extension CatalogStore {
  /// With which hub this catalogue is shared; nil if it is not.
  public func sharing() async throws -> Sharing? {
    try await database.read { try $0.sharing() }
  }

  /// Shares this catalogue from now on. All that is in it is for the hub, step by step; it is sent later, like what is
  /// done from now on.
  public func share(_ sharing: Sharing) async throws {
    try await database.underLock { connection in
      try connection.transaction(.write) {
        // Another program may have been quicker.
        guard try connection.sharing() == nil else { throw HubError.alreadyShared }
        try connection.run(
          "INSERT INTO hub (one, address, id, incarnation, x, n, kind, row) VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
          sharing.address, sharing.hub, sharing.incarnation, sharing.cursor.x, sharing.cursor.n,
          sharing.reading?.first, sharing.reading?.last)
        try connection.sendAll()
      }
      return ((), [])
    }
  }

  /// How many products would go to a hub.
  public func productCountWithTrash() async throws -> Int {
    try await database.read { try $0.integer("SELECT count(*) FROM product") }
  }

  /// Ends the sharing. The catalogue stays as it is, with what was not sent yet.
  public func endSharing() async throws {
    try await database.underLock { connection in
      try connection.transaction(.write) {
        for table in ["outbox_patch", "outbox", "hub_marked", "hub_touched", "hub"] {
          try connection.run("DELETE FROM \(table)")
        }
      }
      return ((), [])
    }
  }

  /// The oldest steps that the hub does not have, with at most about so many patches and bytes, and what is known of
  /// the hub that they are for.
  public func unsentSteps(mostPatches: Int = 500, mostBytes: Int = 1 << 20) async throws
    -> (steps: [UnsentStep], sharing: Sharing?)
  {
    try await database.read { connection in
      let sharing = try connection.sharing()
      let steps =
        try sharing == nil
        ? [] : connection.unsentSteps(mostPatches: mostPatches, mostBytes: mostBytes)
      return (steps, sharing)
    }
  }

  /// Takes over rows of the hub, under what is still unsent. Returns how many changed; nil if another process has newer
  /// ones, or another hub: then nothing was taken over, and the rows have to be asked for once more.
  ///
  /// - Parameters:
  ///   - earlier: what was known of the hub before it was asked for the rows.
  ///   - received: steps that the hub has answered, which are unsent no longer.
  ///   - cursor: how far the feed was read with these rows.
  ///   - reading: where the first reading of all rows has come to: the kind and the row, empty once it is done.
  @discardableResult
  public func adopt(
    _ rows: [HubRow], basedOn earlier: Sharing? = nil, received: [UUID] = [],
    cursor: HubCursor? = nil,
    reading: [String]? = nil
  ) async throws -> Int? {
    try await database.underLock { connection in
      try connection.transaction(.write) {
        guard let sharing = try connection.sharing(), sharing.isStill(earlier ?? sharing) else {
          return (nil, [])
        }
        if let last = received.last { try connection.run("UPDATE hub SET last = ?", last) }
        for id in received {
          try connection.run(
            "DELETE FROM outbox_patch WHERE step = (SELECT number FROM outbox WHERE id = ?)", id)
          try connection.run("DELETE FROM outbox WHERE id = ?", id)
        }
        let adoption = try Adoption(on: connection)
        let changes = try adoption.adopt(rows)
        if let cursor { try connection.run("UPDATE hub SET x = ?, n = ?", cursor.x, cursor.n) }
        if let reading {
          try connection.run("UPDATE hub SET kind = ?, row = ?", reading.first, reading.last)
        }
        return (adoption.count, changes)
      }
    }
  }

  /// Lets the variants among these products, and those of these, take what their heads have now. Two machines may have
  /// made a variant and changed its head; the hub has put both together. Returns whether something is to be sent for it.
  public func followHeads(of products: Set<UUID>) async throws -> Bool {
    try await database.underLock { connection in
      try connection.transaction(.write) {
        // What waits here is decided on first; then there are answers, and they bring this here again.
        guard let sharing = try connection.sharing(), sharing.unsent == 0 else {
          return (false, [])
        }
        let changes = try History(connection: connection).followHeads(of: products)
        return (!changes.isEmpty, changes)
      }
    }
  }

  /// Puts rows into the outbox that the hub has never had, each as its kind and its row.
  public func sendAgain(_ names: Set<[String]>) async throws {
    guard !names.isEmpty else { return }
    try await database.underLock { connection in
      try connection.transaction(.write) {
        let outbox = Outbox(connection: connection)
        var patches = SharedPatches()
        try SharedRows(connection: connection).forEach {
          if names.contains([$0.kind, $0.row]) { patches.list.append($0) }
        }
        try outbox.send(patches, by: CatalogCommand(kind: .other, count: 0, moment: Date()))
      }
      return ((), [])
    }
  }

  /// Passes on all that is here as the hub has it: kind, row and fields as JSON.
  public func sharedRows(_ body: @escaping @Sendable (HubRow) throws -> Void) async throws {
    try await database.read { connection in
      try SharedRows(connection: connection).forEach { patch in
        try body(
          HubRow(
            kind: patch.kind, row: patch.row, value: patch.fields, moment: Date(milliseconds: 0)))
      }
    }
  }

  /// What these questions of the hub are about, in words that people know.
  public func decisions(_ questions: [HubQuestion]) async throws -> [HubDecision] {
    try await database.read { try HubDecision.all(questions, on: $0) }
  }

  /// What these changes at the hub did, in words that people know.
  public func past(_ changes: [HubChange]) async throws -> [HubPast] {
    try await database.read { try HubPast.all(changes, on: $0) }
  }

  /// The names of pictures that products have, or get back by undo or redo, and whose files are not here.
  public func lackingPictures() async throws -> [String] { try await pictures(areHere: false) }

  /// The names of those whose files are here.
  public func presentPictures() async throws -> [String] { try await pictures(areHere: true) }

  private func pictures(areHere: Bool) async throws -> [String] {
    try await database.read { [pictureFiles = database.pictureFiles] connection in
      // One removed before its file came is in the history alone; undo brings it back.
      try CatalogCheck.storedPictures(connection)
        .filter { (access(pictureFiles.path(hash: $0, fileExtension: $1), F_OK) == 0) == areHere }
        .map { "\($0.hash).\($0.ext)" }
    }
  }

  /// Keeps the file of a picture; throws if it is another one than its name says.
  public func keepPicture(_ bytes: [UInt8], named name: String) async throws {
    try await database.underLock { [pictureFiles = database.pictureFiles] connection in
      let picture = try Picture(checking: bytes, name: name)
      guard name == "\(picture.hash).\(picture.format.rawValue)" else {
        throw CatalogError.picture(file: name, problem: .incomplete)
      }
      _ = try pictureFiles.store(picture)
      let products = try connection.rows(
        """
        SELECT DISTINCT product.id FROM product_image JOIN product ON product.key = product_image.product
        WHERE product_image.hash = ?
        """, picture.hash
      ) { try $0.uuid("id") }
      let changes = products.map { ($0, ProductDifference.changed(.pictures)) }
      return ((), [.products(Dictionary(uniqueKeysWithValues: changes))])
    }
  }

  /// What tells this catalogue from others on any machine, and says nothing about where it is.
  public var placeAmongMachines: String {
    let place = "\(MachineName.own)\n\(directory.standardizedFileURL.path)"
    return SHA256.hexDigest(of: Array(place.utf8))
  }

  /// The kinds of rows that a hub has, those first that others refer to.
  public static var sharedKinds: [String] { SharedPatch.kinds }
}

extension Connection {
  fileprivate func sharing() throws -> Sharing? {
    try first(
      """
      SELECT hub.*, (SELECT count(*) FROM outbox) AS unsent, (SELECT count(*) FROM hub_marked) AS marked FROM hub
      """
    ) { row in
      var sharing = Sharing(
        address: row.text("address"), hub: try row.uuid("id"),
        incarnation: try row.uuid("incarnation"),
        cursor: HubCursor(x: row.int64("x"), n: row.int64("n")),
        reading: row.textIfPresent("kind").map { [$0, row.textIfPresent("row") ?? ""] })
      sharing.last = try row.isNull("last") ? nil : row.uuid("last")
      (sharing.unsent, sharing.marked) = (row.int("unsent"), row.int("marked"))
      return sharing
    }
  }

  /// Puts all that is in the catalogue into the outbox.
  fileprivate func sendAll() throws {
    let outbox = Outbox(connection: self)
    let command = CatalogCommand(kind: .other, count: 0, moment: Date())
    var (step, place) = (0, 0)
    try SharedRows(connection: self).forEach { patch in
      if place.isMultiple(of: Outbox.mostPatches) { step = try outbox.begin(command) }
      try outbox.add(patch, at: place % Outbox.mostPatches, to: step)
      place += 1
    }
  }

  fileprivate func unsentSteps(mostPatches: Int, mostBytes: Int) throws -> [UnsentStep] {
    var (steps, bytes, patches): ([UnsentStep], Int, Int) = ([], 0, 0)
    let waiting = try rows(
      "SELECT number, id, command, moment FROM outbox ORDER BY number LIMIT ?", mostPatches
    ) {
      (
        number: $0.int("number"), id: try $0.uuid("id"), command: $0.text("command"),
        moment: $0.int("moment")
      )
    }
    for step in waiting {
      var lines: [String] = []
      var (names, pictures): (Set<[String]>, Set<String>) = ([], [])
      try forEachRow(
        "SELECT kind, row, owner, line FROM outbox_patch WHERE step = ? ORDER BY place",
        arguments: [step.number]
      ) { row in
        let (kind, name, line) = (row.text("kind"), row.text("row"), row.text("line"))
        names.insert([kind, name])
        if let owner = row.textIfPresent("owner") {
          names.insert(["product", owner])
          if kind == "product_value", let field = name.split(separator: "/").last {
            names.insert(["field", String(field)])
          }
        }
        lines.append(line)
        if kind == RecordedTable.picture.name, let new = try SharedPatch(line: line).new,
          case .text(let hash)?? = new["hash"], case .text(let format)?? = new["extension"]
        {
          pictures.insert("\(hash).\(format)")
        }
        return true
      }
      let json = """
        {"id":"\(step.id.uuidString)","command":"\(step.command)","moment":\(step.moment),"patches":[\(lines.joined(separator: ","))]}
        """
      patches += lines.count
      bytes += json.utf8.count
      // The first one goes whatever its size.
      guard steps.isEmpty || patches <= mostPatches && bytes <= mostBytes else { break }
      steps.append(UnsentStep(id: step.id, json: json, rows: names, pictures: pictures))
    }
    return steps
  }
}
