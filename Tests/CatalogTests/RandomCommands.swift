// SPDX-License-Identifier: Apache-2.0
// Random commands of every kind, for any catalogue.

import Foundation

@testable import Catalog

struct RandomCommands {
  var random: SeededRandom
  private let directory: URL
  private var deletedNote: Note?

  init(seed: UInt64, directory: URL) {
    random = SeededRandom(seed: seed)
    self.directory = directory
  }

  /// Carries out a command, which may change nothing, and returns its name.
  mutating func carryOut(on store: CatalogStore) async throws -> String {
    let alive = try await store.products(ProductQuery()).map(\.id)
    let trashed = try await store.products(ProductQuery(inTrash: true)).map(\.id)
    // So that few products are chosen again and again.
    if alive.count > 25 {
      try await store.delete(Set(alive.dropFirst(10)))
      return "delete many"
    }
    var some: Set<UUID> = []
    for id in alive where chance(3) { some.insert(id) }
    switch below(60) {
    case 0..<3:
      _ = try await store.create(randomProduct())
      return "create"
    case 3..<5: return try await edit(alive, store)
    case 5:
      try await store.delete(some)
      return "delete"
    case 6:
      try await store.restore(Set(trashed.prefix(2)))
      return "restore"
    case 7:
      try await store.erase(Set(trashed.prefix(1)))
      return "erase"
    case 8:
      try await store.emptyTrash()
      return "empty the trash"
    case 9..<11:
      try await store.move(some.shuffled(using: &random), to: randomPlace(alive))
      return "move"
    case 11..<13:
      let many = try Tag("many")
      try await store.edit(
        some,
        applying: [
          chance(2) ? .addTag(many) : .removeTag(many),
          .calculate(.builtIn(.stock), Calculation(.add(1))),
          .set(ProductChange(description: "to \(some.count)")),
        ])
      return "edit many"
    case 13:
      let (old, new) = (below(3), chance(2) ? "C" : "D/E")
      try await store.renameCategory(CategoryPath("C/\(old)"), to: CategoryPath(new))
      return "rename a category"
    case 14:
      try await store.renameTag(
        chance(2) ? "many" : "odd", to: Tag(chance(2) ? "odd" : "few"))
      return "rename a tag"
    case 15..<18: return try await pictureCommand(alive, store)
    case 18..<21: return try await noteCommand(alive, store)
    case 21..<23:
      _ = try await store.add(randomEntry(), pictures: chance(2) ? [pictureFile()] : [])
      return "add an entry"
    case 23..<27: return try await change(Array(some) + trashed.prefix(2), store)
    case 27..<31: return try await importLines(alive + trashed, store)
    case 31..<34: return try await fieldCommand(store)
    case 34..<37:
      try await valueCommand(alive, store)
      return "values"
    case 37..<40: return try await searchCommand(store)
    case 40..<42: return try await merge(alive, store)
    case 42..<45: return try await templateCommand(store)
    case 45: return try await markDistinct(store)
    case 46..<56: return try await variantCommand(alive, store)
    case 56..<59: return try await textCommand(alive, store)
    default:
      // Never one that was erased: a product that comes back starts with revision 1.
      let products = GeneratedProducts(
        1 + below(3), seed: random.next(), hasPictures: chance(2))
      _ = try await store.generate(products)
      return "generate"
    }
  }

  // MARK: Products

  private mutating func edit(_ products: [UUID], _ store: CatalogStore) async throws -> String {
    guard let id = products.randomElement(using: &random),
      let product = try await store.product(id)
    else { return "" }
    let other = try randomProduct()
    let change = ProductChange(
      title: other.title, category: other.category, tags: other.tags, sku: .some(other.sku),
      stock: .some(other.stock))
    _ = try await store.edit(id, basedOn: product.revision, applying: change)
    return "edit"
  }

  private mutating func merge(_ products: [UUID], _ store: CatalogStore) async throws -> String {
    var entries: [CatalogEntry] = []
    for id in products.shuffled(using: &random).prefix(2 + below(3)) {
      if let entry = try await store.entry(id) { entries.append(entry) }
    }
    let keeping = chance(2) ? entries.last?.product.id : nil
    guard var merge = ProductMerge(entries, fields: try await store.fields(), keeping: keeping)
    else { return "" }
    for field in merge.differing where chance(2) {
      guard let entry = entries.randomElement(using: &random) else { continue }
      merge.take(field.id, from: entry.product.id)
    }
    guard case .merged = try await store.merge(merge) else { return "" }
    return "merge"
  }

