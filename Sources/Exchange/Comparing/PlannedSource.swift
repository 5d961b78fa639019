// SPDX-License-Identifier: Apache-2.0
// The new and changed rows of a list as a source of the catalogue's import.

import Catalog
import Foundation
import Synchronization

final class PlannedSource: EntrySource {
  let name: String
  let state: CatalogState?
  private let file: ForeignFile
  private let rows: PlannedRows
  private let keys: RowKeys
  private let gone: SourceChoice.Gone
  private let fields: [ImportedItem]
  /// The places of the rows that are imported.
  private let taken: [Int32]
  /// The identifiers of the products that are made, by the places of their rows: the same whenever a row is read.
  private let made: [Int32: UUID]
  private let progress = Mutex((item: 0, isAfterFields: false))
  private let pictures: FoundPictures
  let changesProducts: Bool
  let memory: ListMemory?

  /// The pictures that rows name and that are not there.
  var missingPictures: [String] { pictures.missing }

  init(
    _ plan: ListImport, _ reading: ReadingChoices, _ isTaken: (PlannedRow) -> Bool
  ) throws {
    file = plan.file
    name = plan.file.path
    (rows, keys, state) = (plan.rows, plan.keys, plan.state)
    gone = plan.remembering?.choice.gone ?? .leave
    var (taken, late): ([Int32], [Int32]) = ([], [])
    var made: [Int32: UUID] = [:]
    var products: [String: UUID] = [:]
    var used: [AnyField] = []
    var options: Set<String> = []
    var pictures = FoundPictures(file: plan.file)
    var changes = false
    for place in rows.indices {
      let outcome = rows.outcome(at: place)
      guard outcome == .new || outcome == .changed || outcome == .gone else { continue }
      let row = try rows.row(at: place)
      guard isTaken(row) else { continue }
      if outcome == .gone {
        changes = true
        if try Self.gone(row, gone) != nil { late.append(Int32(clamping: place)) }
        continue
      }
      taken.append(Int32(clamping: place))
      if row.product != nil { changes = true }
      row.forEachChange { field, _ in if !used.contains(field) { used.append(field) } }
      options.formUnion(row.read.structure.options)
      row.read.pictures.forEach { pictures.lookFor($0) }
      var id = row.product?.id ?? row.read.id
      if id == nil {
        // Given here, so that nobody else looks for the product by another key.
        let new = UUID()
        made[Int32(clamping: place)] = new
        id = new
      }
      if let name = row.place { products[name] = id }
    }
    // A table that Vitrine wrote has the catalogue's fields, also those without a value.
    let hasAll = plan.understanding.known?.isOwn ?? false && !taken.isEmpty
    fields = plan.fields.filter {
      hasAll || used.contains(.custom($0)) || options.contains($0.name)
    }.map {
      ImportedItem(line: 0, content: .field($0), fraction: nil, length: 200)
    }
    (self.made, self.taken, self.pictures) = (made, taken + late, pictures)
    changesProducts = changes
    var remembering = plan.remembering
    remembering?.source.reading = RememberedSource.ReadingNames(reading)
    memory = try remembering?.memory(of: plan.rows, isTaken, products: products)
  }

  /// What becomes of a product that is gone; nil if it stays as it is.
  private static func gone(_ row: PlannedRow, _ choice: SourceChoice.Gone) throws -> ImportedEntry?
  {
    guard let product = row.product, !row.isDoubtful, choice == .trash || !row.changes.isEmpty
    else { return nil }
    var entry = ImportedEntry()
    entry.id = product.id
    entry.seen = product
    if choice == .trash { entry.deleted = .some(Date()) }
    for case (.builtIn(let field), let value) in row.changes { try entry.change.set(field, value) }
    return entry
  }

  private func entry(of row: PlannedRow, at place: Int32) throws -> ImportedEntry {
    var entry = ImportedEntry()
    entry.id = row.product?.id ?? row.read.id ?? made[place]
    entry.seen = row.product
    if row.isUnknown { entry.soughtBy = keys.fields(of: row.read) }
    try row.forEachChange { field, value in
      switch field {
      case .builtIn(let field): try entry.change.set(field, value)
      case .custom(let field):
        entry.values[field.name] = value.map { .value($0, field.kind) } ?? ImportedValue.none
      }
    }
    let structure = row.read.structure
    if let head = structure.head {
      entry.head = .some(head)
      entry.taken = structure.taken
    }
    if !structure.options.isEmpty { entry.options = structure.options }
    if !row.read.pictures.isEmpty, row.product?.pictures.isEmpty ?? true {
      let found = row.read.pictures.filter { pictures.has($0) }
      entry.pictures = found.map { name in
        var picture = ImportedEntry.Picture()
        picture.name = name
        return picture
      }
    }
    if row.product == nil, !row.read.notes.isEmpty {
      entry.notes = try row.read.notes.map { text in
        var note = ImportedEntry.Note()
        note.title = try NoteTitle(text.title)
        note.text = try FreeText(note: text.text)
        return note
      }
    }
    return entry
  }

  func next() throws -> [ImportedItem] {
    let part: Range<Int>? = progress.withLock { progress in
      if !progress.isAfterFields, !fields.isEmpty {
        progress.isAfterFields = true
        return nil
      }
      let begin = progress.item
      progress.item = min(begin + 500, taken.count)
      return begin..<progress.item
    }
    guard let part else { return fields }
    return try part.map { index -> ImportedItem in
      let row = try rows.row(at: Int(taken[index]))
      let fraction = Double(index) / Double(max(1, taken.count))
      if row.outcome == .gone, let entry = try Self.gone(row, gone) {
        return ImportedItem(line: 0, content: .entry(entry), fraction: fraction, length: 100)
      }
      return ImportedItem(
        line: row.read.number, content: .entry(try entry(of: row, at: taken[index])),
        fraction: fraction, length: 500)
    }
  }

  func rewind() throws { progress.withLock { $0 = (0, false) } }

  func picture(_ name: String) throws -> Catalog.PictureSource {
    guard let bytes = file.picture(named: name) else {
      throw CatalogError.picture(file: name, problem: .missing)
    }
    return .bytes(bytes, name: name)
  }
}

/// Which pictures of a list are there. A list is worth importing without them.
private struct FoundPictures: Sendable {
  let file: ForeignFile
  private(set) var missing: [String] = []
  private var known: [String: Bool] = [:]

  init(file: ForeignFile) { self.file = file }

  mutating func lookFor(_ name: String) {
    guard known[name] == nil else { return }
    let isThere = file.picture(named: name) != nil
    known[name] = isThere
    if !isThere { missing.append(name) }
  }

  func has(_ name: String) -> Bool { known[name] ?? false }
}
