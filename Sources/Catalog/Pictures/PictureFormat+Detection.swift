// SPDX-License-Identifier: Apache-2.0
// A picture's format, by the first bytes of its file: what the file is called does not matter.

extension PictureFormat {
  /// The format that the first bytes of a file indicate.
  public init?(magicOf bytes: some Collection<UInt8>) {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
      guard let format = Self.ofBoxes(Array(bytes.prefix(Self.tellingBytes))) else { return nil }
      self = format
    } else if SVGText.isSVG(Array(bytes.prefix(Self.tellingBytes))) {
      self = .svg
    } else {
      return nil
    }
  }

  /// AVIF and HEIC are the same kind of file; its first box names what decodes it.
  private static func ofBoxes(_ bytes: [UInt8]) -> PictureFormat? {
    var boxes = PictureBoxes(bytes)
    guard let content = boxes.next()?.content else { return nil }
    // The main brand, a version, and other brands.
    for place in stride(from: content.lowerBound, to: content.upperBound - 3, by: 4) {
      switch String(decoding: bytes[place..<place + 4], as: UTF8.self) {
      case "avif", "avis": return .avif
      case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": return .heic
      default: continue
      }
    }
    return nil
  }
}