  /// What `vitrinectl edit` can do.
  private mutating func change(_ ids: [UUID], _ store: CatalogStore) async throws -> String {
    let number = below(1000)
    let pictures = chance(3) ? [try pictureFile()] : []
    let kind = below(6)
    let changes: @Sendable (inout CatalogEntry) throws -> Void
    switch kind {
    case 0: changes = { $0.notes = [] }
    case 1:
      changes = {
        $0.notes = [Note(productID: $0.product.id, title: try NoteTitle("\(number)"), text: "")]
      }
    case 2:
      changes = {
        $0.notes.append(
          Note(productID: $0.product.id, title: try NoteTitle("\(number)"), text: "more"))
        if $0.notes.count > 1 { $0.notes[0].text = try FreeText(note: "\(number)") }
        $0.notes.reverse()
      }
    case 3: changes = { $0.product.pictures = $0.product.pictures.suffix(number % 2) }
    case 4:
      changes = {
        $0.product.pictures.reverse()
        $0.product.tags = try Tags((0..<(number % 3)).map { try Tag("tag \(number + $0)") })
      }
    default:
      let unit = try number.isMultiple(of: 3) ? nil : SaleUnit("kg")
      changes = {
        $0.product.stock = try Quantity(stock: DecimalNumber(millionths: Int64(number) * 125_000))
        $0.product.unit = unit
      }
    }
    _ = try await store.change(ids, pictures: pictures, changes)
    return "change entries, \(kind)"
  }

  private mutating func importLines(
    _ products: [UUID], _ store: CatalogStore
  ) async throws -> String {
    let isUpdating = !chance(3)
    var lines: [String] = []
    for id in products.shuffled(using: &random).prefix(below(4)) {
      lines.append(try await line(id, isWhole: !isUpdating, store: store))
    }
    for _ in 0..<below(3) { lines.append(try await line(nil, isWhole: true, store: store)) }
    lines.shuffle(using: &random)
    let file = directory.appendingPathComponent("lines.jsonl")
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    _ = try await store.importProducts(from: file.path, isUpdating: isUpdating)
    return isUpdating ? "import, updating" : "import"
  }

