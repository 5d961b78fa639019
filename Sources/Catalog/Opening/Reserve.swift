// SPDX-License-Identifier: Apache-2.0
// Room on the disk that is kept for the day when it is full. Whoever then wants to free some has to write first: what is
// moved to the trash is recorded, and SQLite needs a log beside the file. A file of this size lies beside the catalogue
// as long as there is room for it, and is given up when such a command finds none.

import Foundation

struct Reserve: Sendable {
  let path: String
  static let size = 4 << 20
  /// For a log, its index and what they need of the disk's own tables.
  static let toOpen = 512 << 10
  /// With less than that, the disk is nearly full: what is left is for what people do.
  private static let roomBeside = 32 << 20

  /// How much of it is there.
  var kept: Int {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int(status.st_size)
  }

  /// Makes it, or makes it whole again, if there is room.
  ///
  /// - Parameter least: made so large in any case, if that can be: it was there before.
  func make(atLeast least: Int = 0) {
    let size = hasRoom ? Self.size : min(least, Self.size)
    let kept = kept
    guard size > kept else { return }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // A part of it that cannot be had is not to be taken from others.
    if posix_fallocate(descriptor, 0, off_t(size)) != 0 { ftruncate(descriptor, off_t(kept)) }
  }

  /// Gives some of it back to the disk, or all. Returns whether there was any.
  @discardableResult
  func giveUp(_ bytes: Int = size) -> Bool {
    let kept = kept
    guard kept > 0 else { return false }
    return truncate(path, off_t(max(0, kept - bytes))) == 0
  }

  private var hasRoom: Bool {
    let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    return freeBytes(on: directory).map { $0 > Self.roomBeside } ?? false
  }
}
