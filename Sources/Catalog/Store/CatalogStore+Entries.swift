// SPDX-License-Identifier: Apache-2.0
// Whole products — with notes, pictures and their place in the trash — one or a few at a time, for
// the command line.

import Foundation

/// The outcome of changing some products: all of them changed, or none.
public enum EntriesOutcome: Sendable, Equatable {
  /// How many were changed.
  case changed(Int)
  /// These are not in the catalogue; nothing was changed.
  case missing([UUID])
  /// This product has changed since the revision the change was based on; nothing was changed.
  case conflict(current: CatalogEntry)
}

extension CatalogStore {
  /// The product with everything that belongs to it, including the trash; nil if there is none.
  public func entry(_ id: UUID) async throws -> CatalogEntry? {
    try await database.read { connection in
      let reader = EntryReader(connection: connection)
      return try reader.key(of: id).flatMap { try reader.entry($0) }
    }
  }

  /// Adds a product with its notes at the end of the manual order, as one command; the files become
  /// its pictures. Returns it as stored.
  public func add(_ entry: CatalogEntry, pictures: [URL] = []) async throws -> CatalogEntry {
    try await write(.createProduct, pictures) { bulk, staged in
      var entry = entry
      entry.product.pictures += try staged.map { try $0.picture() }
      guard try bulk.add(entry), let stored = try bulk.entry(entry.product.id) else {
        throw InvalidValue(.id, .productExists)
      }
      return stored
    }
  }

  /// Adds a copy of a product, with its notes and pictures, at the end of the manual order, as one
  /// command. The SKU and the GTIN stay with the original, and so does what tells a variant from others: two can’t be
  /// the one in S and red. A head is copied with its variants. Returns nil if it is not in the catalogue.
  public func duplicate(_ id: UUID, titled title: ProductTitle) async throws -> Product? {
    try await database.carryOut(.createProduct) { connection in
      // A copy has every value of the original, even one that could no longer be given to it.
      try BulkWrite.run(on: connection, .copying) { bulk in
        guard let original = try bulk.entry(id), original.deleted == nil else { return nil }
        var copy = try original.copy(titled: title)
        let variants = VariantTable(connection: connection)
        if let place = original.product.variant,
          let head = try ProductTable(connection: connection).product(place.head)
        {
          for option in head.options.fields { copy.product.values[option] = nil }
        }
        _ = try bulk.add(copy)
        for key in try variants.keys(of: id) {
          guard let variant = try EntryReader(connection: connection).entry(key) else { continue }
          _ = try bulk.add(variant.copy(below: copy.product.id))
        }
        return try bulk.entry(copy.product.id)?.product
      }
    }
  }

  /// Makes several products one, as one command, unless one of them has changed since they were
  /// compared. Notes that were added or changed meanwhile are joined as they are.
  public func merge(_ merge: ProductMerge) async throws -> MergeOutcome {
    let (moment, ids) = (Date(), merge.entries.map(\.product.id))
    return try await database.carryOut(.mergeProducts, count: { _ in ids.count }) { connection in
      try BulkWrite.run(on: connection, .copying) { bulk in
        let current = try ids.compactMap { try bulk.entry($0) }.filter { $0.deleted == nil }
        let missing = Set(ids).subtracting(current.map(\.product.id))
        guard missing.isEmpty else { return .missing(missing) }
        let changed = zip(merge.entries, current)
          .filter { $0.product.revision != $1.product.revision }.map(\.0.product.id)
        guard changed.isEmpty else { return .conflict(Set(changed)) }
        var result = try merge.rebased(onto: current).result()
        let family = MergedFamily(connection: connection, kept: merge.kept, entries: current)
        try family.place(&result.product)
        let table = ProductTable(connection: connection)
        for entry in current where entry.product.id != merge.kept {
          try family.moveVariants(of: entry.product, to: result.product, at: moment)
          _ = try table.trash(entry.product.id, at: moment)
        }
        _ = try bulk.change(merge.kept, at: moment) { _ in result }
        guard let stored = try bulk.entry(merge.kept) else { throw CatalogError.productMissing }
        return .merged(stored.product)
      }
    }
  }

  /// Changes products with `body`, as one command; the files are added to the pictures of each.
  ///
  /// - Parameter revision: what the change is based on; nil if it does not matter.
  public func change(
    _ ids: [UUID], basedOn revision: Int? = nil, pictures: [URL] = [],
    _ body: @escaping @Sendable (inout CatalogEntry) throws -> Void
  ) async throws -> EntriesOutcome {
    let moment = Date()
    return try await write(.editProduct, pictures) { bulk, staged in
      let missing = try ids.filter { try !bulk.isThere($0) }
      guard missing.isEmpty else { return .missing(missing) }
      if let revision {
        for id in ids {
          guard let current = try bulk.entry(id) else { return .missing([id]) }
          if current.product.revision != revision { return .conflict(current: current) }
        }
      }
      let changed = try Set(ids).filter { id in
        try bulk.change(id, at: moment) {
          var entry = $0
          entry.product.pictures += try staged.map { try $0.picture() }
          try body(&entry)
          return entry
        }
      }
      return .changed(changed.count)
    }
  }

  /// Carries out a command on whole entries, after putting the pictures in place.
  private func write<Value: Sendable>(
    _ command: CatalogCommand.Kind, _ pictures: [URL],
    _ body: @escaping @Sendable (inout BulkWrite, [StagedPicture]) throws -> Value
  ) async throws -> Value {
    let staged = pictures.isEmpty ? [] : try await database.pictureFiles.stage(pictures)
    defer { staged.forEach { $0.discard() } }
    return try await database.carryOut(command, storing: staged) { connection in
      try BulkWrite.run(on: connection, .editing) { try body(&$0, staged) }
    }
  }
}

extension CatalogEntry {
  fileprivate func copy(titled title: ProductTitle) throws -> CatalogEntry {
    var copy = Product(id: UUID(), title: title)
    for field in ProductField.all + ProductField.structure
    where field != .sku && field != .gtin && field != .title {
      field.copy(from: product, to: &copy)
    }
    copy.variant?.taken.remove(.title)
    copy.values = product.values
    copy.pictures = try product.pictureCopies()
    return CatalogEntry(
      product: copy,
      notes: notes.map { Note(productID: copy.id, title: $0.title, text: $0.text) })
  }
}

extension CatalogEntry {
  /// A variant's copy among those of its head's copy, in which it differs from the others as before.
  fileprivate func copy(below head: UUID) throws -> CatalogEntry {
    var entry = try copy(titled: product.title)
    entry.product.variant = product.variant.map { VariantPlace(head: head, taken: $0.taken) }
    return entry
  }
}

extension Product {
  /// Its pictures, for another product.
  func pictureCopies() throws -> [ProductPicture] {
    try pictures.map {
      try ProductPicture(
        contentHash: $0.contentHash, fileExtension: $0.fileExtension, caption: $0.caption,
        turn: $0.turn)
    }
  }
}
