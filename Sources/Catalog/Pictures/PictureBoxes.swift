// SPDX-License-Identifier: Apache-2.0
// The boxes that an AVIF or HEIC file consists of, found without decoding: each has a length and a
// name, and some contain others.

struct PictureBoxes: Sequence, IteratorProtocol {
  struct Box {
    let name: String
    let content: Range<Int>
  }

  private let bytes: [UInt8]
  private let end: Int
  private var place: Int

  init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    place = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  /// Nil at the end, and if the next one is not all there.
  mutating func next() -> Box? {
    guard end - place >= 8 else { return nil }
    var length = bytes[place..<place + 4].bigEndian
    var header = 8
    if length == 1, end - place >= 16 {
      // Longer than four bytes can say.
      (length, header) = (bytes[place + 8..<place + 16].bigEndian, 16)
    } else if length == 0 {
      length = end - place
    }
    guard length >= header, length <= end - place else { return nil }
    defer { place += length }
    let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
    return Box(name: name, content: place + header..<place + length)
  }

  /// The boxes inside the one at the end of this path. In boxes on the path that begin with a
  /// version, its four bytes are skipped.
  static func boxes(_ path: [String], of bytes: [UInt8]) -> PictureBoxes? {
    var boxes = PictureBoxes(bytes)
    for name in path {
      guard let box = boxes.first(where: { $0.name == name }) else { return nil }
      let start = box.content.lowerBound + (name == "meta" ? 4 : 0)
      guard start <= box.content.upperBound else { return nil }
      boxes = PictureBoxes(bytes, in: start..<box.content.upperBound)
    }
    return boxes
  }
}
