// Files that are whole whatever happens: written beside, flushed to the disk, then renamed over the
// old one. Foundation's atomic write is not enough: it widens the permissions and does not flush
// the directory.

import Foundation

enum DurableFile {
  /// The ending of a file that is being written.
  static let unfinishedEnding = ".new"
  /// The ending of the last good version beside a file.
  static let previousEnding = ".prev"
  /// A larger file has no last good version where that must be a copy.
  static let copyLimit = 256 * 1024
}

extension StateFileSystem {
  /// Replaces a file with new bytes. Whatever fails, and if the machine loses its power between
  /// any two calls: afterwards it is the old one or the new one, whole. `keepingPrevious`: the old
  /// one stays beside it as `.prev`. `isLasting` false does without waiting for the disk, for what
  /// is only worth something while this boot of the machine lasts.
  func replace(
    _ path: String, with data: Data, keepingPrevious: Bool = false, isLasting: Bool = true
  ) throws {
    let temporary = path + DurableFile.unfinishedEnding
    do {
      try create(temporary, data, isLasting: isLasting)
      if keepingPrevious { try keepPrevious(of: path) }
      try rename(temporary, path)
    } catch {
      try? remove(temporary)
      throw error
    }
    if isLasting { try flushDirectory(of: path) }
  }

  /// All of a regular file, unless it is larger than `limit`: one byte more tells.
  func contents(_ path: String, limit: Int) throws -> Data {
    let file = try open(path, .reading)
    defer { close(file) }
    guard try status(file, path).kind == .file else { throw StateFileFailure(path, EINVAL) }
    var data = Data()
    while data.count <= limit {
      let more = try read(file, limit + 1 - data.count, path)
      if more.isEmpty { break }
      data.append(more)
    }
    return data
  }

  /// Makes sure that the names in the directory of a file are on the disk.
  func flushDirectory(of path: String) throws {
    let directory = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    let file = try open(directory, .directory)
    defer { close(file) }
    try flush(file, directory)
  }

  /// Removes a file if it is there.
  func removeIfThere(_ path: String) throws {
    do { try remove(path) } catch let failure as StateFileFailure where failure.code == ENOENT {}
  }

  /// Makes the directories above a path. They are the person's own arrangement: links are fine there.
  func makeParents(of path: String) throws {
    let parent = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    if parent.isEmpty || exists(parent) { return }
    try makeParents(of: parent)
    do { try makeDirectory(parent) } catch let failure as StateFileFailure
      where failure.code == EEXIST
    {}
  }

  func exists(_ path: String) -> Bool { (try? status(path)) != nil }

  /// Removes a directory with everything in it; follows no link.
  func removeTree(_ path: String) throws {
    for name in try list(path) { try removeAnything(path + "/" + name) }
    try removeDirectory(path)
  }

  /// Removes a file, or a directory with everything in it.
  func removeAnything(_ path: String) throws {
    if try status(path).kind == .directory { try removeTree(path) } else { try remove(path) }
  }

  private func create(_ path: String, _ data: Data, isLasting: Bool) throws {
    // What an interrupted write left behind is nobody's.
    try removeIfThere(path)
    let file = try open(path, .creating)
    defer { close(file) }
    var rest = data[...]
    while !rest.isEmpty {
      let count = try write(file, rest, path)
      guard count > 0 else { throw StateFileFailure(path, EIO) }
      rest = rest.dropFirst(count)
    }
    if isLasting { try flush(file, path) }
  }

  private func keepPrevious(of path: String) throws {
    let previous = path + DurableFile.previousEnding
    try removeIfThere(previous)
    do { try link(path, previous) } catch let failure as StateFileFailure {
      switch failure.code {
      // There is no old one yet.
      case ENOENT: break
      // File systems without hard links, and files of others: the old one is copied.
      case EPERM, ENOTSUP, ENOSYS, EMLINK, EXDEV:
        guard let old = try? contents(path, limit: DurableFile.copyLimit) else { return }
        try create(previous, old, isLasting: false)
      default: throw failure
      }
    }
  }
}
