// Does random commands of every kind, undoes and redoes them, and knows what the catalogue must
// hold and what its observers must hear.

import Foundation
import XCTest

@testable import Catalog

final class RandomPlayer {
  private(set) var store: CatalogStore
  /// The states before each command that can be undone, and after each that can be redone.
  private(set) var past: [[String]] = []
  private var future: [[String]] = []
  private var now: [String]
  private var seen: [UUID: SeenProduct]
  private var fields: [String]
  private var heard: AsyncStream<CatalogChange>.Iterator
  private var random: SeededRandom
  private var deletedNote: Note?
  private let directory: URL
  private struct Unexpected: Error { let what: String }

  init(seed: UInt64, directory: URL) async throws {
    self.directory = directory
    random = SeededRandom(seed: seed)
    store = try await CatalogStore.open(in: directory)
    heard = store.changes().makeAsyncIterator()
    now = try await snapshot(store)
    seen = try await SeenProduct.all(in: store)
    fields = []
    fields = try await definitions()
  }

  /// What there is of fields that people make, as the file has it.
  private func definitions() async throws -> [String] { try await Self.definitions(in: store) }

  private static func definitions(in store: CatalogStore) async throws -> [String] {
    try await snapshot(store).filter { $0.hasPrefix("field ") }
  }

