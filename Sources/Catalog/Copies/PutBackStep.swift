// SPDX-License-Identifier: Apache-2.0
// Puts entries of another copy into the catalogue, within one command. Identifiers stay those of the other copy, so that
// links and variants lead where they did; a note or a photo that another product has meanwhile gets a new one.

import Foundation

struct PutBackStep {
  let source: PutBackSource
  /// The pictures whose files are here.
  let pictures: Set<ProductPicture.Stored>
  /// Whether products that are still there stay as they are.
  let onlyMissing: Bool
  let moment = Date()

  func carryOut(on connection: Connection) throws -> PutBackResult {
    try BulkWrite.run(on: connection, .copying, count: source.entries.count) { bulk in
      var result = PutBackResult()
      let fields = try fields(&bulk, &result)
      for entry in source.entries {
        let entry = try fitted(entry, fields, on: connection, counting: &result)
        try put(entry, &bulk, counting: &result)
      }
      return result
    }
  }

  private func put(
    _ entry: CatalogEntry, _ bulk: inout BulkWrite, counting result: inout PutBackResult
  ) throws {
    let id = entry.product.id
    guard let current = try bulk.entry(id) else {
      var entry = entry
      entry.product.changed = moment
      if try bulk.add(entry) { result.returned += 1 }
      return
    }
    let isGone = current.deleted != nil
    if onlyMissing, !isGone {
      result.unchanged += 1
    } else if try bulk.change(id, at: moment, { entry.putBack(over: $0) }) {
      if isGone { result.returned += 1 } else { result.changed += 1 }
    } else {
      result.unchanged += 1
    }
  }

  // MARK: Fitting

  /// What the fields of the other copy are here; nil for one that is of another kind.
  private func fields(
    _ bulk: inout BulkWrite, _ result: inout PutBackResult
  ) throws -> [UUID: UUID] {
    var known: [UUID: UUID] = [:]
    for field in source.fields {
      do { known[field.id] = try bulk.merge(field).id } catch let error as InvalidValue {
        guard case .fieldOfAnotherKind = error.problem else { throw error }
        result.fieldsLeftOut.append(field.name)
      }
    }
    return known
  }

  private func fitted(
    _ entry: CatalogEntry, _ fields: [UUID: UUID], on connection: Connection,
    counting result: inout PutBackResult
  ) throws -> CatalogEntry {
    var entry = entry
    entry.deleted = nil
    entry.product.values = Dictionary(
      entry.product.values.compactMap { id, value in fields[id].map { ($0, value) } }
    ) { $1 }
    entry.product.options.fields = entry.product.options.fields.compactMap { fields[$0] }
    if var place = entry.product.variant {
      place.taken = Set(
        place.taken.compactMap { taken in
          if case .custom(let id) = taken { return fields[id].map { .custom($0) } }
          return taken
        })
      entry.product.variant = try isHere(place.head, connection) ? place : nil
    }
    let there = entry.product.pictures.filter { pictures.contains($0.stored) }
    result.picturesMissing += entry.product.pictures.count - there.count
    let key = try EntryReader(connection: connection).key(of: entry.product.id) ?? 0
    entry.product.pictures = try there.map { picture in
      try isTaken(picture.id, in: "product_image", by: key, on: connection)
        ? ProductPicture(
          contentHash: picture.contentHash, fileExtension: picture.fileExtension,
          caption: picture.caption, turn: picture.turn) : picture
    }
    entry.notes = try entry.notes.map { note in
      try isTaken(note.id, in: "note", by: key, on: connection)
        ? Note(
          productID: note.productID, title: note.title, text: note.text, created: note.created,
          changed: note.changed) : note
    }
    return entry
  }

  /// Whether a product is there, outside the trash.
  private func isHere(_ id: UUID, _ connection: Connection) throws -> Bool {
    try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM product WHERE id = ? AND deleted IS NULL)", id) == 1
  }

  /// Whether another product than the one in a row has something of this identifier.
  private func isTaken(
    _ id: UUID, in table: String, by key: Int64, on connection: Connection
  ) throws -> Bool {
    try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ? AND product <> ?)", id, key) == 1
  }
}
