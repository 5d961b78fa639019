// Files that are whole whatever happens: written beside, flushed to the disk, then renamed over the
// old one. Foundation's atomic write is not enough: it widens the permissions and does not flush
// the directory.

import Foundation

/// A system call that failed, in words.
public struct FileFailure: Error, LocalizedError, Equatable, Sendable {
  public let path: String
  public let code: Int32

  public var errorDescription: String? { "\(path): \(String(cString: strerror(code)))" }

  /// The reason alone, for a sentence that names no file.
  public var reason: String { String(cString: strerror(code)) }

  init(_ path: String, _ code: Int32 = errno) {
    self.path = path
    self.code = code
  }
}

enum DurableFile {
  /// Replaces a file with new bytes. Afterwards it is the old one or the new one, whole.
  /// `keepingPrevious`: the old one stays beside it as `.prev`.
  static func write(_ data: Data, to path: String, keepingPrevious: Bool = false) throws {
    let temporary = path + ".new"
    do {
      try writeNew(data, to: temporary)
      if keepingPrevious { try keepPrevious(of: path) }
      if rename(temporary, path) != 0 { throw FileFailure(path) }
    } catch {
      unlink(temporary)
      throw error
    }
    try flushDirectory(of: path)
  }

  /// Replaces a file without waiting for the disk: for what is only worth something while this
  /// boot of the machine lasts.
  static func writeQuickly(_ data: Data, to path: String) throws {
    let temporary = path + ".new"
    do {
      try writeNew(data, to: temporary, flushes: false)
      if rename(temporary, path) != 0 { throw FileFailure(path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  static func read(_ path: String, limit: Int) throws -> Data {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { throw FileFailure(path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileFailure(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure(path, EINVAL) }
    // One byte over the limit is enough to know that it is too large.
    var data = Data(count: min(Int(status.st_size), limit + 1))
    let wanted = data.count
    var done = 0
    while done < wanted {
      let count = data.withUnsafeMutableBytes { bytes in
        Foundation.read(file, bytes.baseAddress.map { $0 + done }, wanted - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileFailure(path) }
      if count == 0 { break }
      done += count
    }
    return data.prefix(done)
  }

  static func flushDirectory(of path: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    let file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw FileFailure(directory) }
    defer { close(file) }
    if fsync(file) != 0 { throw FileFailure(directory) }
  }

  private static func writeNew(_ data: Data, to path: String, flushes: Bool = true) throws {
    // What an interrupted write left behind is nobody's.
    unlink(path)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw FileFailure(path) }
    defer { close(file) }
    var done = 0
    while done < data.count {
      let count = data.withUnsafeBytes { bytes in
        Foundation.write(file, bytes.baseAddress.map { $0 + done }, data.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileFailure(path) }
      done += count
    }
    if flushes, fsync(file) != 0 { throw FileFailure(path) }
  }

  private static func keepPrevious(of path: String) throws {
    let previous = path + ".prev"
    unlink(previous)
    if link(path, previous) != 0, errno != ENOENT { throw FileFailure(previous) }
  }
}
