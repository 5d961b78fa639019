// A file system that lasts as long as the process, for keeping state when there is no usable disk,
// so that a closed window can still be reopened. It also makes tests fast.

import Foundation

/// A file system in memory. Sendable because a lock guards all of its state.
public final class MemoryFileSystem: StateFileSystem, @unchecked Sendable {
  // These three are only used under the lock.
  private var directories: Set<String> = ["/"]
  private var files: [String: Content] = [:]
  private var open: [Int32: (path: String, content: Content?, offset: Int)] = [:]
  private let mutex = NSLock()

  private final class Content {
    var data = Data()
    var isLocked = false
  }

  /// Creates an empty file system.
  public init() {}

  /// What is in it at this moment, with no file open and none locked: the disk that a process
  /// leaves behind when it is killed.
  public func copy() -> MemoryFileSystem {
    let copy = MemoryFileSystem()
    locked {
      copy.directories = directories
      // Two names of one file stay that.
      var contents: [ObjectIdentifier: Content] = [:]
      for (path, content) in files {
        let own = contents[ObjectIdentifier(content)] ?? Content()
        own.data = content.data
        contents[ObjectIdentifier(content)] = own
        copy.files[path] = own
      }
    }
    return copy
  }

  private func locked<T>(_ work: () throws -> T) rethrows -> T {
    mutex.lock()
    defer { mutex.unlock() }
    return try work()
  }

  private func parent(of path: String) -> String {
    let parent = path.prefix(upTo: path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)
    return parent.isEmpty ? "/" : String(parent)
  }

  public func open(_ path: String, _ access: StateFileAccess) throws -> Int32 {
    try locked {
      if access == .directory {
        guard directories.contains(path) else { throw StateFileFailure(path, ENOENT) }
      } else if directories.contains(path) {
        throw StateFileFailure(path, EISDIR)
      } else if files[path] == nil {
        guard access != .reading, directories.contains(parent(of: path)) else {
          throw StateFileFailure(path, ENOENT)
        }
        files[path] = Content()
      } else if access == .creating {
        throw StateFileFailure(path, EEXIST)
      }
      let number = (open.keys.max() ?? 2) + 1
      open[number] = (path, files[path], 0)
      return number
    }
  }

  public func read(_ file: Int32, _ count: Int, path: String) throws -> Data {
    try locked {
      guard var entry = open[file], let content = entry.content else {
        throw StateFileFailure(path, EBADF)
      }
      let data = Data(content.data.dropFirst(entry.offset).prefix(count))
      entry.offset += data.count
      open[file] = entry
      return data
    }
  }

  public func write(_ file: Int32, _ data: Data, path: String) throws -> Int {
    try locked {
      guard let content = open[file]?.content else { throw StateFileFailure(path, EBADF) }
      content.data.append(data)
      return data.count
    }
  }

  public func truncate(_ file: Int32, _ path: String) throws {
    try locked {
      guard let content = open[file]?.content else { throw StateFileFailure(path, EBADF) }
      content.data = Data()
    }
  }

  public func flush(_ file: Int32, _ path: String) throws {}

  public func close(_ file: Int32) {
    locked {
      if let entry = open.removeValue(forKey: file),
        !open.values.contains(where: { $0.content === entry.content })
      {
        entry.content?.isLocked = false
      }
    }
  }

  public func status(_ file: Int32, _ path: String) throws -> StateFileStatus { try status(path) }

  public func lock(_ file: Int32, _ path: String) throws -> Bool {
    try locked {
      guard let content = open[file]?.content else { throw StateFileFailure(path, EBADF) }
      defer { content.isLocked = true }
      return !content.isLocked
    }
  }

  public func status(_ path: String) throws -> StateFileStatus {
    try locked {
      let isDirectory = directories.contains(path)
      guard isDirectory || files[path] != nil else { throw StateFileFailure(path, ENOENT) }
      return StateFileStatus(
        kind: isDirectory ? .directory : .file, size: files[path]?.data.count ?? 0,
        owner: geteuid(), mode: isDirectory ? 0o700 : 0o600, modified: Date())
    }
  }

  public func isWritable(_ path: String) -> Bool { true }

  public func makeDirectory(_ path: String) throws {
    try locked {
      guard directories.contains(parent(of: path)) else { throw StateFileFailure(path, ENOENT) }
      guard files[path] == nil, directories.insert(path).inserted else {
        throw StateFileFailure(path, EEXIST)
      }
    }
  }

  public func restrict(_ path: String) throws {}

  public func rename(_ path: String, _ newPath: String) throws {
    try locked {
      if directories.contains(path) { return try renameDirectory(path, newPath) }
      guard let content = files.removeValue(forKey: path) else {
        throw StateFileFailure(path, ENOENT)
      }
      files[newPath] = content
    }
  }

  private func renameDirectory(_ path: String, _ newPath: String) throws {
    guard files[newPath] == nil, !directories.contains(newPath) else {
      throw StateFileFailure(newPath, EEXIST)
    }
    func moved(_ inner: String) -> String? {
      guard inner == path || inner.hasPrefix(path + "/") else { return nil }
      return newPath + inner.dropFirst(path.count)
    }
    for inner in directories {
      guard let target = moved(inner) else { continue }
      directories.remove(inner)
      directories.insert(target)
    }
    for (inner, content) in files {
      guard let target = moved(inner) else { continue }
      files[inner] = nil
      files[target] = content
    }
  }

  public func link(_ path: String, _ newPath: String) throws {
    try locked {
      guard let content = files[path] else { throw StateFileFailure(path, ENOENT) }
      guard files[newPath] == nil else { throw StateFileFailure(newPath, EEXIST) }
      files[newPath] = content
    }
  }

  public func remove(_ path: String) throws {
    try locked {
      guard files.removeValue(forKey: path) != nil else { throw StateFileFailure(path, ENOENT) }
    }
  }

  public func removeDirectory(_ path: String) throws {
    try locked {
      guard directories.remove(path) != nil else { throw StateFileFailure(path, ENOENT) }
    }
  }

  public func list(_ path: String) throws -> [String] {
    try locked {
      guard directories.contains(path) else { throw StateFileFailure(path, ENOENT) }
      let start = path == "/" ? path : path + "/"
      return (Array(files.keys) + directories).compactMap { inner in
        guard inner.utf8.count > start.utf8.count, inner.hasPrefix(start) else { return nil }
        let name = inner.utf8.dropFirst(start.utf8.count)
        return name.contains(UInt8(ascii: "/")) ? nil : String(Substring(name))
      }
    }
  }
}
