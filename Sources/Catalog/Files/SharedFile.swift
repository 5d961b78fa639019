// SPDX-License-Identifier: Apache-2.0
// Files outside of the catalogue, where a user wants them: readable like any other file of the user's.

import Foundation

public enum SharedFile {
  /// Writes a file in place of any other: completely or not at all.
  public static func save(_ bytes: [UInt8], to file: URL) async throws {
    try await offThread { try write(bytes, to: file) }
  }

  /// A file that appears where a user wants it when it is whole, or where a link with that name leads.
  public static func new(at path: String) throws -> NewFile {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    // A device or a pipe would be replaced by the file.
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw CatalogError.notAFile(file: path)
    }
    return try NewFile(path, permissions: 0o666)
  }

  static func write(_ bytes: [UInt8], to file: URL) throws {
    let copy = try NewFile(file.path, permissions: 0o666)
    try copy.write(bytes[...])
    try copy.putInPlace()
  }

  /// The same for one of very many files that can be made again: after a power cut it may be empty.
  public static func writeQuickly(_ bytes: [UInt8], to file: URL) throws {
    let copy = try NewFile(file.path, permissions: 0o666)
    try copy.write(bytes[...])
    try copy.putInPlaceQuickly()
  }

  /// Creates a directory and those above it, as any program of the user's would.
  public static func makeDirectory(_ directory: URL) throws {
    let path = directory.path
    if isDirectory(path) { return }
    if mkdir(path, 0o777) == 0 { return }
    guard errno == ENOENT, path != "/" else { throw CatalogError(systemError: errno, file: path) }
    try makeDirectory(directory.deletingLastPathComponent())
    guard mkdir(path, 0o777) == 0 else { throw CatalogError(systemError: errno, file: path) }
  }
}
