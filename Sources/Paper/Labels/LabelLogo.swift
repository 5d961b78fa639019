// SPDX-License-Identifier: Apache-2.0
// The picture at the top of labels: the bytes of a JPEG, which a PDF and a printer take as they are, and pixels for who looks
// at it.

import Foundation

struct LabelLogo: Sendable {
  private let bytes: [UInt8]
  private let width, height: Int
  /// It is in every document.
  private static let longest = 64 << 20

  /// Throws a `LayoutRefusal`.
  init(_ file: String) throws {
    let place = URL(fileURLWithPath: file)
    guard let data = try? Data(ofPlainFile: place, atMost: Self.longest) else {
      throw LayoutRefusal.unreadable(file)
    }
    bytes = Array(data)
    guard let head = JPEGHead(bytes) else { throw LayoutRefusal.notAJPEG(file) }
    (width, height) = (head.width, head.height)
    guard picture != nil else { throw LayoutRefusal.notAJPEG(file) }
  }

  var picture: PagePicture? {
    PagePicture(jpeg: bytes, width: width, height: height, name: "logo")
  }

  /// Where it will be, for who has no pixels of it.
  var placeholder: PagePicture? {
    // Of the same proportions: labels have the same room beside it.
    let scale = min(1, 64 / Double(max(width, height)))
    let (width, height) = (
      max(1, Int(Double(width) * scale)), max(1, Int(Double(height) * scale))
    )
    return PagePicture(
      pixels: [UInt8](repeating: 0xcc, count: width * height * 3), width: width, height: height)
  }
}

/// A picture for the screen, row by row without gaps: red, green and blue, a byte each.
public struct PicturePixels: Sendable {
  let bytes: [UInt8]
  let width, height: Int

  public init(_ bytes: [UInt8], width: Int, height: Int) {
    (self.bytes, self.width, self.height) = (bytes, width, height)
  }
}
