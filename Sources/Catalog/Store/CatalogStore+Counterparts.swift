// SPDX-License-Identifier: Apache-2.0
// Finds the products that rows of a list from elsewhere are about, by the value of a field.

import Foundation

extension CatalogStore {
  /// For each value, the products outside the trash that have it in `field`, the oldest first. GTINs are the same
  /// with and without zeros before them.
  public func products(
    with values: [FieldValue], in field: AnyField, atMost limit: Int = 2
  ) async throws -> [[Product]] {
    try await database.read { connection in
      let search = try CounterpartSearch(field, on: connection, atMost: limit)
      let found = try search.keys(of: values)
      let products = try ProductTable(connection: connection).products(atKeys: Set(found.joined()))
      return found.map { $0.compactMap { products[$0] } }
    }
  }

  /// How the catalogue is now, to tell later whether it was changed.
  public func state() async throws -> CatalogState {
    try await database.read { try CatalogState($0) }
  }

  /// The currencies of all prices, the commonest first.
  public func currencies() async throws -> [String] {
    try await database.read { connection in
      try connection.rows(
        """
        SELECT currency FROM product WHERE currency IS NOT NULL AND deleted IS NULL
        GROUP BY currency ORDER BY count(*) DESC, currency
        """
      ) { $0.text("currency") }
    }
  }
}
