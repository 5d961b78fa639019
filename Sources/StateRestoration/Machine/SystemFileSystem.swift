// SPDX-License-Identifier: Apache-2.0
// The real file system: each method is one system call, repeated if a signal interrupts it.

import Foundation

/// The real file system.
package struct SystemFileSystem: StateFileSystem {
  /// Creates the real file system.
  package init() {}

  package func open(_ path: String, _ access: StateFileAccess) throws -> Int32 {
    let flags: Int32 =
      switch access {
      case .reading: O_RDONLY | O_NOFOLLOW | O_NONBLOCK
      case .creating: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      case .locking: O_RDWR | O_CREAT | O_NOFOLLOW | O_APPEND
      case .directory: O_RDONLY | O_DIRECTORY
      }
    while true {
      let file = Foundation.open(path, flags | O_CLOEXEC, 0o600)
      if file >= 0 { return file }
      if errno != EINTR { throw StateFileFailure(path, errno) }
    }
  }

  package func read(_ file: Int32, _ count: Int, path: String) throws -> Data {
    var data = Data(count: count)
    while true {
      let got = data.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, count) }
      if got >= 0 { return data.prefix(got) }
      if errno != EINTR { throw StateFileFailure(path, errno) }
    }
  }

  package func write(_ file: Int32, _ data: Data, path: String) throws -> Int {
    while true {
      let count = data.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno != EINTR { throw StateFileFailure(path, errno) }
    }
  }

  package func append(_ file: Int32, _ bytes: [UInt8], path: String) throws -> Int {
    while true {
      let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno != EINTR { throw StateFileFailure(path, errno) }
    }
  }

  package func truncate(_ file: Int32, _ path: String) throws {
    try check(ftruncate(file, 0), path)
  }

  package func flush(_ file: Int32, _ path: String) throws { try check(fsync(file), path) }

  package func close(_ file: Int32) { _ = Foundation.close(file) }

  package func status(_ file: Int32, _ path: String) throws -> StateFileStatus {
    var status = stat()
    try check(fstat(file, &status), path)
    return StateFileStatus(status)
  }

  package func lock(_ file: Int32, _ path: String) throws -> Bool {
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw StateFileFailure(path, errno)
  }

  package func status(_ path: String) throws -> StateFileStatus {
    var status = stat()
    try check(lstat(path, &status), path)
    return StateFileStatus(status)
  }

  package func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  package func makeDirectory(_ path: String) throws { try check(mkdir(path, 0o700), path) }

  package func restrict(_ path: String) throws { try check(chmod(path, 0o700), path) }

  package func rename(_ path: String, _ newPath: String) throws {
    try check(Foundation.rename(path, newPath), path)
  }

  package func link(_ path: String, _ newPath: String) throws {
    try check(Foundation.link(path, newPath), newPath)
  }

  package func remove(_ path: String) throws { try check(unlink(path), path) }

  package func removeDirectory(_ path: String) throws { try check(rmdir(path), path) }

  package func availableBytes(_ path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
  }

  package func isInMemory(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    // Swift sees neither statfs(2) nor what takes the number of a device apart.
    let minor = status.st_dev & 0xff | (status.st_dev >> 12) & 0xfff00
    let device = "\((status.st_dev >> 8) & 0xfff):\(minor)"
    let mounts = (try? contents("/proc/self/mountinfo", limit: 1 << 20)) ?? Data()
    return String(decoding: mounts, as: UTF8.self).split(separator: "\n").contains { line in
      line.split(separator: " ").dropFirst(2).first == device[...] && line.contains(" - tmpfs ")
    }
  }

  package func list(_ path: String) throws -> [String] {
    guard let directory = opendir(path) else { throw StateFileFailure(path, errno) }
    defer { closedir(directory) }
    var names: [String] = []
    // `entry.pointee.d_name` would copy all bytes that a name can have: an entry has only those of its own
    // name, and memory may end behind the last one.
    guard let start = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return [] }
    while let entry = Foundation.readdir(directory) {
      let name = String(
        cString: (UnsafeRawPointer(entry) + start).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private func check(_ result: Int32, _ path: String) throws {
    if result != 0 { throw StateFileFailure(path, errno) }
  }
}

extension StateFileStatus {
  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    size = Int(status.st_size)
    owner = status.st_uid
    mode = status.st_mode & 0o7777
    modified = Date(
      timeIntervalSince1970: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
  }
}
