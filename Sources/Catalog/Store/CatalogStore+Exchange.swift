// SPDX-License-Identifier: Apache-2.0
// Import and export as seen from outside this module.

import Foundation
import Synchronization

extension CatalogStore {
  /// Receives the progress of a long command from time to time, on a thread of the catalogue. If it
  /// throws, the command stops and changes nothing.
  public typealias Progress = ExchangeProgress.Report

  /// Adds synthetic products, as one command. Existing products are left unchanged.
  public func generate(
    _ products: GeneratedProducts, progress: @escaping Progress = { _ in }
  ) async throws -> ImportResult {
    let work = Generation(into: database, progress: progress)
    return try await database.underLock { try work.store(products, $0) }
  }

  /// Imports lines of products, as one command: all of them or, if one is wrong, none.
  ///
  /// - Parameters:
  ///   - path: a file of lines, or a directory that an export wrote; “-” for standard input. The
  ///     pictures are beside the file.
  ///   - isUpdating: whether existing products are updated from their lines; otherwise they are
  ///     left unchanged.
  public func importProducts(
    from path: String, isUpdating: Bool = false, progress: @escaping Progress = { _ in }
  ) async throws -> ImportResult {
    let file = try await offThread { [directory = database.file.directory] in
      try ProductFile(path, spoolingIn: directory)
    }
    return try await importProducts(from: file, isUpdating: isUpdating, progress: progress)
  }

  /// Takes back an import alone, as one command: what was edited since stays. Nil if the command is no import, or is
  /// undone or forgotten.
  public func takeBack(_ command: CatalogCommand) async throws -> TakenBack? {
    try await database.carryOut(.takeBackImport, count: { $0?.count ?? 0 }) { connection in
      try TakeBack(command.number, on: connection)?.carryOut()
    }
  }

  /// Whether an import from `path` waits until another program writes to it.
  public static func waitsForWriter(_ path: String) -> Bool { ProductFile.isPipe(path) }

  /// Whether a file is certainly not one of lines of products, going by how it begins.
  public static func isOther(_ path: String) -> Bool { ProductFile.isOther(path) }

  /// Imports what a source has, as one command: all of it or, if something is wrong, nothing.
  ///
  /// - Parameter isUpdating: whether existing products are updated; otherwise they are left
  ///   unchanged.
  public func importProducts(
    from source: any EntrySource, isUpdating: Bool = false,
    progress: @escaping Progress = { _ in }
  ) async throws -> ImportResult {
    let isUpdating = isUpdating && source.changesProducts
    let work = Import(from: source, into: database, progress: progress)
    let isAgain = Mutex(false)
    return try await database.askingBeforeLoss { [database] bounds in
      // What was refused the first time has been read to its end.
      if isAgain.withLock({ isAgain in
        defer { isAgain = true }
        return isAgain
      }) {
        try source.rewind()
      }
      let read = try await offThread { [file = database.file] in
        let reader = isUpdating ? nil : (try? file.reader()).map(EntryReader.init)
        return try work.read { (try? reader?.has($0)) ?? false }
      }
      defer { read.pictures.discard() }
      return try await database.underLock {
        try work.store(read, isUpdating: isUpdating, within: bounds, on: $0)
      }
    }
  }

  /// Imports the catalogue that comes with the program. Returns how many products are new.
  public func importSample(from directory: URL) async throws -> Int {
    try await importProducts(from: directory.path).added
  }

  /// Writes everything, including the trash, to a new directory: lines of products and their
  /// pictures.
  ///
  /// - Parameter isReplacing: whether the directory may exist; the lines in it are replaced.
  public func exportProducts(
    to directory: URL, isReplacing: Bool = false, progress: @escaping Progress = { _ in }
  ) async throws -> ExportResult {
    try await database.read { [pictureFiles = database.pictureFiles] connection in
      try Export(pictureFiles: pictureFiles, progress: progress)
        .write(connection, to: directory.path, isReplacing: isReplacing)
    }
  }

  /// Passes the lines of all products to `output`, piece by piece, without pictures.
  public func exportProducts(
    to output: @escaping @Sendable (ArraySlice<UInt8>) throws -> Void,
    progress: @escaping Progress = { _ in }
  ) async throws -> ExportResult {
    try await database.read { [pictureFiles = database.pictureFiles] connection in
      try Export(pictureFiles: pictureFiles, progress: progress).write(connection, to: output)
    }
  }
}
