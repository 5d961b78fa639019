// SPDX-License-Identifier: Apache-2.0
// A file or a directory that is there only while somebody works with it. It is locked for that time, so that what a killed
// process has left is told from what is at work, and removed. It can be as large as the catalogue.

import Foundation

/// Sendable because nothing of it changes.
final class PassingPlace: Sendable {
  /// What it is for, which its name ends with.
  enum Purpose: String {
    /// A file: the database of a copy that is being saved.
    case copying
    /// A directory: a copy that is being unpacked.
    case unpacking
  }

  let path: String
  /// To read it.
  let descriptor: Int32

  /// Only the user may read it.
  init(_ purpose: Purpose, in directory: String) throws {
    while true {
      let path = "\(directory)/\(UUID().uuidString).\(purpose.rawValue)"
      switch purpose {
      case .copying: try createFile(path)
      case .unpacking:
        guard mkdir(path, 0o700) == 0 else { throw CatalogError(systemError: errno, file: path) }
      }
      if let descriptor = Self.locked(path, LOCK_EX) {
        (self.path, self.descriptor) = (path, descriptor)
        NewFile.begin(Self.names(path))
        return
      }
      // Who removes what was left may have been faster than the lock.
      guard access(path, F_OK) != 0 else { throw CatalogError(systemError: errno, file: path) }
    }
  }

  deinit {
    close(descriptor)
    NewFile.end(Self.names(path))
  }

  /// What SQLite puts beside a database comes first: what has the lock is there as long as they are.
  private static func names(_ path: String) -> [String] {
    ["-journal", "-wal", "-shm", ""].map { path + $0 }
  }

  /// Removes what is there, if it has not got another name.
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    if isDirectory(path) { try? FileManager.default.removeItem(atPath: path) }
    for name in names(path) { unlink(name) }
  }

  /// Removes what processes that were killed have left.
  static func removeAbandoned(_ purpose: Purpose, in directory: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasSuffix(".\(purpose.rawValue)") {
      let path = "\(directory)/\(name)"
      guard let descriptor = locked(path, LOCK_EX | LOCK_NB) else { continue }
      remove(path)
      close(descriptor)
    }
  }

  /// Nil if it can't be locked, or is not there any more.
  private static func locked(_ path: String, _ operation: Int32) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var result = flock(descriptor, operation)
    while result != 0, errno == EINTR { result = flock(descriptor, operation) }
    var status = stat()
    // Where a file system knows no such locks, nothing is removed either.
    let isLocked = result == 0 || operation == LOCK_EX
    if isLocked, fstat(descriptor, &status) == 0, status.st_nlink > 0 { return descriptor }
    close(descriptor)
    return nil
  }
}
