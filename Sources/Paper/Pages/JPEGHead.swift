// SPDX-License-Identifier: Apache-2.0
// What stands before the pixels of a JPEG: its size. Nothing is decoded here.

public struct JPEGHead: Sendable {
  public let width, height: Int
  /// 1 if it is grey, 3 in colours, 4 in those of a printer.
  public let components: Int

  /// Nil for what is not a whole JPEG.
  public init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xff, 0xd8]), bytes.suffix(2).elementsEqual([0xff, 0xd9]) else {
      return nil
    }
    var (place, frame): (Int, Int?) = (2, nil)
    while place + 4 <= bytes.count, bytes[place] == 0xff {
      let marker = bytes[place + 1]
      if marker == 0xda { break }
      let startsFrame = (0xc0...0xcf).contains(marker) && ![0xc4, 0xc8, 0xcc].contains(marker)
      if startsFrame, frame == nil { frame = place }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      guard length >= 2 else { return nil }
      place += 2 + length
    }
    guard let frame, frame + 10 <= bytes.count else { return nil }
    height = Int(bytes[frame + 5]) << 8 | Int(bytes[frame + 6])
    width = Int(bytes[frame + 7]) << 8 | Int(bytes[frame + 8])
    components = Int(bytes[frame + 9])
    guard width > 0, height > 0 else { return nil }
  }
}
