// SPDX-License-Identifier: Apache-2.0
// The files of one photo, the smallest first. A person's own file is only taken as it is if it says nothing but the
// picture: cameras write into theirs where and by whom it was taken.

import Catalog
import Foundation
import Paper
import PictureScaling

struct PhotoCopy: Sendable {
  let bytes: [UInt8]
  let format: PictureFormat
  /// 0 if not known.
  let width, height: Int
  /// What its longer side has at most, unless it is a person's own file.
  let side: Int

  /// In lists, on a page, by itself.
  private static let sides = [320, 800, 1600]
  /// Of a person's own file, in pixels and bytes.
  private static let (longestOwn, heaviestOwn) = (2560, 1_000_000)

  /// What the files of a photo can be, before any is made.
  static func possible(
    of picture: ProductPicture, isScaled: Bool
  ) -> [(side: Int, format: PictureFormat)] {
    guard let format = picture.format else { return [] }
    guard isScaled else { return [(sides[2], format)] }
    return sides.flatMap { side in [PictureFormat.jpg, .png].map { (side, $0) } }
  }

  /// None if the picture can't be shown.
  static func all(of picture: ProductPicture, _ file: URL, by scaler: PictureScaler?) -> [PhotoCopy]
  {
    guard let format = picture.format else { return [] }
    guard let scaler else { return asItIs(file, format, turn: picture.turn) }
    let own = picture.turn == .none ? bare(file, format) : nil
    // What it says of its size is believed once it could be decoded: the smallest copy shows that.
    let whole = own.flatMap { lean($0, format) }
    let wanted = whole.map { whole in sides.filter { $0 < whole.side } } ?? sides
    let scaled = scaler.copies(of: file, format, sides: wanted, turn: picture.turn)
    var copies = scaled.map { scaled in
      let isOwn = max(scaled.width, scaled.height) == scaled.ownSide
      let own = own.flatMap { isOwn && $0.count <= scaled.bytes.count ? $0 : nil }
      return PhotoCopy(
        bytes: own ?? scaled.bytes, format: own == nil ? scaled.format : format,
        width: scaled.width, height: scaled.height,
        side: side(of: max(scaled.width, scaled.height)))
    }
    if !copies.isEmpty, let whole { copies.append(whole) }
    return copies
  }

  private static func side(of pixels: Int) -> Int { sides.first { $0 >= pixels } ?? sides[2] }

  /// A JPEG that is hardly larger than a page shows, and not much longer than a copy of it would be: it need not be
  /// compressed again. The largest copy is for the photo by itself, which a customer opens on purpose.
  private static func lean(_ own: [UInt8], _ format: PictureFormat) -> PhotoCopy? {
    guard format == .jpg, let head = JPEGHead(own), head.components != 4 else { return nil }
    let pixels = max(head.width, head.height)
    guard pixels > sides[0], pixels <= longestOwn, own.count <= heaviestOwn,
      3 * own.count <= head.width * head.height
    else { return nil }
    return PhotoCopy(
      bytes: own, format: format, width: head.width, height: head.height, side: side(of: pixels))
  }

  /// Where nothing decodes: without what else is in the file, if that can be told. A drawing can have a script, and runs
  /// it when it is opened by itself.
  private static func asItIs(
    _ file: URL, _ format: PictureFormat, turn: PictureRotation
  ) -> [PhotoCopy] {
    guard [.jpg, .png, .gif, .webp].contains(format), turn == .none else { return [] }
    let isKnown = format == .jpg || format == .png
    let bytes = isKnown ? bare(file, format, keepsTurn: true) : contents(of: file)
    return bytes.map {
      [PhotoCopy(bytes: $0, format: format, width: 0, height: 0, side: sides[2])]
    } ?? []
  }

  // MARK: What a file says besides the picture

  private static func bare(
    _ file: URL, _ format: PictureFormat, keepsTurn: Bool = false
  ) -> [UInt8]? {
    guard format == .jpg || format == .png, let bytes = contents(of: file) else { return nil }
    return format == .jpg ? BareJPEG(of: bytes, keepsTurn: keepsTurn)?.bytes : barePNG(bytes)
  }

  private static func contents(of file: URL) -> [UInt8]? {
    FileManager.default.contents(atPath: file.path).map { Array($0) }
  }

  /// Nil for what is not a whole PNG, and for one that is turned when it is shown.
  static func barePNG(_ bytes: [UInt8]) -> [UInt8]? {
    let needed: Set<String> = [
      "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "bKGD", "pHYs",
      "sBIT",
    ]
    var (kept, place) = (Array(bytes.prefix(8)), 8)
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      let end = place + 12 + length
      guard end <= bytes.count, name != "eXIf" else { return nil }
      if needed.contains(name) { kept += bytes[place..<end] }
      if name == "IEND" { return kept }
      place = end
    }
    return nil
  }
}
