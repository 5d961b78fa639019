// SPDX-License-Identifier: Apache-2.0
// A JPEG without what else is in its file: cameras write into theirs where, when and by whom it was taken, and other
// programs whatever they like, also behind the picture. Nothing is decoded, so the picture stays as good as it is.

public struct BareJPEG: Sendable {
  public let bytes: [UInt8]

  /// Nil for what is not a whole JPEG. That one is turned when it is shown is written beside the picture: then only that
  /// is kept, or it is nil, too.
  public init?(of file: [UInt8], keepsTurn: Bool = false) {
    guard file.starts(with: [0xff, 0xd8]) else { return nil }
    var (kept, place): ([UInt8], Int) = ([0xff, 0xd8], 2)
    while place + 2 <= file.count, file[place] == 0xff {
      let marker = file[place + 1]
      switch marker {
      case 0xff:
        place += 1
        continue
      case 0xd9:
        bytes = kept + [0xff, 0xd9]
        return
      case 0x00, 0x01, 0xd0...0xd8: return nil
      default: break
      }
      guard place + 4 <= file.count else { return nil }
      let end = place + 2 + file[place + 2..<place + 4].bigEndian
      guard end >= place + 4, end <= file.count else { return nil }
      let content = file[place + 4..<end]
      if marker == 0xe1, ExifBlock.isHead(content),
        let turn = ExifBlock(content.dropFirst(6))?.orientation, turn != 1
      {
        guard keepsTurn, (2...8).contains(turn) else { return nil }
        kept += ExifBlock.segment(orientation: UInt8(turn))
      }
      if Self.isOfPicture(marker, content) { kept += file[place..<end] }
      place = end
      guard marker == 0xda else { continue }
      while place + 2 <= file.count, !Self.isMarker(file[place], file[place + 1]) { place += 1 }
      kept += file[end..<place]
    }
    return nil
  }

  /// Among the pixels, two kinds of markers belong to them.
  private static func isMarker(_ first: UInt8, _ second: UInt8) -> Bool {
    first == 0xff && second != 0 && !(0xd0...0xd7).contains(second)
  }

  private static func isOfPicture(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
    switch marker {
    // How colours are meant. What is longer has a small picture of before it was cut.
    case 0xe0: content.count == 14 && content.starts(with: "JFIF".utf8)
    case 0xe2: content.starts(with: "ICC_PROFILE".utf8)
    case 0xee: content.count == 12 && content.starts(with: "Adobe".utf8)
    case 0xe1...0xef, 0xfe: false
    default: true
    }
  }
}