  func play() async throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4:
      guard let state = past.last else { return }
      try await store.undo()
      future.append(now)
      past.removeLast()
      try await expect(state, "undo")
    case 4..<7:
      guard let state = future.last else { return }
      try await store.redo()
      past.append(now)
      future.removeLast()
      try await expect(state, "redo")
    case 7:
      await store.close()
      store = try await CatalogStore.open(in: directory)
      heard = store.changes().makeAsyncIterator()
      try await expect(now, "reopening")
    default:
      let name = try await command()
      let after = try await snapshot(store)
      if after == now { return }
      past.append(now)
      future = []
      now = after
      try await expectWord(of: name)
      let undoable = try await store.history().undoable
      guard undoable.count == past.count else { throw Unexpected(what: "steps after \(name)") }
    }
  }

  private func expect(_ state: [String], _ what: String) async throws {
    now = try await snapshot(store)
    guard now == state else {
      throw Unexpected(what: "\(what): \(Set(now).symmetricDifference(state).sorted())")
    }
    try await expectWord(of: what)
  }

  /// What is heard is what has changed since the last look: all of it, and nothing else.
  private func expectWord(of what: String) async throws {
    let current = try await SeenProduct.all(in: store)
    let differences = SeenProduct.differences(from: seen, to: current)
    let fieldsNow = try await definitions()
    let haveFieldsChanged = fieldsNow != fields
    (seen, fields) = (current, fieldsNow)
    // A command that brought everything back to what it was is heard of, too.
    if differences.isEmpty, !haveFieldsChanged { return }
    let change = await heard.next()
    if haveFieldsChanged {
      guard change == .everything else {
        throw Unexpected(what: "\(what): heard \(String(describing: change)), not everything")
      }
      return
    }
    guard change == .products(differences) else {
      throw Unexpected(what: "\(what): heard \(String(describing: change)), not \(differences)")
    }
  }

  // MARK: Commands

  private func command() async throws -> String {
    let alive = try await store.rows(ProductQuery()).map(\.id)
    let trashed = try await store.rows(ProductQuery(inTrash: true)).map(\.id)
    let some = Set(alive.filter { _ in chance(3) })
    let kind = Int.random(in: 0..<26, using: &random)
    switch kind {
    case 0..<4: _ = try await store.create(randomProduct())
    case 4..<6:
      guard let id = alive.randomElement(using: &random),
        let product = try await store.product(id)
      else { return "" }
      let other = try randomProduct()
      let change = ProductChange(
        title: other.title, category: other.category, tags: other.tags, sku: .some(nil),
        stock: .some(other.stock))
      _ = try await store.edit(id, basedOn: product.revision, change)
    case 6: try await store.delete(some)
    case 7: try await store.restore(Set(trashed.prefix(2)))
    case 8: try await store.erase(Set(trashed.prefix(1)))
    case 9..<11: try await store.move(some.shuffled(using: &random), to: randomPlace(alive))
    case 11..<13:
      let many = try Tag("many")
      try await store.edit(
        some,
        [
          chance(2) ? .addTag(many) : .removeTag(many), .changeStock(by: 1),
          .set(ProductChange(description: "to \(some.count)")),
        ])
    case 13:
      let (old, new) = (Int.random(in: 0..<3, using: &random), chance(2) ? "C" : "D/E")
      try await store.renameCategory(CategoryPath("C/\(old)"), to: CategoryPath(new))
    case 14:
      try await store.renameTag(
        chance(2) ? "many" : "odd", to: Tag(chance(2) ? "odd" : "few"))
    case 15..<18: try await imageCommand(alive)
    case 20..<23: try await fieldCommand()
    case 23..<26: try await valueCommand(alive)
    default: try await noteCommand(alive)
    }
    return "\(kind)"
  }

  private func imageCommand(_ products: [UUID]) async throws {
    guard let id = products.randomElement(using: &random),
      let product = try await store.product(id)
    else { return }
    guard let image = product.pictures.randomElement(using: &random), !chance(3) else {
      let files = try (0...1).map {
        try pictureFile(number: $0 + Int.random(in: 0..<3, using: &random))
      }
      _ = try await store.addPictures(
        from: files, to: id, at: Int.random(in: 0..<4, using: &random))
      return
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: try await store.removePicture(image.id)
    case 1: try await store.movePicture(image.id, to: Int.random(in: 0..<4, using: &random))
    default:
      _ = try await store.editCaption(of: image.id, from: image.caption, to: "\(product.revision)")
    }
  }

  private func noteCommand(_ products: [UUID]) async throws {
    guard let product = products.randomElement(using: &random) else { return }
    let notes = try await store.notes(of: product)
    let title = "\(Int.random(in: 0..<1000, using: &random))"
    guard let note = notes.randomElement(using: &random) else {
      _ = try await store.addNote(to: product, title: title, text: "")
      return
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: _ = try await store.addNote(to: product, title: title, text: "")
    case 1: try await store.moveNote(note.id, to: Int.random(in: 0..<4, using: &random))
    case 2:
      _ = try await store.editNote(
        note.id, basedOn: note.revision, title: title, text: "of \(notes.count)")
    case 3: deletedNote = try await store.deleteNote(note.id)
    default:
      guard let deleted = deletedNote, products.contains(deleted.productID),
        try await !store.notes(of: deleted.productID).contains(where: { $0.id == deleted.id })
      else { return }
      try await store.restoreNote(deleted, at: 0)
    }
  }

  private static let kinds: [FieldKind] = [
    .line, .wholeNumber, .number(unit: "cm"), .yesNo, .choice(["1", "2", "yes"]), .tags, .money,
    .date, .text,
  ]

  private func fieldCommand() async throws {
    let fields = try await store.fields()
    let kind = Self.kinds.randomElement(using: &random) ?? .line
    let number = Int.random(in: 0..<100, using: &random)
    guard let field = fields.randomElement(using: &random), fields.count > 2 || chance(2) else {
      guard !fields.contains(where: { $0.name == "Field \(number)" }) else { return }
      try await store.addField(CustomField(name: "Field \(number)", kind: kind))
      return
    }
    if chance(3) {
      try await store.removeField(field.id)
    } else {
      let isFree = !fields.contains { $0.name == "Field \(number)" }
      try await store.editField(
        CustomField(
          id: field.id, name: isFree ? "Field \(number)" : field.name,
          kind: chance(2) ? kind : field.kind, category: CategoryPath("C")),
        isDroppingUnfitting: chance(2))
    }
  }

  private func valueCommand(_ products: [UUID]) async throws {
    guard let field = try await store.fields().randomElement(using: &random) else { return }
    let some = Set(products.filter { _ in chance(2) })
    try await store.edit(some, [.set(ProductChange(values: [field.id: randomValue(of: field)]))])
  }

  private func randomValue(of field: CustomField) throws -> FieldValue? {
    let texts = ["1", "2", "12.5", "yes", "no", "2026-02-28", "5 EUR", "a, b", "Two\nlines"]
    let fitting = try texts.compactMap { text in
      do {
        return try field.kind.value(from: text, for: field.refused)
      } catch is InvalidValue {
        return nil
      }
    }
    return chance(4) ? nil : fitting.randomElement(using: &random)
  }

  // MARK: Random values

  private func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

  private func randomPlace(_ products: [UUID]) -> ManualPlace {
    guard let anchor = products.randomElement(using: &random) else { return .first }
    return [.first, .last, .before(anchor), .after(anchor)].randomElement(using: &random) ?? .last
  }

  private func randomProduct() throws -> Product {
    let number = Int.random(in: 0..<1000, using: &random)
    return Product(
      title: try ProductTitle("Product \(number)"),
      category: chance(2) ? try CategoryPath("C/\(number % 3)") : nil,
      tags: try Tags((0..<(number % 4)).map { try Tag("tag \(number) \($0)") }),
      sku: number.isMultiple(of: 2) ? try SKU(UUID().uuidString) : nil,
      stock: number.isMultiple(of: 5) ? nil : try StockCount(stock: number))
  }

  private func pictureFile(number: Int) throws -> URL {
    let file = directory.appendingPathComponent("picture \(number)")
    try (pngStart + Data("\(number)".utf8)).write(to: file)
    return file
  }
}

