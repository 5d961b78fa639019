// SPDX-License-Identifier: Apache-2.0
// A smaller copy of a picture as pixels, to be drawn on a page that is looked at on the screen.

import CDecoder
import Catalog
import Foundation

public struct ScaledPixels: Sendable {
  public let width, height: Int
  /// Row by row without gaps: red, green and blue, a byte each. What shows through the picture is white, as paper is.
  public let bytes: [UInt8]

  /// - Parameters:
  ///   - words: what the process says before the pixels.
  ///   - sent: the pixels, with what follows a row.
  init?(_ words: PixelsHead, _ sent: [UInt8]) {
    (width, height) = (words.width, words.height)
    let pixelBytes = words.pixelBytes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for row in 0..<height {
      for column in 0..<width {
        let place = row * words.rowBytes + column * pixelBytes
        guard place + pixelBytes <= sent.count else { return nil }
        let alpha = pixelBytes == 4 ? Int(sent[place + 3]) : 255
        for colour in 0..<3 {
          let value = Int(sent[place + colour])
          bytes.append(UInt8((value * alpha + 255 * (255 - alpha)) / 255))
        }
      }
    }
    self.bytes = bytes
  }
}

/// What comes before pixels: seven numbers, of which the first says whether there are any.
struct PixelsHead {
  let width, height, rowBytes, pixelBytes: Int
  static let wordCount = 7

  /// Nil if there is no picture, or one that can't be.
  init?(_ words: [Int32]) {
    guard words.count == Self.wordCount, words[0] == 0 else { return nil }
    (width, height, rowBytes) = (Int(words[1]), Int(words[2]), Int(words[3]))
    pixelBytes = words[4] == 0 ? 3 : 4
    let most = 8_192
    guard (1...most).contains(width), (1...most).contains(height),
      (width * pixelBytes...width * pixelBytes + 64).contains(rowBytes)
    else { return nil }
  }

  /// The last row has nothing after its pixels.
  var byteCount: Int { rowBytes * (height - 1) + width * pixelBytes }
}

extension PictureScaler {
  /// Nil if it can't be decoded here.
  /// - Parameters:
  ///   - file: that of a picture in a catalogue.
  ///   - side: how many pixels its longer side gets at most.
  public func pixels(
    _ file: URL, _ format: PictureFormat, to side: Int, turn: PictureRotation
  ) -> ScaledPixels? {
    let request = vitrine_picture_request(
      size: Int32(clamping: side), smaller: (0, 0), turn: Int32(turn.rawValue),
      wants: Int32(VITRINE_WANTS_PIXELS))
    return asking(file, format) { $0.askForPixels(request, $1, within: $2) } ?? nil
  }
}
