// SPDX-License-Identifier: Apache-2.0
// What a camera wrote into a JPEG, found without decoding: tables of numbered entries, as in TIFF. The first one leads to
// that with the details. Each number may be anything.

struct ExifBlock {
  private let bytes: [UInt8]
  private let isBigEndian: Bool

  init?(_ bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes)
    switch (self.bytes.first, self.bytes.dropFirst().first) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4d, 0x4d): isBigEndian = true
    default: return nil
    }
    guard number(at: 2, length: 2) == 42 else { return nil }
  }

  /// Whether a segment begins like that of a camera; the block is six bytes further on.
  static func isHead(_ segment: ArraySlice<UInt8>) -> Bool {
    segment.count >= 6 && segment.starts(with: "Exif".utf8)
  }

  private static let turn = 0x0112
  private static let details = 0x8769
  private static let original = 0x9003
  private static let changed = 0x0132

  /// When it was taken, or else when it was written.
  var moment: PictureMoment? {
    guard let first = number(at: 4, length: 4) else { return nil }
    let details = place(of: Self.details, in: first).flatMap { number(at: $0 + 8, length: 4) }
    return details.flatMap { moment(Self.original, in: $0) } ?? moment(Self.changed, in: first)
  }

  /// From 1, as it is stored, to 8.
  var orientation: Int? {
    number(at: 4, length: 4).flatMap { place(of: Self.turn, in: $0) }
      .flatMap { number(at: $0 + 8, length: 2) }
  }

  /// One that says nothing else, as a part of a file.
  static func segment(orientation: UInt8) -> [UInt8] {
    [0xff, 0xe1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3]
      + [0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }

  private func moment(_ tag: Int, in table: Int) -> PictureMoment? {
    // 20 letters, which are elsewhere.
    guard let place = place(of: tag, in: table), number(at: place + 2, length: 2) == 2,
      let text = number(at: place + 8, length: 4), text + 20 <= bytes.count
    else { return nil }
    return PictureMoment(exif: bytes[text..<text + 20])
  }

  /// Where the entry with this number is.
  private func place(of tag: Int, in table: Int) -> Int? {
    guard let count = number(at: table, length: 2) else { return nil }
    return (0..<count).lazy.map { table + 2 + $0 * 12 }
      .prefix { $0 + 12 <= bytes.count }.first { number(at: $0, length: 2) == tag }
  }

  /// Nil past the end. An offset has 32 bits at most, so no sum of them overflows.
  private func number(at place: Int, length: Int) -> Int? {
    guard place + length <= bytes.count else { return nil }
    let part = bytes[place..<place + length]
    return isBigEndian ? part.bigEndian : part.littleEndian
  }
}
