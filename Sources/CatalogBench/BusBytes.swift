// SPDX-License-Identifier: Apache-2.0
// Values as D-Bus writes them: each at a multiple of its size, texts with their length before them.

import BenchTables

struct BusBytes {
  var bytes: [UInt8] = []
  /// Where the next value is read.
  var place = 0

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  // MARK: Writing

  mutating func align(_ size: Int) {
    while !bytes.count.isMultiple(of: size) { bytes.append(0) }
  }

  mutating func append(_ number: UInt32) {
    align(4)
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  mutating func append(_ text: String) {
    append(UInt32(text.utf8.count))
    bytes += Array(text.utf8) + [0]
  }

  mutating func append(signature: String) {
    bytes += [UInt8(signature.utf8.count)] + Array(signature.utf8) + [0]
  }

  mutating func append(_ texts: [String]) {
    var list = BusBytes()
    for text in texts { list.append(text) }
    append(UInt32(list.bytes.count))
    bytes += list.bytes
  }

  // MARK: Reading

  private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count >= 0, place + count <= bytes.count else { throw Failure("The answer is cut off.") }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  private mutating func skip(to size: Int) { place = (place + size - 1) / size * size }

  mutating func number() throws -> UInt32 {
    skip(to: 4)
    return try take(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func text() throws -> String {
    let count = Int(try number())
    let text = String(decoding: try take(count), as: UTF8.self)
    _ = try take(1)
    return text
  }

  mutating func texts() throws -> [String] {
    let end = Int(try number()) + place
    var texts: [String] = []
    while place < end { texts.append(try text()) }
    return texts
  }

  /// The field of a message's header that tells which call it answers.
  mutating func answeredSerial(within end: Int) throws -> UInt32? {
    var serial: UInt32?
    while place < end {
      skip(to: 8)
      let code = try take(1).first
      let type = try take(Int(take(1).first ?? 0)).first
      _ = try take(1)
      switch type {
      case UInt8(ascii: "u"):
        let number = try number()
        if code == 5 { serial = number }
      case UInt8(ascii: "g"): _ = try take(Int(take(1).first ?? 0) + 1)
      default: _ = try text()
      }
    }
    return serial
  }
}
