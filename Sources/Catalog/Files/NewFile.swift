// SPDX-License-Identifier: Apache-2.0
// A file that appears only when it is complete: written under another name and renamed at the end.

import Foundation
import Synchronization

public final class NewFile {
  /// Those that are being written.
  private static let unfinished = Mutex<Set<String>>([])

  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private var hasName: Bool
  private var isInPlace = false

  /// Only the user may read it, unless other permissions are given; the process's mask limits them.
  /// - Parameter isNamedAtTheEnd: whether it has no name until it is complete, where the file system can do that: then
  ///   nothing of it is left, whatever becomes of the process. For what takes long, since that is one call more.
  public init(_ path: String, permissions: mode_t = 0o600, isNamedAtTheEnd: Bool = false) throws {
    self.path = path
    temporary = "\(path).\(UUID().uuidString).tmp"
    let nameless = isNamedAtTheEnd ? Self.nameless(for: temporary, permissions) : -1
    hasName = nameless < 0
    descriptor =
      nameless >= 0
      ? nameless
      : open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, permissions)
    guard descriptor >= 0 else { throw CatalogError(systemError: errno, file: path) }
    _ = Self.unfinished.withLock { $0.insert(temporary) }
  }

  /// Less than 0 if there can be none, or if it could not get this name in the end: that is said at once.
  private static func nameless(for path: String, _ permissions: mode_t) -> Int32 {
    guard access(path, F_OK) != 0, errno == ENOENT else { return -1 }
    let directory = (path as NSString).deletingLastPathComponent
    // O_TMPFILE, which Swift does not import.
    let flags = O_WRONLY | O_CLOEXEC | O_DIRECTORY | 0o20_000_000
    let descriptor = open(directory.isEmpty ? "." : directory, flags, permissions)
    guard descriptor >= 0, access(place(of: descriptor), F_OK) != 0 else { return descriptor }
    close(descriptor)
    return -1
  }

  /// By which a name can be given to it.
  private static func place(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  private func giveName() throws {
    guard !hasName else { return }
    let place = Self.place(of: descriptor)
    guard linkat(AT_FDCWD, place, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else {
      throw CatalogError(systemError: errno, file: path)
    }
    hasName = true
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !isInPlace { unlink(temporary) }
    _ = Self.unfinished.withLock { $0.remove(temporary) }
  }

  /// Sets its permissions, whatever the process's mask says.
  func allow(_ permissions: mode_t) throws {
    guard fchmod(descriptor, permissions) == 0 else {
      throw CatalogError(systemError: errno, file: path)
    }
  }

  /// Removes what is not in place, before a process ends in the middle of writing.
  public static func removeUnfinished() {
    unfinished.withLock { files in
      for file in files { unlink(file) }
    }
  }

  /// Runs `body`, which writes a file that is to be removed if the process ends meanwhile.
  static func whileUnfinished<Value>(_ path: String, _ body: () throws -> Value) rethrows -> Value {
    _ = unfinished.withLock { $0.insert(path) }
    defer { _ = unfinished.withLock { $0.remove(path) } }
    return try body()
  }

  /// These are to be removed if the process ends.
  static func begin(_ names: [String]) { unfinished.withLock { $0.formUnion(names) } }

  static func end(_ names: [String]) { unfinished.withLock { $0.subtract(names) } }

  public func write(_ bytes: ArraySlice<UInt8>) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw CatalogError(systemError: errno, file: path) }
      rest.removeFirst(count)
    }
  }

  /// Replaces any file with that name, durably. Of many files, only the last one needs to make the
  /// names in the directory durable.
  public func putInPlace(asOneOfMany: Bool = false) throws {
    guard fsync(descriptor) == 0 else { throw CatalogError(systemError: errno, file: path) }
    try moveInPlace()
    if !asOneOfMany { try syncDirectory(of: path) }
  }

  /// Replaces any file with that name, and leaves it to the system when that reaches the disk.
  func putInPlaceQuickly() throws { try moveInPlace() }

  private func moveInPlace() throws {
    try giveName()
    guard rename(temporary, path) == 0 else {
      throw CatalogError(systemError: errno, file: path)
    }
    isInPlace = true
  }
}