  /// A line about an existing or a new product.
  private mutating func line(
    _ id: UUID?, isWhole: Bool, store: CatalogStore
  ) async throws -> String {
    let number = below(1000)
    var members = ["\"id\": \"\(id ?? UUID())\""]
    if isWhole || chance(3) { members.append("\"title\": \"Line \(number)\"") }
    if chance(3) { members.append("\"stock\": \(number)") }
    if chance(3) { members.append("\"sku\": \"S-\(number)\"") }
    if chance(3) { members.append("\"tags\": [\"tag \(number)\", \"many\"]") }
    if chance(4) {
      members.append("\"deleted\": " + (chance(2) ? "null" : "\"2024-01-01T00:00:00Z\""))
    }
    if chance(3) {
      let pictures = try (0..<below(3)).map { _ in
        "{\"file\": \"\(try pictureFile().lastPathComponent)\", \"caption\": \"\(number)\", "
          + "\"turn\": \(90 * below(4))}"
      }
      members.append("\"images\": [\(pictures.joined(separator: ", "))]")
    }
    if chance(2) {
      var notes = (0..<below(3)).map { "{\"text\": \"\(number + $0)\"}" }
      if let id, let old = try await store.entry(id)?.notes.first, chance(2) {
        notes.append("{\"id\": \"\(old.id)\", \"text\": \"\(number)\"}")
      }
      members.append("\"notes\": [\(notes.joined(separator: ", "))]")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  // MARK: Pictures and notes

  private mutating func pictureCommand(
    _ products: [UUID], _ store: CatalogStore
  ) async throws -> String {
    guard let id = products.randomElement(using: &random),
      let product = try await store.product(id)
    else { return "" }
    guard let image = product.pictures.randomElement(using: &random), !chance(3) else {
      let files = [try pictureFile(), try pictureFile()]
      _ = try await store.addPictures(from: files, to: id, at: below(4))
      return "add pictures"
    }
    switch below(5) {
    case 0:
      try await store.removePicture(image.id)
      return "remove a picture"
    case 1:
      try await store.movePicture(image.id, to: below(4))
      return "move a picture"
    case 2:
      try await store.rotatePicture(
        image.id, by: PictureRotation.allCases.randomElement(using: &random) ?? .left)
      return "turn a picture"
    case 3:
      let bytes = GeneratedPictures.all[below(5)].bytes
      try await store.replacePicture(image.id, with: .bytes(bytes, name: "another"))
      return "replace a picture"
    default:
      _ = try await store.editCaption(of: image.id, from: image.caption, to: "\(product.revision)")
      return "edit a caption"
    }
  }

  private mutating func noteCommand(
    _ products: [UUID], _ store: CatalogStore
  ) async throws -> String {
    guard let product = products.randomElement(using: &random) else { return "" }
    let notes = try await store.notes(of: product)
    let title = try NoteTitle("\(below(1000))")
    guard let note = notes.randomElement(using: &random) else {
      _ = try await store.addNote(to: product, title: title, text: "")
      return "add a note"
    }
    switch below(5) {
    case 0:
      _ = try await store.addNote(to: product, title: title, text: "")
      return "add a note"
    case 1:
      try await store.moveNote(note.id, to: below(4))
      return "move a note"
    case 2:
      _ = try await store.editNote(
        note.id, basedOn: note.revision, title: title, text: "of \(notes.count)")
      return "edit a note"
    case 3:
      deletedNote = try await store.deleteNote(note.id)
      return "delete a note"
    default:
      guard let deleted = deletedNote, products.contains(deleted.productID),
        try await !isThere(deleted, store)
      else { return "" }
      try await store.restoreNote(deleted, at: 0)
      return "restore a note"
    }
  }

  private func isThere(_ note: Note, _ store: CatalogStore) async throws -> Bool {
    try await store.database.read {
      try $0.integer("SELECT count(*) FROM note WHERE id = ?", note.id) > 0
    }
  }

  // MARK: Saved searches

  private mutating func searchCommand(_ store: CatalogStore) async throws -> String {
    let searches = try await store.savedSearches().searches
    let place =
      searches.randomElement(using: &random).map { SavedSearchPlace.before($0.id) } ?? .last
    guard var search = searches.randomElement(using: &random), !chance(3) else {
      let query = ProductQuery(tags: ["many"], searchText: "\(below(1000))")
      try await store.addSavedSearch(
        SavedSearch(name: "Search \(below(1000))", query: query), at: place)
      return "save a search"
    }
    switch below(4) {
    case 0: try await store.renameSavedSearch(search.id, to: "Search \(below(1000))")
    case 1:
      search.query.category = try CategoryPath("C/\(below(3))")
      try await store.editSavedSearch(search)
    case 2: try await store.moveSavedSearch(search.id, to: place)
    default: try await store.removeSavedSearch(search.id)
    }
    return "a saved search"
  }

  // MARK: Templates

  private mutating func templateCommand(_ store: CatalogStore) async throws -> String {
    let templates = try await store.templates().templates
    let withValues = templates.filter { !$0.texts.isEmpty }
    if let old = withValues.randomElement(using: &random), chance(3) {
      try await store.removeTemplate(of: old.category)
      return "remove a template"
    }
    // Those that products are in, too: they are renamed.
    let path = try CategoryPath(["C/\(below(3))", "C", "D", "D/E"][below(4)])
    if chance(3) {
      let fields = FormFields(order: [.price, .title], hidden: chance(2) ? [.year] : [.stock])
      try await store.choose(chance(3) ? nil : fields, for: path)
      return "choose the fields of a form"
    }
    try await store.setTemplate(
      ProductTemplate(
        category: path, texts: [.tags: "many, red", .builtIn("supplier"): "S \(below(5))"]))
    return "set a template"
  }

  // MARK: Duplicates

  private mutating func markDistinct(_ store: CatalogStore) async throws -> String {
    if chance(4) {
      try await store.forgetMarkedDistinct()
      return "forget what is told apart"
    }
    guard let group = try await store.likelyDuplicates().randomElement(using: &random) else {
      return ""
    }
    try await store.markDistinct(group)
    return "tell duplicates apart"
  }

  // MARK: Fields of the user's own

  private static let kinds: [FieldKind] = [
    .line, .wholeNumber, .number(unit: "cm"), .yesNo, .choice(["1", "2", "yes"]), .tags, .money,
    .date, .text,
  ]

  private mutating func fieldCommand(_ store: CatalogStore) async throws -> String {
    let fields = try await store.fields()
    let kind = Self.kinds.randomElement(using: &random) ?? .line
    let number = below(100)
    guard let field = fields.randomElement(using: &random), fields.count > 2 || chance(2) else {
      guard !fields.contains(where: { $0.name == "Field \(number)" }) else { return "" }
      try await store.addField(
        CustomField(name: "Field \(number)", kind: kind, isCost: chance(3)))
      return "add a field"
    }
    if chance(3) {
      try await store.removeField(field.id)
      return "remove a field"
    } else {
      let isFree = !fields.contains { $0.name == "Field \(number)" }
      try await store.editField(
        CustomField(
          id: field.id, name: isFree ? "Field \(number)" : field.name,
          kind: chance(2) ? kind : field.kind, category: CategoryPath("C"),
          isCost: chance(3) ? !field.isCost : field.isCost),
        isDroppingUnfitting: chance(2))
      return "edit a field"
    }
  }

  private mutating func valueCommand(_ products: [UUID], _ store: CatalogStore) async throws {
    guard let field = try await store.fields().randomElement(using: &random) else { return }
    var some: Set<UUID> = []
    for id in products where chance(2) { some.insert(id) }
    let change = ProductChange(values: [field.id: try randomValue(of: field)])
    do {
      try await store.edit(some, applying: [.set(change)])
    } catch let refused as InvalidValue where refused.problem == field.category.map(Self.isFor) {
      // Not offered for one of them: none is changed.
    }
  }

  private static func isFor(_ category: CategoryPath) -> InvalidValue.Problem {
    .notOffered(for: category)
  }

  private mutating func randomValue(of field: CustomField) throws -> FieldValue? {
    let texts = ["1", "2", "12.5", "yes", "no", "2026-02-28", "5 EUR", "a, b", "Two\nlines"]
    let fitting = try texts.compactMap { text in
      do {
        return try field.kind.value(from: text, for: field.refusalName)
      } catch is InvalidValue {
        return nil
      }
    }
    return chance(4) ? nil : fitting.randomElement(using: &random)
  }

  // MARK: Random values

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }

  private mutating func randomPlace(_ products: [UUID]) -> ManualPlace {
    guard let anchor = products.randomElement(using: &random) else { return .first }
    return [.first, .last, .before(anchor), .after(anchor)].randomElement(using: &random) ?? .last
  }

  private mutating func randomProduct() throws -> Product {
    let number = below(1000)
    return Product(
      title: try ProductTitle("Product \(number)"),
      category: chance(2) ? try CategoryPath("C/\(number % 3)") : nil,
      tags: try Tags((0..<(number % 4)).map { try Tag("tag \(number) \($0)") }),
      // Some that many have, many that few have.
      sku: number.isMultiple(of: 2) ? try SKU("S-\(number.isMultiple(of: 4) ? 0 : number)") : nil,
      stock: number.isMultiple(of: 5) ? nil : try Quantity(stock: number))
  }

  private mutating func randomEntry() throws -> CatalogEntry {
    let product = try randomProduct()
    let notes = try (0..<below(3)).map {
      Note(productID: product.id, title: try NoteTitle("\($0)"), text: "of an entry")
    }
    return CatalogEntry(product: product, notes: notes)
  }

  private mutating func pictureFile() throws -> URL {
    let number = below(5)
    let file = directory.appendingPathComponent("picture \(number)")
    try (pngStart + Data("\(number)".utf8)).write(to: file)
    return file
  }
}

/// The first bytes of every PNG file.
let pngStart = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
