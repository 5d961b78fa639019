// SPDX-License-Identifier: Apache-2.0
// What files in other formats are written from: the products of a list, in its order and all of one moment.

import Foundation

extension CatalogStore {
  /// Passes the products of a list to `body` as rows of cells. Returns how many there are.
  public func tableRows(
    _ query: ProductQuery, columns: [TableColumn], limit: Int = .max,
    progress: @escaping Progress = { _ in },
    _ body: @escaping @Sendable (TableCells) throws -> Void
  ) async throws -> Int {
    try await database.read {
      try TableRows(
        connection: $0, query: query, columns: columns, limit: limit, progress: progress
      ).forEach(body)
    }
  }

  /// Passes the products of a list to `body`, each with its variants. Returns how many there are.
  public func families(
    _ query: ProductQuery, limit: Int = .max, progress: @escaping Progress = { _ in },
    _ body: @escaping @Sendable (ProductFamily) throws -> Void
  ) async throws -> Int {
    try await database.read {
      try ProductFamilies(connection: $0, query: query, limit: limit, progress: progress)
        .forEach(body)
    }
  }

  /// Passes the lines of the products of a list to `output`, piece by piece, and the pictures that they name to `keep`.
  /// Without it, they name none.
  public func exportLines(
    _ query: ProductQuery, limit: Int = .max, progress: @escaping Progress = { _ in },
    keeping keep: (@Sendable (ProductPicture) throws -> Void)? = nil,
    to output: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void
  ) async throws -> ExportResult {
    try await database.read { [pictureFiles = database.pictureFiles] connection in
      try Export(pictureFiles: pictureFiles, progress: progress)
        .write(query, limit: limit, on: connection, to: output, keeping: keep)
    }
  }

  /// The file of a picture, by the name that it has in an export; throws `CatalogError.picture` if there is none.
  public func pictureBytes(named name: String) throws -> [UInt8] {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw CatalogError.picture(file: name, problem: .notAPlainName) }
    let path = database.pictureFiles.path(hash: parts[0], fileExtension: parts[1])
    do {
      return try readFile(path, atMost: PictureFormat.largestFile)
    } catch {
      throw CatalogError.picture(file: name, problem: .missing)
    }
  }

  /// In how many fields the variants of one product differ at most.
  public func mostOptions() async throws -> Int {
    try await database.read { connection in
      var most = 0
      try connection.forEachRow(
        "SELECT DISTINCT options FROM product WHERE options <> ''", arguments: []
      ) {
        most = max(most, VariantOptions(stored: $0.text("options")).fields.count)
        return true
      }
      return most
    }
  }

  /// What there is in the catalogue besides fields.
  public func parts() async throws -> CatalogParts {
    try await database.read { connection in
      func exists(_ sql: String) throws -> Bool {
        try connection.integer("SELECT EXISTS (\(sql))") == 1
      }
      var parts: CatalogParts = []
      if try exists("SELECT 1 FROM note") { parts.insert(.notes) }
      if try exists("SELECT 1 FROM product_image") { parts.insert(.pictures) }
      let variants = VariantTable(connection: connection)
      // Options are custom fields: without any, no product has to be read, and a million take a second.
      if try !variants.isEmpty()
        || exists("SELECT 1 FROM field") && exists("SELECT 1 FROM product WHERE options <> ''")
      {
        parts.insert(.variants)
      }
      return parts
    }
  }
}
