// Many products at once, into the catalogue and out of it, as everything outside this module
// sees it.

import Foundation

extension CatalogStore {
  /// Hears how many products are done, every few hundred. When it throws, nothing was done.
  public typealias Progress = @Sendable (Int) throws -> Void

  /// Adds synthetic products, as one command. Those that are there already are left as they are.
  /// Returns how many are new.
  public func generate(
    _ products: GeneratedProducts, progress: @escaping Progress = { _ in }
  ) async throws -> Int {
    try await database.underLock { connection in
      let added = try connection.transaction(.write) {
        try History(connection: connection).record(.importProducts, count: { $0 }) {
          try BulkInsert.run(on: connection) { bulk in
            for (index, entry) in products.enumerated() {
              if index.isMultiple(of: 500) { try progress(index) }
              _ = try bulk.add(entry)
            }
            return bulk.count
          }
        }
      }
      return (added, added > 0 ? [.everything] : [])
    }
  }
}
