// SPDX-License-Identifier: Apache-2.0
// What was done in a shared catalogue and has not arrived at its hub. It is written in the transaction of the command
// itself, so that there is never one without the other, and kept until the hub has answered. Undo and redo are steps
// like any other there: to the hub they are changes from what the step had left.

import Foundation

struct Outbox {
  let connection: Connection

  /// How many patches one step for the hub has at most: a large command goes as several, so that none takes long.
  static let mostPatches = 500

  var isOpen: Bool {
    get throws { try connection.integer("SELECT EXISTS (SELECT 1 FROM hub)") == 1 }
  }

  /// What a step of the history changed, as it is for the hub, before the step is moved or after it.
  ///
  /// - Parameter isUndo: whether it is about to be undone.
  func patches(of step: Int, isUndo: Bool = false) throws -> SharedPatches {
    var patches = SharedPatches()
    try StepExporter(connection: connection).readPatches(of: step) { try add($0, to: &patches) }
    guard isUndo else { return patches }
    patches.reverse()
    // Of a row that the step put in, what is here now is taken for what it left. If others have changed it since, the
    // hub has to ask.
    for place in patches.list.indices where patches.list[place].new == nil {
      let patch = patches.list[place]
      let isTouched = try connection.integer(
        "SELECT EXISTS (SELECT 1 FROM hub_touched WHERE kind = ? AND row = ?)", patch.kind,
        patch.row)
      if isTouched == 1 { patches.list[place].old = [:] }
    }
    return patches
  }

  /// The rows that a step put in, once it is done again.
  func addInserted(by step: Int, to patches: inout SharedPatches) throws {
    let exporter = StepExporter(connection: connection)
    for range in try History(connection: connection).ranges(of: step) {
      try exporter.readInserted(range, step) { try add($0, to: &patches) }
    }
  }

  func add(_ patch: StepPatch, to patches: inout SharedPatches) throws {
    guard patch.table.name != "product_tag" else { return patches.addTag(patch) }
    guard let row = patch.sharedRow else { return }
    var shared = SharedPatch(
      kind: patch.table.name, row: row, owner: try owner(of: patch),
      old: patch.travelling(patch.old),
      new: patch.travelling(patch.new), added: patch.added)
    let naming = patch.table.naming[0]
    // A row that is found by its name goes and comes again if it gets another one.
    if naming != "id", patch.old != nil, case .text(let name)?? = patch.new?[naming], name != row {
      let whole = try content(of: patch.table, named: [row, name])
      patches.list.append(
        SharedPatch(
          kind: shared.kind, row: name, owner: nil, old: nil,
          new: whole.merging(shared.new ?? [:]) { $1 }))
      shared.old = whole.merging(shared.old ?? [:]) { $1 }
      shared.new = nil
    }
    // A hub of before there were costs has no such field.
    if shared.old == nil, shared.new?["cost"] == .some(nil) { shared.new?["cost"] = nil }
    if shared.isEmpty { return }
    if shared.old != nil, shared.new != nil { try complete(&shared, of: patch) }
    patches.list.append(shared)
  }

  /// Columns that are one to people: if a patch has one of them, it has the others, too. And each says whether the
  /// product was in the trash: if it is there now, somebody has to be asked.
  private static let wholes = [
    "product": [["price", "currency"], ["head", "taken"], ["deleted"]],
    "product_value": [["text", "number"]],
  ]

  /// Adds the columns that a person has seen with those that changed.
  private func complete(_ shared: inout SharedPatch, of patch: StepPatch) throws {
    var lacking: [String] = []
    for whole in Self.wholes[shared.kind] ?? [] {
      let absent: [String] = whole.filter { shared.new?.keys.contains($0) != true }
      if absent.count < whole.count || whole == ["deleted"] { lacking += absent }
    }
    guard !lacking.isEmpty else { return }
    let names: [UUID?] = shared.row.split(separator: "/").map { UUID(uuidString: String($0)) }
    let condition =
      shared.kind == "product"
      ? "id = ?1"
      : "product = (SELECT key FROM product WHERE id = ?1) AND field = (SELECT key FROM field WHERE id = ?2)"
    let present: [StoredValue?]? = try connection.rows(
      "SELECT \(patch.table.list(lacking)) FROM \(shared.kind) WHERE \(condition)", arguments: names
    ) { row in lacking.map { row.value($0) } }.first
    for (column, value) in zip(lacking, present ?? []) {
      shared.old?[column] = .some(value)
      shared.new?[column] = .some(value)
    }
  }

  private func owner(of patch: StepPatch) throws -> String? {
    guard patch.table.owner == "product" else { return nil }
    for side: StepPatch.Values in [patch.row, patch.old ?? [:], patch.new ?? [:]] {
      if case .text(let owner)?? = side["product"] { return owner }
    }
    guard let name = patch.name, let id = UUID(uuidString: name) else { return nil }
    return try connection.first(
      "SELECT product.id AS id FROM \(patch.table.name) AS part JOIN product ON product.key = part.product WHERE part.id = ?",
      id
    ) { try $0.uuid("id").uuidString }
  }

  private func content(of table: RecordedTable, named names: [String]) throws -> StepPatch.Values {
    try connection.first(
      "SELECT content FROM \(table.name) WHERE \(table.naming[0]) IN (?, ?)", names[0], names[1]
    ) { row in StepPatch.Values(uniqueKeysWithValues: [("content", row.value("content"))]) } ?? [:]
  }

