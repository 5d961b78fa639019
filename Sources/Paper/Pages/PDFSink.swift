// SPDX-License-Identifier: Apache-2.0
// Where the bytes of a PDF go. cairo only learns that one could not be written; why is kept here.

import Catalog
import Foundation

final class PDFSink {
  private var file: NewFile?
  private(set) var failure: (any Error)?

  init(_ file: URL) throws {
    self.file = try SharedFile.new(at: file.path)
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
