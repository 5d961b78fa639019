// SPDX-License-Identifier: Apache-2.0
// Products made of pictures: a user photographs many things first and names them later.

import Foundation

extension CatalogStore {
  /// Adds those of the products that get a picture, as one command, and says why other pictures can't be
  /// used. Can be cancelled until all have been read; then none is added.
  /// - Parameters:
  ///   - title: that of each, until the user gives it one.
  ///   - formats: those that can be used.
  ///   - codes: the codes on a picture, by its file. If a product's pictures show one, it gets that.
  ///   - progress: called on any thread with how many pictures have been read.
  public func createProducts(
    _ products: [NewProduct], titled title: ProductTitle,
    formats: Set<PictureFormat> = Set(PictureFormat.allCases),
    codes: @Sendable (URL) async -> Set<GTIN> = { _ in [] },
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws -> AddedProducts {
    var outcome = AddedProducts()
    var new = products.map { Product(id: $0.id, title: $0.title ?? title) }
    let owners = products.indices.flatMap { place in products[place].pictures.map { _ in place } }
    var found = products.map { _ in Set<GTIN>() }
    let (staged, refused) = try await stageUsable(
      products.flatMap(\.pictures), of: formats, progress: progress
    ) { place, picture in
      let owner = owners[place]
      new[owner].pictures.append(try picture.picture())
      if let file = picture.file { found[owner].formUnion(await codes(file)) }
    }
    defer { staged.forEach { $0.discard() } }
    outcome.refused = refused
    // Of several codes, nobody knows which one is meant.
    for (place, codes) in found.enumerated() where codes.count == 1 {
      new[place].gtin = codes.first
    }
    let added = new.filter { !$0.pictures.isEmpty }
    if added.isEmpty { return outcome }
    outcome.products = try await database.carryOut(.createProduct, storing: staged) { connection in
      try BulkWrite.run(on: connection, .editing) { bulk in
        try added.filter { try bulk.add(CatalogEntry(product: $0)) }.map(\.id)
      }
    }
    return outcome
  }

  /// Whether one of these is there, perhaps in the trash.
  public func hasProduct(among ids: [UUID]) async throws -> Bool {
    try await database.read { connection in
      let table = ProductTable(connection: connection)
      return try ids.contains { try table.contains($0) }
    }
  }
}
