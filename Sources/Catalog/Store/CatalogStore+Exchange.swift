// Many products at once, into the catalogue and out of it, as everything outside this module
// sees it.

import Foundation

extension CatalogStore {
  /// Hears now and then how far a long command has come, on a thread of the catalogue. When it
  /// throws, the command stops, and nothing was done.
  public typealias Progress = ExchangeProgress.Report

  /// Adds synthetic products, as one command. Those that are there already are left as they are.
  public func generate(
    _ products: GeneratedProducts, progress: @escaping Progress = { _ in }
  ) async throws -> ImportResult {
    let work = Import(into: database, progress: progress)
    return try await database.underLock { try work.store(products, $0) }
  }

  /// Imports lines of products, as one command: all of them or, when one is wrong, none.
  ///
  /// - Parameters:
  ///   - path: a file of lines, or a directory that an export wrote; “-” for standard input. The
  ///     pictures are beside the file.
  ///   - isUpdating: whether products that are there already become what their lines say; else
  ///     they are left as they are.
  public func importProducts(
    from path: String, isUpdating: Bool = false, progress: @escaping Progress = { _ in }
  ) async throws -> ImportResult {
    let work = Import(into: database, progress: progress)
    return try await database.underLock {
      try work.store(ProductFile(path), isUpdating: isUpdating, $0)
    }
  }

  /// Imports the catalogue that comes with the program. Returns how many products are new.
  public func importSample(from directory: URL) async throws -> Int {
    try await importProducts(from: directory.path).added
  }

  /// Writes all there is, the trash too, to a directory that is made for it: lines of products
  /// and their pictures.
  ///
  /// - Parameter isReplacing: whether the directory may be there; the lines in it are replaced.
  public func exportProducts(
    to directory: URL, isReplacing: Bool = false, progress: @escaping Progress = { _ in }
  ) async throws -> ExportResult {
    try await database.read { [pictureFiles = database.pictureFiles] connection in
      try Export(pictureFiles: pictureFiles, progress: progress)
        .write(connection, to: directory.path, isReplacing: isReplacing)
    }
  }

  /// Gives the lines of all products to `output`, piece by piece, without their pictures.
  public func exportProducts(
    to output: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void,
    progress: @escaping Progress = { _ in }
  ) async throws -> ExportResult {
    try await database.read { [pictureFiles = database.pictureFiles] connection in
      try Export(pictureFiles: pictureFiles, progress: progress).write(connection, to: output)
    }
  }
}
