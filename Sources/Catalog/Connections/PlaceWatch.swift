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
  private let isThere = Mutex(true)
  private let watch = Mutex<FileWatch?>(nil)

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
    let begun = FileWatch(watched) { [weak self] in self?.look() }
    guard let begun else { return nil }
    watch.withLock { $0 = begun }
  }

  private func look() {
    let isNow = FileIdentity(of: path) == file
    let isOther = isThere.withLock { isThere in
      defer { isThere = isNow }
      return isThere != isNow
    }
    if isOther { changes.publish(isNow) }
    // Nothing tells when one of the directories above gets its name back.
    guard !isNow else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1) { [weak self] in
      self?.look()
    }
  }
}

/// Which file it is, whatever its name.
private struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// Nil if nothing is there.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