/// What every PNG file begins with.
let pngStart = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/// A product with all that an observer may hear of.
private struct SeenProduct {
  let product: Product
  let position: Int
  let isTrashed: Bool
  /// In their order; of a product in the trash too.
  let notes: [String]

  static func all(in store: CatalogStore) async throws -> [UUID: SeenProduct] {
    try await store.database.read { connection in
      let table = ProductTable(connection: connection)
      let rows = try connection.rows("SELECT key, id, position, deleted FROM product") {
        (key: $0.int(0), id: try $0.uuid(1), position: $0.int(2), isTrashed: !$0.isNull(3))
      }
      return try Dictionary(
        uniqueKeysWithValues: rows.compactMap { row in
          guard let product = try table.product(row.id, includingTrash: true) else { return nil }
          let notes = try connection.rows(
            "SELECT hex(id) || title || char(0) || text FROM note WHERE product = ? ORDER BY position",
            row.key
          ) { $0.text(0) }
          return (
            row.id,
            SeenProduct(
              product: product, position: row.position, isTrashed: row.isTrashed, notes: notes)
          )
        })
    }
  }

  static func differences(
    from old: [UUID: SeenProduct], to new: [UUID: SeenProduct]
  ) -> [UUID: ProductDifference] {
    var differences: [UUID: ProductDifference] = [:]
    for id in Set(old.keys).union(new.keys) {
      let (was, now) = (old[id], new[id])
      let fields = was.flatMap { was in now.map { was.fields(differingFrom: $0) } } ?? .all
      let (from, to) = (place(of: was), place(of: now))
      let custom = was.flatMap { was in now.map { was.customFields(differingFrom: $0) } } ?? []
      if from != to || !fields.isEmpty {
        differences[id] = ProductDifference(from: from, to: to, fields, customFields: custom)
      }
    }
    return differences
  }

  private static func place(of seen: SeenProduct?) -> ProductDifference.Place {
    seen.map { $0.isTrashed ? .trash : .catalogue } ?? .absent
  }

  private func customFields(differingFrom other: SeenProduct) -> Set<UUID> {
    let (mine, theirs) = (product.values, other.product.values)
    return Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }
  }

  private func fields(differingFrom other: SeenProduct) -> ProductFields {
    var fields: ProductFields = []
    let (mine, theirs) = (product, other.product)
    if mine.title != theirs.title { fields.insert(.title) }
    if mine.description != theirs.description { fields.insert(.description) }
    if mine.category != theirs.category { fields.insert(.category) }
    if mine.tags != theirs.tags { fields.insert(.tags) }
    if mine.sku != theirs.sku { fields.insert(.sku) }
    if mine.gtin != theirs.gtin { fields.insert(.gtin) }
    if mine.price != theirs.price { fields.insert(.price) }
    if mine.stock != theirs.stock { fields.insert(.stock) }
    if mine.minimumStock != theirs.minimumStock { fields.insert(.minimumStock) }
    if mine.year != theirs.year { fields.insert(.year) }
    if mine.pictures != theirs.pictures { fields.insert(.pictures) }
    if mine.values != theirs.values { fields.insert(.values) }
    if position != other.position { fields.insert(.position) }
    if notes != other.notes { fields.insert(.notes) }
    return fields
  }
}
