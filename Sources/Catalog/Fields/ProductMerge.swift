// SPDX-License-Identifier: Apache-2.0
// Products that are one and the same, made into one: which of them stays, and whose value each field
// gets where they differ. What can be joined is joined: tags, pictures and notes. The other products
// go to the trash as they are, with copies of their pictures and notes left in them.

import Foundation

/// What is to become of several products.
public struct ProductMerge: Sendable {
  /// As they were when they were compared.
  public private(set) var entries: [CatalogEntry]
  /// The product that stays.
  public private(set) var kept: UUID
  private let fields: [AnyField]
  private var choices: [FieldID: UUID] = [:]

  /// A proposal: the fullest product stays. Nil if there are fewer than two different ones.
  public init?(
    _ entries: [CatalogEntry], fields custom: [CustomField], keeping kept: UUID? = nil
  ) {
    guard entries.count > 1, Set(entries.map(\.product.id)).count == entries.count else {
      return nil
    }
    self.entries = entries
    fields = ProductField.all.map { .builtIn($0) } + custom.map { .custom($0) }
    self.kept = entries[0].product.id
    let fullest = entries.reduce(entries[0]) { size(of: $1) > size(of: $0) ? $1 : $0 }
    self.kept = fullest.product.id
    if let kept { keep(kept) }
  }

  private func size(of entry: CatalogEntry) -> Int {
    fields.filter { $0.value(of: entry.product) != nil }.count + entry.notes.count
      + entry.product.pictures.count
  }

  // MARK: Choosing

  /// Lets this product stay.
  public mutating func keep(_ id: UUID) {
    if entries.contains(where: { $0.product.id == id }) { kept = id }
  }

  /// Gives a field the value of this product.
  public mutating func take(_ field: FieldID, from id: UUID) {
    if entries.contains(where: { $0.product.id == id }) { choices[field] = id }
  }

  /// The fields in which the products differ, without those that are joined.
  public var differing: [AnyField] {
    fields.filter { field in
      field.kind != .tags && Set(entries.map { field.value(of: $0.product) }).count > 1
    }
  }

  /// The product whose value a field gets: the chosen one. Otherwise, for a text, the product with
  /// the longest one; for other fields the product that stays, if it has a value, or else the most
  /// recently changed of the others. A number is only taken from a product that is sold as the one that stays: 22 for a
  /// piece is not 22 for a kilogram.
  public func source(of field: AnyField) -> UUID {
    if let chosen = choices[field.id] { return chosen }
    let measured =
      Self.measured.contains(field.id) ? keptFirst.first(where: isMeasured)?.product : nil
    let filled = keptFirst.filter { entry in
      field.value(of: entry.product) != nil
        && measured.map { isSold(entry.product, as: $0) } ?? true
    }
    if field.kind == .text {
      let longest = filled.max { length(of: field, in: $0) < length(of: field, in: $1) }
      if let longest { return longest.product.id }
    }
    return filled.first?.product.id ?? kept
  }

  /// What a product's unit gives its meaning to, and the unit.
  private static let measured: Set<FieldID> = [.unit, .packSize, .price, .stock, .minimumStock]

  private func isMeasured(_ entry: CatalogEntry) -> Bool {
    fields.contains { Self.measured.contains($0.id) && $0.value(of: entry.product) != nil }
  }

  private func isSold(_ product: Product, as other: Product) -> Bool {
    product.unit == other.unit && product.packSize == other.packSize
  }

  private func length(of field: AnyField, in entry: CatalogEntry) -> Int {
    if case .text(let text)? = field.value(of: entry.product) { text.utf8.count } else { 0 }
  }

  /// The product that stays, then the others, the most recently changed first.
  private var keptFirst: [CatalogEntry] {
    entries.filter { $0.product.id == kept }
      + entries.filter { $0.product.id != kept }.sorted { $0.product.changed > $1.product.changed }
  }

  // MARK: Result

  /// The same choices for the products as they are now.
  func rebased(onto entries: [CatalogEntry]) -> ProductMerge {
    var merge = self
    merge.entries = entries
    return merge
  }

  /// The product that stays, as it will be.
  public func result() throws -> CatalogEntry {
    let order = keptFirst
    var result = order[0]
    for field in differing {
      let source = source(of: field)
      guard let owner = order.first(where: { $0.product.id == source }) else { continue }
      field.copy(from: owner.product, to: &result.product)
    }
    for entry in order.dropFirst() {
      joinTags(of: entry.product, into: &result.product)
      try joinPictures(of: entry.product, into: &result.product)
      joinNotes(of: entry, into: &result)
    }
    return result
  }

  private func joinTags(of product: Product, into result: inout Product) {
    for tag in product.tags { result.tags.add(tag) }
    for case .custom(let field) in fields where field.kind == .tags {
      guard case .tags(let others)? = product.values[field.id] else { continue }
      guard case .tags(var joined)? = result.values[field.id] else {
        result.values[field.id] = .tags(others)
        continue
      }
      for tag in others { joined.add(tag) }
      result.values[field.id] = .tags(joined)
    }
  }

  /// Each picture appears once, with the first caption that is not empty and the first turn.
  private func joinPictures(of product: Product, into result: inout Product) throws {
    for picture in product.pictures {
      let place = result.pictures.firstIndex { $0.contentHash == picture.contentHash }
      if let place {
        if result.pictures[place].caption.text.isEmpty {
          result.pictures[place].caption = picture.caption
        }
        if result.pictures[place].turn == .none { result.pictures[place].turn = picture.turn }
      } else {
        result.pictures.append(
          try ProductPicture(
            contentHash: picture.contentHash, fileExtension: picture.fileExtension,
            caption: picture.caption, turn: picture.turn))
      }
    }
  }

  private func joinNotes(of entry: CatalogEntry, into result: inout CatalogEntry) {
    for note in entry.notes {
      if result.notes.contains(where: { $0.title == note.title && $0.text == note.text }) {
        continue
      }
      result.notes.append(
        Note(
          productID: kept, title: note.title, text: note.text, created: note.created,
          changed: note.changed))
    }
  }
}

/// The outcome of merging: everything, or nothing.
public enum MergeOutcome: Sendable, Equatable {
  case merged(Product)
  /// These have changed since they were compared; nothing was written.
  case conflict(Set<UUID>)
  /// These are no longer in the catalogue, or in the trash; nothing was written.
  case missing(Set<UUID>)
}
