// SPDX-License-Identifier: Apache-2.0
// A file system that lasts as long as the process, for keeping state when there is no usable disk,
// so that a closed window can still be reopened. It also makes tests fast.

import Foundation

/// A file system in memory.
package final class MemoryFileSystem: StateFileSystem {
  private let state = Locked(State())

  /// Creates an empty file system.
  package init() {}

  /// What is in it at this moment, with no file open and none locked: the disk that a process
  /// leaves behind when it is killed.
  package func copy() -> MemoryFileSystem {
    let copy = MemoryFileSystem()
    let left = state.withLock { $0.afterKill }
    copy.state.withLock { $0 = left }
    return copy
  }

  package func open(_ path: String, _ access: StateFileAccess) throws -> Int32 {
    try state.withLock { try $0.open(path, access) }
  }

  package func read(_ file: Int32, _ count: Int, path: String) throws -> Data {
    try state.withLock { state in
      guard let entry = state.open[file], let content = entry.content else {
        throw StateFileFailure(path, EBADF)
      }
      let data = Data(
        (state.contents[content]?.data ?? Data()).dropFirst(entry.offset).prefix(count))
      state.open[file]?.offset += data.count
      return data
    }
  }

  package func write(_ file: Int32, _ data: Data, path: String) throws -> Int {
    try state.withLock { state in
      guard let content = state.open[file]?.content else { throw StateFileFailure(path, EBADF) }
      state.contents[content]?.data.append(data)
      return data.count
    }
  }

  package func truncate(_ file: Int32, _ path: String) throws {
    try state.withLock { state in
      guard let content = state.open[file]?.content else { throw StateFileFailure(path, EBADF) }
      state.contents[content]?.data = Data()
    }
  }

  package func flush(_ file: Int32, _ path: String) throws {}

  package func close(_ file: Int32) { state.withLock { $0.close(file) } }

  package func status(_ file: Int32, _ path: String) throws -> StateFileStatus { try status(path) }

  package func lock(_ file: Int32, _ path: String) throws -> Bool {
    try state.withLock { state in
      guard let content = state.open[file]?.content else { throw StateFileFailure(path, EBADF) }
      let isFree = state.contents[content]?.isLocked == false
      state.contents[content]?.isLocked = true
      return isFree
    }
  }

  package func status(_ path: String) throws -> StateFileStatus {
    try state.withLock { state in
      let isDirectory = state.directories.contains(path)
      guard isDirectory || state.files[path] != nil else { throw StateFileFailure(path, ENOENT) }
      let content = state.files[path].flatMap { state.contents[$0] }
      return StateFileStatus(
        kind: isDirectory ? .directory : .file, size: content?.data.count ?? 0,
        owner: geteuid(), mode: isDirectory ? 0o700 : 0o600, modified: Date())
    }
  }

  package func isWritable(_ path: String) -> Bool { true }

  package func isInMemory(_ path: String) -> Bool { true }

  package func makeDirectory(_ path: String) throws {
    try state.withLock { state in
      guard state.directories.contains(parent(of: path)) else {
        throw StateFileFailure(path, ENOENT)
      }
      guard state.files[path] == nil, state.directories.insert(path).inserted else {
        throw StateFileFailure(path, EEXIST)
      }
    }
  }

  package func restrict(_ path: String) throws {}

  package func rename(_ path: String, _ newPath: String) throws {
    try state.withLock { try $0.rename(path, newPath) }
  }

  package func link(_ path: String, _ newPath: String) throws {
    try state.withLock { state in
      guard let content = state.files[path] else { throw StateFileFailure(path, ENOENT) }
      guard state.files[newPath] == nil else { throw StateFileFailure(newPath, EEXIST) }
      state.files[newPath] = content
      state.contents[content]?.names += 1
    }
  }

  package func remove(_ path: String) throws {
    try state.withLock { state in
      guard let content = state.files.removeValue(forKey: path) else {
        throw StateFileFailure(path, ENOENT)
      }
      state.lostName(content)
    }
  }

  package func removeDirectory(_ path: String) throws {
    try state.withLock { state in
      guard state.directories.remove(path) != nil else { throw StateFileFailure(path, ENOENT) }
    }
  }

  package func list(_ path: String) throws -> [String] {
    try state.withLock { state in
      guard state.directories.contains(path) else { throw StateFileFailure(path, ENOENT) }
      let start = path == "/" ? path : path + "/"
      return (Array(state.files.keys) + state.directories).compactMap { inner in
        guard inner.utf8.count > start.utf8.count, inner.hasPrefix(start) else { return nil }
        let name = inner.utf8.dropFirst(start.utf8.count)
        return name.contains(UInt8(ascii: "/")) ? nil : String(Substring(name))
      }
    }
  }
}

private func parent(of path: String) -> String {
  let parent = path.prefix(upTo: path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)
  return parent.isEmpty ? "/" : String(parent)
}

// A file has a number, as on a disk: it can have several names, and without any it exists for as
// long as it is open.
private struct State: Sendable {
  struct Content: Sendable {
    var data = Data()
    var isLocked = false
    var names = 1
  }

  struct Opened: Sendable {
    /// Nil for a directory.
    let content: Int?
    var offset = 0
  }

  var directories: Set<String> = ["/"]
  var files: [String: Int] = [:]
  var contents: [Int: Content] = [:]
  var open: [Int32: Opened] = [:]
  private var lastNumber = 0

  var afterKill: State {
    var left = self
    left.open = [:]
    left.contents = contents.filter { $0.value.names > 0 }.mapValues {
      Content(data: $0.data, names: $0.names)
    }
    return left
  }

  mutating func open(_ path: String, _ access: StateFileAccess) throws -> Int32 {
    if access == .directory {
      guard directories.contains(path) else { throw StateFileFailure(path, ENOENT) }
    } else if directories.contains(path) {
      throw StateFileFailure(path, EISDIR)
    } else if files[path] == nil {
      guard access != .reading, directories.contains(parent(of: path)) else {
        throw StateFileFailure(path, ENOENT)
      }
      lastNumber += 1
      files[path] = lastNumber
      contents[lastNumber] = Content()
    } else if access == .creating {
      throw StateFileFailure(path, EEXIST)
    }
    let number = (open.keys.max() ?? 2) + 1
    open[number] = Opened(content: files[path])
    return number
  }

  mutating func close(_ file: Int32) {
    guard let content = open.removeValue(forKey: file)?.content, !isOpen(content) else { return }
    contents[content]?.isLocked = false
    removeUnused(content)
  }

  mutating func rename(_ path: String, _ newPath: String) throws {
    if directories.contains(path) { return try renameDirectory(path, newPath) }
    guard let content = files.removeValue(forKey: path) else {
      throw StateFileFailure(path, ENOENT)
    }
    if let replaced = files.updateValue(content, forKey: newPath) { lostName(replaced) }
  }

  mutating func lostName(_ content: Int) {
    contents[content]?.names -= 1
    removeUnused(content)
  }

  private mutating func removeUnused(_ content: Int) {
    if contents[content]?.names == 0, !isOpen(content) { contents[content] = nil }
  }

  private func isOpen(_ content: Int) -> Bool {
    open.values.contains { $0.content == content }
  }

  private mutating func renameDirectory(_ path: String, _ newPath: String) throws {
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
}
