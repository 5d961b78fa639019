// SPDX-License-Identifier: Apache-2.0
// The file that a window's changes are appended to. The main thread appends: that takes a microsecond,
// and what the kernel has been given survives the death of the process. A thread opens it, if
// something stands in for it meanwhile, waits for the disk, and appends while the kernel is slow.

import Foundation

/// One open journal.
///
/// Unchecked Sendable because `descriptor` is only used by one thread at a time: by the main thread
/// while nothing of the file is left to the writer's queue, and by that queue otherwise.
final class JournalFile: @unchecked Sendable {
  let path: String
  private let files: any StateFileSystem
  /// Is made if it is missing.
  private let folder: String?
  private var descriptor: Int32?
  private let isCancelled = Locked(false)

  init(_ path: String, _ files: any StateFileSystem, making folder: String? = nil) {
    self.path = path
    self.files = files
    self.folder = folder
  }

  deinit { if let descriptor { files.close(descriptor) } }

  var isOpen: Bool { descriptor != nil }

  /// Creates the file.
  func open() throws {
    guard descriptor == nil else { return }
    if let folder {
      try files.makeParents(of: folder)
      try StateDirectory.prepare(folder, files)
    }
    guard !isCancelled.withLock({ $0 }) else { throw StateFileFailure(path, ECANCELED) }
    let file = try files.open(path, .creating)
    // Whoever removes it may have been here already.
    if isCancelled.withLock({ $0 }) {
      files.close(file)
      try remove()
      throw StateFileFailure(path, ECANCELED)
    }
    descriptor = file
  }

  /// It is about to be removed: a thread that comes late does not create it, and says so.
  func cancel() { isCancelled.withLock { $0 = true } }

  /// Gives bytes to the kernel.
  func append(_ bytes: [UInt8]) throws {
    guard let descriptor else { throw StateFileFailure(path, EBADF) }
    let first = try files.append(descriptor, bytes, path: path)
    // Nearly always.
    if first == bytes.count { return }
    guard first > 0 else { throw StateFileFailure(path, EIO) }
    var rest = Data(bytes[first...])
    while !rest.isEmpty {
      let count = try files.write(descriptor, rest, path: path)
      guard count > 0 else { throw StateFileFailure(path, EIO) }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until everything appended is on the disk.
  func flush() throws {
    if let descriptor { try files.flush(descriptor, path) }
  }

  /// What it has is elsewhere.
  func remove() throws { try files.removeIfThere(path) }

  /// Makes its name durable.
  func flushName() throws { try files.flushDirectory(of: path) }
}
