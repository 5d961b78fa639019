// SPDX-License-Identifier: Apache-2.0
// Files one after the other as a tar archive, which every system can take apart without us. It is written from its
// beginning to its end, however large it becomes.

import Foundation

struct TarWriter {
  /// In bytes: everything is padded to whole blocks.
  static let block = 512

  private let output: (ArraySlice<UInt8>) throws -> Void
  private let moment: Int

  /// - Parameter moment: when all files in it were changed, as far as they are dated.
  init(at moment: Date, _ output: @escaping (ArraySlice<UInt8>) throws -> Void) {
    self.output = output
    self.moment = max(0, Int(moment.timeIntervalSince1970))
  }

  /// Names are short and plain.
  func add(_ name: String, _ bytes: [UInt8]) throws {
    try begin(name, size: bytes.count)
    try output(bytes[...])
    try end(size: bytes.count)
  }

  /// Begins a file of this many bytes, which are written next.
  func begin(_ name: String, size: Int) throws { try output(header(name, size: size)[...]) }

  func write(_ bytes: ArraySlice<UInt8>) throws { try output(bytes) }

  func end(size: Int) throws {
    let padding = (Self.block - size % Self.block) % Self.block
    if padding > 0 { try output([UInt8](repeating: 0, count: padding)[...]) }
  }

  func finish() throws { try output([UInt8](repeating: 0, count: 2 * Self.block)[...]) }

  private func header(_ name: String, size: Int) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: Self.block)
    func put(_ text: String, at place: Int) {
      header.replaceSubrange(place..<(place + text.utf8.count), with: Array(text.utf8))
    }
    func octal(_ number: Int, digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    put(name, at: 0)
    put(octal(0o600, digits: 7), at: 100)
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    if size < 1 << 33 {
      put(octal(size, digits: 11), at: 124)
    } else {
      // What is too large for digits is written as bytes.
      header[124] = 0x80
      for place in 0..<8 {
        header[128 + place] = UInt8(truncatingIfNeeded: size >> (56 - 8 * place))
      }
    }
    put(octal(moment, digits: 11), at: 136)
    put("        0", at: 148)
    put("ustar", at: 257)
    put("00", at: 263)
    let sum = header.reduce(0) { $0 + Int($1) }
    put(octal(sum, digits: 6), at: 148)
    header[154] = 0
    return header
  }
}
