// SPDX-License-Identifier: Apache-2.0
// Products of a backup, or of another copy of the catalogue, as they would be put back into this one: what is the same
// already, and what a product that is still there would become.

import Foundation

/// What putting products back would do.
public struct PutBackPlan: Sendable, Equatable {
  /// The products with their variants; a variant whose head is gone with that.
  public var products: [UUID] = []
  /// How many of them are not there any more.
  public var missing = 0
  /// How many of them are in the trash.
  public var inTrash = 0
  /// How many of them are different now.
  public var changed = 0
  /// How many of them are still as they were.
  public var same = 0
  /// The title of the first one.
  public var firstTitle = ""

  public init() {}
}

/// What was put back, and what of it could not be.
public struct PutBackResult: Sendable, Equatable {
  /// How many are there again that were gone or in the trash.
  public var returned = 0
  /// How many that were still there are as they were.
  public var changed = 0
  /// How many are as they were anyway, or were to stay as they are.
  public var unchanged = 0
  /// How many pictures are missing or altered.
  public var picturesMissing = 0
  /// The custom fields that are of another kind now: the values in them were left out.
  public var fieldsLeftOut: [String] = []

  public init() {}

  var count: Int { returned + changed }
}

/// Entries of the other copy, with what they refer to.
struct PutBackSource: Sendable {
  /// Heads before their variants.
  var entries: [CatalogEntry] = []
  /// The custom fields that they have values in or whose variants differ in them.
  var fields: [CustomField] = []

  var pictures: Set<ProductPicture.Stored> {
    Set(entries.flatMap { $0.product.pictures.map(\.stored) })
  }

  /// More are not put back at once: they are in memory, and in one step of undo.
  static let most = 10_000

  /// - Parameter isHere: whether the catalogue that they are put into has a product, outside the trash.
  init(_ ids: [UUID], on connection: Connection, isHere: Set<UUID>) throws {
    let (reader, variants) = (
      EntryReader(connection: connection), VariantTable(connection: connection)
    )
    var met: Set<UUID> = []
    func take(_ id: UUID) throws -> CatalogEntry? {
      guard met.insert(id).inserted, let key = try reader.key(of: id),
        let entry = try reader.entry(key)
      else { return nil }
      guard entries.count < Self.most else { throw CatalogError.tooManyProducts(most: Self.most) }
      entries.append(entry)
      return entry
    }
    for id in ids {
      if let key = try reader.key(of: id), let head = try reader.entry(key)?.product.variant?.head,
        !isHere.contains(head)
      {
        _ = try take(head)
      }
      guard let entry = try take(id), entry.product.variant == nil else { continue }
      for key in try variants.keys(of: id, includingTrash: entry.deleted != nil) {
        if let variant = try reader.entry(key)?.product.id { _ = try take(variant) }
      }
    }
    // A variant that was asked for before its head stands behind it.
    let heads = entries.filter { $0.product.variant == nil }
    entries = heads + entries.filter { $0.product.variant != nil }
    let used = Set(entries.flatMap { $0.product.values.keys + $0.product.options.fields })
    fields = try FieldTable(connection: connection).fields().map(\.field)
      .filter { used.contains($0.id) }
  }

  init() {}
}

extension CatalogEntry {
  /// This entry of another copy in the place of what is here now, as one more edit of that: what this catalogue counts and
  /// dates itself stays. Equal to that if nothing is different.
  func putBack(over current: CatalogEntry) -> CatalogEntry {
    var entry = self
    entry.deleted = nil
    entry.product.revision = current.product.revision
    (entry.product.created, entry.product.changed) = (
      current.product.created, current.product.changed
    )
    entry.notes = notes.map { note in
      guard let now = current.notes.first(where: { $0.id == note.id }) else { return note }
      if now.title == note.title, now.text == note.text { return now }
      var note = note
      note.revision = Revision.next(after: now.revision)
      return note
    }
    return entry
  }
}

extension ProductPicture {
  /// A picture's file.
  struct Stored: Hashable, Sendable {
    let hash, fileExtension: String
  }

  var stored: Stored { Stored(hash: contentHash, fileExtension: fileExtension) }
}
