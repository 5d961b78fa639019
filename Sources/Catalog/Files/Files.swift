// SPDX-License-Identifier: Apache-2.0
// What we need of files that Foundation does not do: create only new files, never through a
// symbolic link, private to the user, and flushed to the disk.

import Foundation

/// How many bytes are free on the disk of a directory; nil if it doesn't say.
func freeBytes(on directory: String) -> Int? {
  var status = statvfs()
  guard statvfs(directory, &status) == 0 else { return nil }
  let (free, overflows) = Int(clamping: status.f_bavail)
    .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
  return overflows ? .max : free
}

/// Reads a regular file that is not a link and not larger than `limit`.
func readFile(_ path: String, atMost limit: Int) throws -> [UInt8] {
  try read(path) { size in
    guard size <= limit else { throw CatalogError.tooLarge(file: path) }
    return size
  }
}

/// Reads no more than the beginning of a regular file that is not a link.
func readBeginning(of path: String, atMost length: Int) throws -> [UInt8] {
  try read(path) { min($0, length) }
}

/// - Parameter length: how much to read of a file of this size.
private func read(_ path: String, length: (_ size: Int) throws -> Int) throws -> [UInt8] {
  // Without O_NONBLOCK, opening a pipe would wait for its other end.
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
  guard descriptor >= 0 else { throw CatalogError(systemError: errno, file: path) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else {
    throw CatalogError(systemError: errno, file: path)
  }
  guard status.st_mode & S_IFMT == S_IFREG else { throw CatalogError.notAFile(file: path) }
  var bytes = [UInt8](repeating: 0, count: try length(Int(status.st_size)))
  var filled = 0
  while filled < bytes.count {
    let count = bytes.withUnsafeMutableBytes {
      read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled)
    }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw CatalogError(systemError: errno, file: path) }
    if count == 0 { break }
    filled += count
  }
  return Array(bytes.prefix(filled))
}

/// Creates a new empty file that only the user may read.
func createFile(_ path: String) throws {
  let descriptor = open(
    path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
  guard descriptor >= 0 else { throw CatalogError(systemError: errno, file: path) }
  close(descriptor)
}

/// Writes a file so that after a power cut it is there completely or not at all.
func writeDurably(_ bytes: [UInt8], to path: String) throws {
  let file = try NewFile(path)
  try file.write(bytes[...])
  try file.putInPlace()
}

/// Makes the names in the directory that holds `path` durable.
func syncDirectory(of path: String) throws {
  let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw CatalogError(systemError: errno, file: directory) }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 else { throw CatalogError(systemError: errno, file: directory) }
}

func isDirectory(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Creates `path` and any missing parents. Somebody else may be creating the same ones at this moment.
func makeDirectories(_ path: String, permissions: mode_t = 0o700) throws {
  var status = stat()
  if stat(path, &status) == 0 {
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw CatalogError.notADirectory(file: path)
    }
    return
  }
  guard errno == ENOENT else { throw CatalogError(systemError: errno, file: path) }
  let parent = (path as NSString).deletingLastPathComponent
  if !parent.isEmpty, parent != path { try makeDirectories(parent, permissions: permissions) }
  if mkdir(path, permissions) == 0 { return }
  guard errno == EEXIST else { throw CatalogError(systemError: errno, file: path) }
  // A link that leads nowhere is there, too.
  guard isDirectory(path) else { throw CatalogError.notADirectory(file: path) }
}