  /// Puts patches into the outbox as one or more steps. What goes comes last, and a product together with what belongs
  /// to it: the hub asks before it erases more than somebody had seen, and sees one step at a time.
  func send(_ patches: SharedPatches, by command: CatalogCommand) throws {
    let list =
      try patches.replacing
      + patches.tags.compactMap { product, change in
        try change.patch(of: product, now: tags(of: product))
      }
    var (step, place) = (0, Self.mostPatches)
    for group in Self.groups(of: list) {
      if place + group.count > Self.mostPatches { (step, place) = (try begin(command), 0) }
      for patch in group {
        try add(patch, at: place, to: step)
        place += 1
      }
    }
  }

  /// Patches that have to be in one step, in the order in which they are sent.
  private static func groups(of list: [SharedPatch]) -> [[SharedPatch]] {
    var groups = list.filter { $0.new != nil }.map { [$0] }
    let gone = list.filter { $0.new == nil }
    let products = Set(gone.lazy.filter { $0.kind == "product" }.map(\.row))
    var places: [String: Int] = [:]
    // The values of a field go before the field: there may be any number of them.
    for patch in gone.filter({ $0.kind != "field" }) + gone.filter({ $0.kind == "field" }) {
      let product = patch.kind == "product" ? patch.row : patch.owner
      if let product, products.contains(product) {
        if let place = places[product] {
          groups[place].append(patch)
          continue
        }
        places[product] = groups.count
      }
      groups.append([patch])
    }
    return groups
  }

  func begin(_ command: CatalogCommand) throws -> Int {
    try connection.run(
      "INSERT INTO outbox (id, command, moment) VALUES (?, ?, ?)", UUID(), command.kind.rawValue,
      command.moment)
    return Int(connection.lastInsertedKey)
  }

  func add(_ patch: SharedPatch, at place: Int, to step: Int) throws {
    try connection.run(
      "INSERT INTO outbox_patch (step, place, kind, row, owner, line) VALUES (?, ?, ?, ?, ?, ?)",
      step, place,
      patch.kind, patch.row, patch.owner, patch.line)
  }

  /// The tags of a product as they are now; nil if there is no such product.
  private func tags(of product: String) throws -> [String]? {
    guard let id = UUID(uuidString: product),
      let key = try connection.first(
        "SELECT key FROM product WHERE id = ?", id, as: { $0.int64("key") })
    else { return nil }
    return try connection.rows(
      "SELECT tag FROM product_tag WHERE product = ? ORDER BY position", key
    ) {
      $0.text("tag")
    }
  }

  /// What is in the outbox of a row, in order.
  func waiting(_ kind: String, _ row: String) throws -> [SharedPatch] {
    try connection.rows(
      "SELECT line FROM outbox_patch WHERE kind = ? AND row = ? ORDER BY step, place", kind, row
    ) { try SharedPatch(line: $0.text("line")) }
  }

  /// Whether something of a product, or of what belongs to it, is in the outbox.
  func hasSomething(of product: String) throws -> Bool {
    try connection.integer(
      """
      SELECT EXISTS (SELECT 1 FROM outbox_patch WHERE owner = ?1)
        OR EXISTS (SELECT 1 FROM outbox_patch WHERE kind = 'product' AND row = ?1)
      """, product) == 1
  }
}

/// What a step changed, for the hub.
struct SharedPatches {
  var list: [SharedPatch] = []
  /// The products whose tags it changed, in the order in which they came.
  private(set) var tags: [(product: String, change: TagChange)] = []
  private var places: [String: Int] = [:]

  struct TagChange {
    var removed: [String] = []
    var added: [String] = []

    /// The list is that of afterwards. Another one's tag in it is nobody's to remove.
    func patch(of product: String, now: [String]?) -> SharedPatch? {
      guard let now else { return SharedPatch.tags(of: product, from: removed, to: nil) }
      let (gone, came) = (
        removed.filter { !added.contains($0) }, added.filter { !removed.contains($0) }
      )
      return SharedPatch.tags(of: product, from: now.filter { !came.contains($0) } + gone, to: now)
    }
  }

  var isEmpty: Bool { list.isEmpty && tags.isEmpty }

  /// The patches, those that take out a row and put in another one of its name as one: the hub puts in first.
  var replacing: [SharedPatch] {
    var places: [[String]: Int] = [:]
    var all: [SharedPatch?] = []
    for patch in list {
      guard (patch.old == nil) != (patch.new == nil) else {
        all.append(patch)
        continue
      }
      let name = [patch.kind, patch.row]
      if let place = places.removeValue(forKey: name), let other = all[place],
        (other.old == nil) != (patch.old == nil)
      {
        all[place] = nil
        var both = patch
        (both.old, both.new) = (patch.old ?? other.old, patch.new ?? other.new)
        all.append(both)
      } else {
        places[name] = all.count
        all.append(patch)
      }
    }
    return all.compactMap(\.self)
  }

  mutating func addTag(_ patch: StepPatch) {
    guard case .text(let product)?? = patch.row["product"] else { return }
    let place = places[product] ?? tags.count
    if place == tags.count {
      places[product] = place
      tags.append((product, TagChange()))
    }
    if case .text(let tag)?? = patch.old?["tag"] { tags[place].change.removed.append(tag) }
    if case .text(let tag)?? = patch.new?["tag"] { tags[place].change.added.append(tag) }
  }

  mutating func reverse() {
    list = list.map(\.reversed)
    for place in tags.indices {
      (tags[place].change.removed, tags[place].change.added) = (
        tags[place].change.added, tags[place].change.removed
      )
    }
  }
}
