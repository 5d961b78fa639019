// SPDX-License-Identifier: Apache-2.0
// Notices when the file of an open catalogue is not where it was opened any more: removed, replaced by another, or in a
// directory that has another name. What is written then would be lost, or be in the wrong catalogue.

import Foundation
import Synchronization

final class PlaceWatch: Sendable {
  /// Whether the file is there again, or not any more.
  let changes = Broadcast<Bool>()

  private let path: String
  private let file: FileIdentity
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
  init?(_ path: String) {
    guard let file = FileIdentity(of: path) else { return nil }
    (self.path, self.file) = (path, file)
    let directory = (path as NSString).deletingLastPathComponent
    var watched: [(path: String, event: FileWatch.Event)] = [(directory, .fileMoved)]
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

  private func look() {
    let isNow = FileIdentity(of: path) == file
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
}
