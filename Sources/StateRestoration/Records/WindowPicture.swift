// SPDX-License-Identifier: Apache-2.0
// A small picture of a window, as it is stored: its size and its colours, sixteen bits each. Nothing has to decode it,
// so that what somebody puts in its place is at worst another picture.

import Foundation

/// A small picture of a window, for lists of closed ones.
public struct WindowPicture: Sendable, Equatable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// The colours row by row: five bits of red, six of green, five of blue.
  public let pixels: [UInt16]

  /// More do not fit: a picture is at most twenty kilobytes large.
  public static let mostPixels = 9_990

  /// Nil if there are too many pixels, or not as many as width and height say.
  public init?(width: Int, height: Int, pixels: [UInt16]) {
    guard (1...Self.mostPixels).contains(width), (1...Self.mostPixels).contains(height),
      width * height == pixels.count, pixels.count <= Self.mostPixels
    else { return nil }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  static let mostBytes = 4 + 2 * mostPixels

  init?(_ data: Data) {
    let words = stride(from: 0, to: data.count - data.count % 2, by: 2).map {
      UInt16(data[data.startIndex + $0]) | UInt16(data[data.startIndex + $0 + 1]) << 8
    }
    guard data.count.isMultiple(of: 2), words.count > 2 else { return nil }
    self.init(width: Int(words[0]), height: Int(words[1]), pixels: Array(words[2...]))
  }

  var data: Data {
    Data(
      ([UInt16(width), UInt16(height)] + pixels).flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
  }
}
