// SPDX-License-Identifier: Apache-2.0
// Which file it is, whatever its name: one that was replaced has another identity under the same name.

import Foundation

struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// Nil if nothing is there.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }

  /// Of an open file.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
