// SPDX-License-Identifier: Apache-2.0
// Very many texts by their numbers. A spreadsheet may have millions of them, more than the memory should
// hold: from some size on they are in a file without a name, of which the system keeps in memory what it likes.

import Foundation

final class StoredTexts: @unchecked Sendable {
  // Written first, by one thread; only read from then on.
  private static let mostInMemory = 48 << 20

  private var bytes: [UInt8] = []
  /// Where each text ends.
  private var ends: [UInt64] = []
  private var file: TemporaryFile?
  private var written = 0
  private var mapped: UnsafeRawBufferPointer?

  deinit {
    if let mapped { munmap(UnsafeMutableRawPointer(mutating: mapped.baseAddress), mapped.count) }
  }

  var count: Int { ends.count }

  func append(_ text: [UInt8]) throws {
    guard ends.count < SheetSize.claimed else { throw UnreadableFile.tooLarge(.cells) }
    bytes.append(contentsOf: text)
    ends.append(UInt64(written + bytes.count))
    if bytes.count > Self.mostInMemory || (file != nil && bytes.count > 4 << 20) { try spill() }
  }

  /// After the last one was appended.
  func seal() throws {
    guard file != nil else { return }
    try spill()
    mapped = try file?.mapped()
  }

  subscript(number: Int) -> String? {
    guard ends.indices.contains(number) else { return nil }
    let begin = number == 0 ? 0 : Int(ends[number - 1])
    let end = Int(ends[number])
    if let mapped { return String(decoding: mapped[begin..<end], as: UTF8.self) }
    return String(decoding: bytes[begin..<end], as: UTF8.self)
  }

  private func spill() throws {
    let file = try file ?? TemporaryFile()
    self.file = file
    _ = try file.append(bytes)
    written += bytes.count
    bytes.removeAll(keepingCapacity: false)
  }
}
