// SPDX-License-Identifier: Apache-2.0
// The new and changed rows of a list as a source of the catalogue's import.

import Catalog
import Foundation
import Synchronization

final class PlannedSource: EntrySource {
  let name: String
  private let file: ForeignFile
  private let items: [ImportedItem]
  private let place = Mutex(0)
  /// The pictures that rows name and that are not there.
  let missingPictures: [String]
  let changesProducts: Bool
  let memory: ListMemory?

  init(
    _ plan: ListImport, _ reading: ReadingChoices, _ isTaken: (PlannedRow) -> Bool
  ) throws {
    file = plan.file
    name = plan.file.path
    let rows = plan.rows.filter { ($0.outcome == .new || $0.outcome == .changed) && isTaken($0) }
    let used = Set(rows.flatMap(\.changes.keys))
    let options = Set(rows.flatMap(\.read.structure.options))
    var pictures = FoundPictures(file: plan.file)
    var items = plan.fields.filter { used.contains(.custom($0)) || options.contains($0.name) }.map {
      ImportedItem(line: 0, content: .field($0), fraction: nil, length: 200)
    }
    var products: [String: UUID] = [:]
    for (index, row) in rows.enumerated() {
      let entry = try Self.entry(row, with: &pictures)
      items.append(
        ImportedItem(
          line: row.read.number, content: .entry(entry),
          fraction: Double(index) / Double(rows.count), length: 500))
      if let place = row.place { products[place] = entry.id }
    }
    let gone = plan.rows.filter { $0.outcome == .gone && isTaken($0) }
    for row in gone {
      guard let entry = try Self.gone(row, plan.remembering?.choice.gone ?? .leave) else {
        continue
      }
      items.append(ImportedItem(line: 0, content: .entry(entry), fraction: 1, length: 100))
    }
    changesProducts = !gone.isEmpty || rows.contains { $0.product != nil }
    var remembering = plan.remembering
    remembering?.source.reading = RememberedSource.ReadingNames(reading)
    memory = try remembering?.memory(of: plan.rows, isTaken, products: products)
    self.items = items
    missingPictures = pictures.missing
  }

  /// What becomes of a product that is gone; nil if it stays as it is.
  private static func gone(_ row: PlannedRow, _ choice: SourceChoice.Gone) throws -> ImportedEntry?
  {
    guard let product = row.product, !row.isDoubtful, choice == .trash || !row.changes.isEmpty
    else { return nil }
    var entry = ImportedEntry()
    entry.id = product.id
    if choice == .trash { entry.deleted = .some(Date()) }
    for case (.builtIn(let field), let value) in row.changes { try entry.change.set(field, value) }
    return entry
  }

  private static func entry(
    _ row: PlannedRow, with pictures: inout FoundPictures
  ) throws -> ImportedEntry {
    var entry = ImportedEntry()
    // Given here, so that nobody else looks for the product by another key.
    entry.id = row.product?.id ?? row.read.id ?? UUID()
    for (field, value) in row.changes {
      switch field {
      case .builtIn(let field): try entry.change.set(field, value)
      case .custom(let field):
        switch value {
        case nil: entry.values[field.name] = ImportedValue.none
        case .tags(let tags)?: entry.values[field.name] = .list(tags.map(\.text))
        case let value?: entry.values[field.name] = .text(field.kind.text(of: value))
        }
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
    place.withLock { place in
      let part = items[place..<min(place + 500, items.count)]
      place += part.count
      return Array(part)
    }
  }

  func rewind() throws { place.withLock { $0 = 0 } }

  func picture(_ name: String) throws -> Catalog.PictureSource {
    guard let bytes = file.picture(named: name) else {
      throw CatalogError.picture(file: name, problem: .missing)
    }
    return .bytes(bytes, name: name)
  }
}

/// Which pictures of a list are there. A list is worth importing without them.
private struct FoundPictures {
  let file: ForeignFile
  private(set) var missing: [String] = []
  private var known: [String: Bool] = [:]

  init(file: ForeignFile) { self.file = file }

  mutating func has(_ name: String) -> Bool {
    if let isThere = known[name] { return isThere }
    let isThere = file.picture(named: name) != nil
    known[name] = isThere
    if !isThere { missing.append(name) }
    return isThere
  }
}
