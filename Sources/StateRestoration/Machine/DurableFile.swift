// SPDX-License-Identifier: Apache-2.0
// Files that are complete whatever happens: written to a temporary file, flushed to disk, then
// renamed over the old one. Foundation's atomic write is not enough: it widens the permissions and
// does not flush the directory.

import Foundation

enum DurableFile {
  /// The suffix of a file that is being written.
  static let unfinishedEnding = ".new"
  /// The suffix of the last good version beside a file.
  static let previousEnding = ".prev"
  /// From how many files on it is worthwhile to flush several at a time.
  static let many = 8
  /// The largest file that is copied where there are no hard links.
  static let copyLimit = 1024 * 1024
}

/// Bytes in an open temporary file that is to replace another.
struct StagedFile {
  let path: String
  let temporary: String
  let file: Int32
}

extension StateFileSystem {
  /// Replaces a file's contents. Whatever fails, even if the power fails between any two calls, the
  /// file is afterwards completely old or completely new. With `keepingPrevious`, the old file
  /// stays beside it as `.prev`. With `isLasting` false, it does not wait for the disk, for data
  /// that is useless after a reboot.
  func replace(
    _ path: String, with data: Data, keepingPrevious: Bool = false, isLasting: Bool = true
  ) throws {
    try install(stage(path, data), keepingPrevious: keepingPrevious, isLasting: isLasting)
    if isLasting { try flushDirectory(of: path) }
  }

  /// Writes the bytes to a temporary file. When replacing many files, stage all of them before the
  /// first is installed, so that the disk can write them in one go.
  func stage(_ path: String, _ data: Data) throws -> StagedFile {
    let temporary = path + DurableFile.unfinishedEnding
    // Left over from an interrupted write.
    try removeIfThere(temporary)
    let file = try open(temporary, .creating)
    do {
      var rest = data[...]
      while !rest.isEmpty {
        let count = try write(file, rest, path: temporary)
        guard count > 0 else { throw StateFileFailure(temporary, EIO) }
        rest = rest.dropFirst(count)
      }
    } catch {
      close(file)
      try? remove(temporary)
      throw error
    }
    return StagedFile(path: path, temporary: temporary, file: file)
  }

  /// Waits for the disk and renames the staged file into place. The directory must still be
  /// flushed.
  func install(
    _ staged: StagedFile, keepingPrevious: Bool = false, isLasting: Bool = true
  ) throws {
    let failure = isLasting ? flush([staged])[staged.temporary] : nil
    try install(flushed: staged, failure, keepingPrevious: keepingPrevious)
  }

  /// Waits for the disk, with several files at a time if there are many, since a disk writes those
  /// in one go. Returns what failed, by temporary path; the system reports each failure only once.
  func flush(_ staged: [StagedFile]) -> [String: any Error] {
    let failures = Locked<[String: any Error]>([:])
    @Sendable func flushOne(_ index: Int) {
      let path = staged[index].temporary
      do { try flush(staged[index].file, path) } catch {
        failures.withLock { $0[path] = error }
      }
    }
    if staged.count < DurableFile.many {
      for index in staged.indices { flushOne(index) }
    } else {
      DispatchQueue.concurrentPerform(iterations: staged.count, execute: flushOne)
    }
    return failures.withLock { $0 }
  }

  /// Renames a file into place that has been flushed, unless that failed. The directory must still
  /// be flushed.
  func install(
    flushed staged: StagedFile, _ failure: (any Error)?, keepingPrevious: Bool = false
  ) throws {
    close(staged.file)
    do {
      if let failure { throw failure }
      if keepingPrevious { try keepPrevious(of: staged.path) }
      try rename(staged.temporary, staged.path)
    } catch {
      try? remove(staged.temporary)
      throw error
    }
  }

  /// All of a regular file; throws if it is larger than `limit`. Reads one byte more to find out.
  func contents(_ path: String, limit: Int) throws -> Data {
    let file = try open(path, .reading)
    defer { close(file) }
    let status = try status(file, path)
    guard status.kind == .file else { throw StateFileFailure(path, EINVAL) }
    var data = Data()
    while data.count <= limit {
      // No room for more than there is: to clear it takes longer than to read.
      let expected = max(status.size - data.count, 0) + 512
      let more = try read(file, min(expected, limit + 1 - data.count), path: path)
      if more.isEmpty { break }
      data.append(more)
    }
    return data
  }

  /// Makes the names in a file's directory durable.
  func flushDirectory(of path: String) throws {
    try flushDirectory(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
  }

  func flushDirectory(_ directory: String) throws {
    let file = try open(directory, .directory)
    defer { close(file) }
    try flush(file, directory)
  }

  /// Creates a private directory, unless it exists.
  func makeDirectoryIfMissing(_ path: String) throws {
    do {
      try makeDirectory(path)
      // Without its name, nothing in it would be there after a power cut. What is above it may be unreadable.
      try? flushDirectory(of: path)
    } catch let failure as StateFileFailure
      where failure.code == EEXIST
    {}
  }

  /// Removes a file if it exists.
  func removeIfThere(_ path: String) throws {
    do { try remove(path) } catch let failure as StateFileFailure where failure.code == ENOENT {}
  }

  /// Creates the directories above a path. They are the user's own, so symbolic links are fine.
  func makeParents(of path: String) throws {
    let parent = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    if parent.isEmpty || exists(parent) { return }
    try makeParents(of: parent)
    try makeDirectoryIfMissing(parent)
  }

  func exists(_ path: String) -> Bool { (try? status(path)) != nil }

  /// Removes a directory with everything in it, without following links.
  func removeTree(_ path: String) throws {
    for name in try list(path) { try removeAnything(path + "/" + name) }
    try removeDirectory(path)
  }

  /// Removes a file, or a directory with everything in it.
  func removeAnything(_ path: String) throws {
    if try status(path).kind == .directory { try removeTree(path) } else { try remove(path) }
  }

  private func keepPrevious(of path: String) throws {
    let previous = path + DurableFile.previousEnding
    try removeIfThere(previous)
    do { try link(path, previous) } catch let failure as StateFileFailure {
      switch failure.code {
      // There is no old file yet.
      case ENOENT: break
      // No hard links on this file system, or to other users' files: copy the old one.
      case EPERM, ENOTSUP, ENOSYS, EMLINK, EXDEV:
        guard let old = try? contents(path, limit: DurableFile.copyLimit) else { return }
        try install(stage(previous, old), isLasting: false)
      default: throw failure
      }
    }
  }
}
