// SPDX-License-Identifier: Apache-2.0
// Notices when the file of an open catalogue is not where it was opened any more: removed, replaced by another, or in a
// directory that has another name, or when another was copied over it. What is written then would be lost, or be in the
// wrong catalogue.

import Foundation
import Synchronization

/// Sendable because the connection is used on the queue alone.
final class PlaceWatch: @unchecked Sendable {
  /// Whether the file is there again, or not any more.
  let changes = Broadcast<Bool>()

  private let path: String
  private let file: FileIdentity
  private let content: FileContent?
  private let lock: CatalogLock
  /// For looking at the file, whatever the others are doing.
  private var connection: Connection?
  private let watch = Mutex<FileWatch?>(nil)
  /// One look after the other, so that the last one is told of last.
  private let queue = DispatchQueue(label: "catalog.place", qos: .utility)
  private let state = Mutex(State())

  private struct State {
    var isThere = true
    /// Whether somebody looks again in a second.
    var isWaiting = false
  }

  /// Nil if nothing is at the path, or the system has no watches left; the catalogue works without.
  init?(_ path: String, lockPath: String, content: FileContent?) {
    self.path = path
    guard let file = FileIdentity(of: path) else { return nil }
    self.file = file
    self.content = content
    lock = CatalogLock(lockPath, patience: 5)
    connection = content.flatMap { _ in try? Connection(path, .readOnly) }
    _ = try? connection?.integer("SELECT count(*) FROM sqlite_schema")
    let directory = (path as NSString).deletingLastPathComponent
    var watched: [(path: String, event: FileWatch.Event)] = [(directory, .fileMoved)]
    if content != nil { watched.append((path, .written)) }
    var above = (directory as NSString).deletingLastPathComponent
    while above.count > 1 {
      watched.append((above, .moved))
      above = (above as NSString).deletingLastPathComponent
    }
    let begun = FileWatch(watched) { [weak self] in
      guard let self else { return }
      queue.async { self.look() }
    }
    guard let begun else { return nil }
    watch.withLock { $0 = begun }
  }

  /// Looks no more.
  func end() async {
    changes.finish()
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        connection?.close()
        connection = nil
        continuation.resume()
      }
    }
  }

  private func look() {
    let isNow = FileIdentity(of: path) == file && !isOverwritten()
    let (isOther, waits) = state.withLock { state in
      defer { (state.isThere, state.isWaiting) = (isNow, state.isWaiting || !isNow) }
      return (state.isThere != isNow, !isNow && !state.isWaiting)
    }
    if isOther { changes.publish(isNow) }
    // Nothing tells when one of the directories above gets its name back.
    guard waits else { return }
    queue.asyncAfter(deadline: .now() + 1) { [weak self] in
      self?.state.withLock { $0.isWaiting = false }
      self?.look()
    }
  }

  private func isOverwritten() -> Bool {
    guard let content, let connection else { return false }
    switch content.state(connection) {
    case .own: return false
    case .unclear:
      queue.asyncAfter(deadline: .now() + .milliseconds(300)) { [weak self] in self?.look() }
      return false
    case .overwritten:
      try? lock.hold { content.setLogAside() }
      return true
    }
  }
}
