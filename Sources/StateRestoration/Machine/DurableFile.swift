// Files that are whole whatever happens: written beside, flushed to the disk, then renamed over the
// old one. Foundation's atomic write is not enough: it widens the permissions and does not flush
// the directory.

import Foundation

enum DurableFile {
  /// The ending of a file that is being written.
  static let unfinishedEnding = ".new"
  /// The ending of the last good version beside a file.
  static let previousEnding = ".prev"
  /// Larger files are not copied where there are no hard links.
  static let copyLimit = 1024 * 1024
}

/// Bytes that wait, in an open file, to replace another file's.
struct StagedFile {
  let path: String
  let temporary: String
  let file: Int32
}

extension StateFileSystem {
  /// Replaces a file with new bytes. Whatever fails, and if the machine loses its power between
  /// any two calls: afterwards it is the old one or the new one, whole. `keepingPrevious`: the old
  /// one stays beside it as `.prev`. `isLasting` false does without waiting for the disk, for what
  /// is only worth something while this boot of the machine lasts.
  func replace(
    _ path: String, with data: Data, keepingPrevious: Bool = false, isLasting: Bool = true
  ) throws {
    try install(stage(path, data), keepingPrevious: keepingPrevious, isLasting: isLasting)
    if isLasting { try flushDirectory(of: path) }
  }

  /// Writes the bytes beside the file they are to replace. Of many files all are staged before the
  /// first is installed: the disk then writes them in one go.
  func stage(_ path: String, _ data: Data) throws -> StagedFile {
    let temporary = path + DurableFile.unfinishedEnding
    // What an interrupted write left behind is nobody's.
    try removeIfThere(temporary)
    let file = try open(temporary, .creating)
    do {
      var rest = data[...]
      while !rest.isEmpty {
        let count = try write(file, rest, temporary)
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

  /// Waits for the disk and puts the staged file in its place. The directory is still to be flushed.
  func install(
    _ staged: StagedFile, keepingPrevious: Bool = false, isLasting: Bool = true
  ) throws {
    do {
      do {
        defer { close(staged.file) }
        if isLasting { try flush(staged.file, staged.temporary) }
      }
      if keepingPrevious { try keepPrevious(of: staged.path) }
      try rename(staged.temporary, staged.path)
    } catch {
      try? remove(staged.temporary)
      throw error
    }
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
    try flushDirectory(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
  }

  func flushDirectory(_ directory: String) throws {
    let file = try open(directory, .directory)
    defer { close(file) }
    try flush(file, directory)
  }

  /// A directory of our own, if it is not there yet.
  func makeDirectoryIfMissing(_ path: String) throws {
    do { try makeDirectory(path) } catch let failure as StateFileFailure
      where failure.code == EEXIST
    {}
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
    try makeDirectoryIfMissing(parent)
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
        try install(stage(previous, old), isLasting: false)
      default: throw failure
      }
    }
  }
}
