// SPDX-License-Identifier: Apache-2.0
// Where the bytes of a PDF go. cairo only learns that one could not be written; why is kept here.

import Catalog
import Foundation

final class PDFSink {
  private var file: NewFile?
  private(set) var failure: (any Error)?

  init(_ file: URL) throws {
    let path = file.resolvingSymlinksInPath().path
    // A device or a pipe would be replaced by the file.
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw CatalogError.notAFile(file: path)
    }
    // For whom the process's mask allows it, as any document.
    self.file = try NewFile(path, permissions: 0o666)
  }

  /// Returns whether they were written.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let file, failure == nil else { return false }
    do {
      try file.write(Array(bytes)[...])
      return true
    } catch {
      failure = error
      return false
    }
  }

  func putInPlace() throws { try file?.putInPlace() }

  /// What was written is removed, unless it is in place.
  func giveUp() { file = nil }
}
