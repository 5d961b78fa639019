// Every call that reaches the disk goes through here, one method a system call, so that a test can
// let any one of them fail and see that nothing is lost.

import Foundation

/// A system call that failed.
public struct StateFileFailure: Error, LocalizedError, Equatable, Sendable {
  /// The file or directory.
  public let path: String
  /// As in `errno`.
  public let code: Int32

  /// The call for `path` failed with this `errno`.
  public init(_ path: String, _ code: Int32) {
    self.path = path
    self.code = code
  }

  /// The reason alone, for a sentence that names no file.
  public var reason: String { String(cString: strerror(code)) }
  public var errorDescription: String? { "\(path): \(reason)" }
  /// Whether room on the disk would have helped.
  public var isForLackOfRoom: Bool { code == ENOSPC || code == EDQUOT }

  /// What is wrong, as the end of a sentence.
  public var sentence: String {
    switch code {
    case ENOSPC: "the disk is full"
    case EDQUOT: "your share of the disk is full"
    case EFBIG: "files may not grow that large"
    case EIO: "the disk reports an error"
    case EROFS: "\(path) is on a read-only disk"
    case EACCES: "\(path) may not be written to"
    case EPERM: "\(path) belongs to somebody else, or others may write to it"
    case ENOTDIR, ELOOP: "\(path) is not a directory"
    default: "\(path): \(reason)"
    }
  }
}

/// What there is to know of a file.
public struct StateFileStatus: Equatable, Sendable {
  /// What it is.
  public enum Kind: Sendable { case file, directory, link, other }

  /// What it is.
  public var kind: Kind
  /// In bytes.
  public var size: Int
  /// The user's number.
  public var owner: UInt32
  /// The permission bits alone.
  public var mode: UInt32
  /// When it was written last.
  public var modified: Date

  /// What a file system of one's own answers.
  public init(kind: Kind, size: Int, owner: UInt32, mode: UInt32, modified: Date) {
    self.kind = kind
    self.size = size
    self.owner = owner
    self.mode = mode
    self.modified = modified
  }
}

/// How a file is opened.
public enum StateFileAccess: Sendable, Equatable {
  /// An existing regular file, never through a link; a pipe does not block.
  case reading
  /// A file that must not exist yet, with mode 0600.
  case creating
  /// A file that stays, to hold a lock; made when missing, with mode 0600.
  case locking
  /// A directory, to flush it.
  case directory
}

/// The file system as the store sees it: system calls, each of which can fail.
public protocol StateFileSystem: Sendable {
  /// The number of the open file.
  func open(_ path: String, _ access: StateFileAccess) throws -> Int32
  /// Up to `count` bytes; none at the end.
  func read(_ file: Int32, _ count: Int, _ path: String) throws -> Data
  /// Writes some of the bytes and says how many.
  func write(_ file: Int32, _ data: Data, _ path: String) throws -> Int
  /// Leaves nothing in the file.
  func truncate(_ file: Int32, _ path: String) throws
  /// Waits until what was written is on the disk.
  func flush(_ file: Int32, _ path: String) throws
  /// Lets go of the file, and of its lock.
  func close(_ file: Int32)
  /// Of an open file.
  func status(_ file: Int32, _ path: String) throws -> StateFileStatus
  /// False when another process holds the lock.
  func lock(_ file: Int32, _ path: String) throws -> Bool

  /// Of the link itself, when the path is one.
  func status(_ path: String) throws -> StateFileStatus
  /// Whether this process may write there.
  func isWritable(_ path: String) -> Bool
  /// A directory with mode 0700.
  func makeDirectory(_ path: String) throws
  /// Leaves a directory to its owner alone.
  func restrict(_ path: String) throws
  /// Replaces what has the new name.
  func rename(_ path: String, _ newPath: String) throws
  /// Gives a file a second name, which must be free.
  func link(_ path: String, _ newPath: String) throws
  /// Removes a file, or a link itself.
  func remove(_ path: String) throws
  /// Removes an empty directory.
  func removeDirectory(_ path: String) throws
  /// The names in a directory, in no order.
  func list(_ path: String) throws -> [String]
}
