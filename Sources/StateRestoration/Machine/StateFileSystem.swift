// SPDX-License-Identifier: Apache-2.0
// Every disk access goes through here, one method per system call, so that tests can make any one
// of them fail and check that nothing is lost.

import Foundation

/// A system call that failed.
public struct StateFileFailure: Error, LocalizedError, Hashable, Sendable {
  /// The file or directory.
  public let path: String
  /// The `errno`.
  public let code: Int32

  /// The call for `path` failed with this `errno`.
  public init(_ path: String, _ code: Int32) {
    self.path = path
    self.code = code
  }

  /// The reason alone, without the file name.
  public var reason: String { String(cString: strerror(code)) }
  public var errorDescription: String? { "\(path): \(reason)" }
  /// Whether more room on the disk would help.
  package var isForLackOfRoom: Bool { code == ENOSPC || code == EDQUOT }

  /// The problem, as the end of a sentence.
  public var sentence: String {
    switch code {
    case ENOSPC: "the disk is full"
    case EDQUOT: "your share of the disk is full"
    case EFBIG: "files may not grow that large"
    case EIO: "the disk reports an error"
    case ETIMEDOUT: "the disk does not answer"
    case EROFS: "\(path) is on a read-only disk"
    case EACCES: "\(path) may not be written to"
    case EPERM: "\(path) belongs to somebody else, or others may write to it"
    case ENOTDIR, ELOOP: "\(path) is not a directory"
    default: "\(path): \(reason)"
    }
  }
}

/// A file's status.
package struct StateFileStatus: Equatable, Sendable {
  /// The kind of file.
  package enum Kind: Sendable {
    /// A regular file.
    case file
    /// A directory.
    case directory
    /// A symbolic link.
    case link
    /// A pipe, a device or a socket.
    case other
  }

  /// The kind of file.
  package var kind: Kind
  /// In bytes.
  package var size: Int
  /// The owner's user ID.
  package var owner: UInt32
  /// The permission bits only.
  package var mode: UInt32
  /// When it was last written.
  package var modified: Date

  /// For custom file systems.
  package init(kind: Kind, size: Int, owner: UInt32, mode: UInt32, modified: Date) {
    self.kind = kind
    self.size = size
    self.owner = owner
    self.mode = mode
    self.modified = modified
  }
}

/// How to open a file.
package enum StateFileAccess: Sendable, Equatable {
  /// An existing regular file, not through a link; a pipe does not block.
  case reading
  /// A file that must not exist yet, with mode 0600.
  case creating
  /// A lock file, created if missing, with mode 0600.
  case locking
  /// A directory, in order to flush it.
  case directory
}

/// The file system as the store uses it: system calls, each of which can fail.
package protocol StateFileSystem: Sendable {
  /// Returns a file descriptor.
  func open(_ path: String, _ access: StateFileAccess) throws -> Int32
  /// Reads up to `count` bytes; none at the end.
  func read(_ file: Int32, _ count: Int, path: String) throws -> Data
  /// Writes some of the bytes and returns how many.
  func write(_ file: Int32, _ data: Data, path: String) throws -> Int
  /// The same, for a few bytes at every key press.
  func append(_ file: Int32, _ bytes: [UInt8], path: String) throws -> Int
  /// Empties the file.
  func truncate(_ file: Int32, _ path: String) throws
  /// Waits until everything written is on disk.
  func flush(_ file: Int32, _ path: String) throws
  /// Closes the file and releases its lock.
  func close(_ file: Int32)
  /// The status of an open file.
  func status(_ file: Int32, _ path: String) throws -> StateFileStatus
  /// Returns false if another process holds the lock.
  func lock(_ file: Int32, _ path: String) throws -> Bool

  /// The status of a path; of the link itself, if it is one.
  func status(_ path: String) throws -> StateFileStatus
  /// Whether this process may write there.
  func isWritable(_ path: String) -> Bool
  /// Creates a directory with mode 0700.
  func makeDirectory(_ path: String) throws
  /// Makes a directory accessible to its owner only.
  func restrict(_ path: String) throws
  /// Renames a file, replacing any file with the new name.
  func rename(_ path: String, _ newPath: String) throws
  /// Gives a file a second name, which must not exist.
  func link(_ path: String, _ newPath: String) throws
  /// Removes a file, or a link itself.
  func remove(_ path: String) throws
  /// Removes an empty directory.
  func removeDirectory(_ path: String) throws
  /// The names in a directory, unordered.
  func list(_ path: String) throws -> [String]
  /// How many bytes this process could still write there; nil if that is not known.
  func availableBytes(_ path: String) -> Int?
  /// Whether what is written there stays in memory, so that no disk is waited for.
  func isInMemory(_ path: String) -> Bool
}

extension StateFileSystem {
  /// A write like others.
  package func append(_ file: Int32, _ bytes: [UInt8], path: String) throws -> Int {
    try write(file, Data(bytes), path: path)
  }
  /// Not known.
  package func availableBytes(_ path: String) -> Int? { nil }
  /// Not known.
  package func isInMemory(_ path: String) -> Bool { false }
}
