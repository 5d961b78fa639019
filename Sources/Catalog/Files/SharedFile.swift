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
    let path = place(of: path)
    // A device or a pipe would be replaced by the file.
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw CatalogError.notAFile(file: path)
    }
    return try replacement(of: path, isNamedAtTheEnd: true)
  }

  /// Where a path leads, whether or not the file, or directories above it, are there: also through a link to what is
  /// not there yet.
  static func place(of path: String) -> String {
    var place = URL(fileURLWithPath: path).path
    var missing: [String] = []
    var links = 0
    while place != "/" {
      if let real = realpath(place, nil) {
        defer { free(real) }
        place = String(cString: real)
        break
      }
      let (above, name) = (
        (place as NSString).deletingLastPathComponent, (place as NSString).lastPathComponent
      )
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place)
      // As many as the system follows.
      if let target, links < 40 {
        links += 1
        place = target.hasPrefix("/") ? target : "\(above)/\(target)"
      } else {
        missing.append(name)
        place = above
      }
    }
    return missing.reversed().reduce(place == "/" ? "" : place) { "\($0)/\($1)" }
  }

  /// What is as private, or as open, as the file that it replaces.
  private static func replacement(
    of path: String, isNamedAtTheEnd: Bool = false
  ) throws -> NewFile {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return try NewFile(path, permissions: 0o666, isNamedAtTheEnd: isNamedAtTheEnd)
    }
    let permissions = status.st_mode & 0o777
    let file = try NewFile(path, permissions: permissions, isNamedAtTheEnd: isNamedAtTheEnd)
    try file.allow(permissions)
    return file
  }

  static func write(_ bytes: [UInt8], to file: URL) throws {
    let copy = try replacement(of: place(of: file.path))
    try copy.write(bytes[...])
    try copy.putInPlace()
  }

  /// The same for one of very many files that can be made again: after a power cut it may be empty.
  public static func writeQuickly(_ bytes: [UInt8], to file: URL) throws {
    let copy = try replacement(of: file.path)
    try copy.write(bytes[...])
    try copy.putInPlaceQuickly()
  }

  /// Runs `body` while nobody else, in this program or another, does so in the same directory. Where a file system knows no
  /// such locks, whoever is last wins.
  public static func oneAtATime<Value>(
    in directory: URL, _ body: () throws -> Value
  ) throws -> Value {
    let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CatalogError(systemError: errno, file: directory.path) }
    // Closing it ends the lock.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }

  /// Creates a directory and those above it, as any program of the user's would.
  public static func makeDirectory(_ directory: URL) throws {
    try makeDirectories(directory.path, permissions: 0o777)
  }
}
