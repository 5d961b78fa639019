// SPDX-License-Identifier: Apache-2.0
// What the process that decodes pictures answers, in bytes that only this version understands.

import CGtk
import Foundation

/// What comes before the pixels.
struct PictureAnswer {
  let width, height, rowBytes: Int32
  let hasAlpha: Bool
  /// The size of the picture itself; 0 if it was not looked at.
  private(set) var pictureWidth, pictureHeight: Int32
  let failure: PictureDecoder.Failure?

  static let wordCount = 7
  /// How many bytes may follow the pixels of a row.
  static let mostPadding: Int32 = 64
  private static let failures: [PictureDecoder.Failure] = [.notAPicture, .tooLarge, .undecodable]

  init(
    width: Int32, height: Int32, rowBytes: Int32, hasAlpha: Bool,
    picture: (width: Int32, height: Int32)
  ) {
    (self.width, self.height, self.rowBytes) = (width, height, rowBytes)
    self.hasAlpha = hasAlpha
    (pictureWidth, pictureHeight) = picture
    failure = nil
  }

  init(_ failure: PictureDecoder.Failure) {
    (width, height, rowBytes, hasAlpha) = (0, 0, 0, false)
    (pictureWidth, pictureHeight) = (0, 0)
    self.failure = failure
  }

  init(_ words: [Int32]) {
    (width, height, rowBytes) = (words[1], words[2], words[3])
    hasAlpha = words[4] != 0
    (pictureWidth, pictureHeight) = (words[5], words[6])
    let number = Int(words[0])
    failure =
      number == 0
      ? nil : Self.failures.indices.contains(number - 1) ? Self.failures[number - 1] : .undecodable
  }

  var words: [Int32] {
    let number = failure.flatMap { Self.failures.firstIndex(of: $0) }.map { Int32($0) + 1 } ?? 0
    return [number, width, height, rowBytes, hasAlpha ? 1 : 0, pictureWidth, pictureHeight]
  }

  /// Whether decoding these pixels again is much less work than decoding the picture.
  var isMuchSmallerThanPicture: Bool {
    max(pictureWidth, pictureHeight) / 2 >= max(width, height)
  }

  /// The picture that a thumbnail was made of may have any size.
  var ofThumbnail: PictureAnswer {
    var answer = self
    (answer.pictureWidth, answer.pictureHeight) = (0, 0)
    return answer
  }

  /// How many bytes the pixels take; nil if that can't be.
  var byteCount: Int? {
    let pixelBytes = hasAlpha ? 4 : 3
    guard width > 0, height > 0, Int(rowBytes) >= Int(width) * pixelBytes,
      Int(rowBytes) <= Int(width) * pixelBytes + Int(Self.mostPadding)
    else { return nil }
    // The last row has nothing after its pixels.
    let count = Int(rowBytes) * (Int(height) - 1) + Int(width) * pixelBytes
    return count <= 1 << 30 ? count : nil
  }
}

/// The numbers in a picture's barcodes: the length of the text in four bytes, and each on a line of it.
enum BarcodeAnswer {
  static let mostBytes = 1 << 12

  static func encoded(_ numbers: [String]) -> [UInt8] {
    let text = Array(numbers.joined(separator: "\n").utf8.prefix(mostBytes))
    return withUnsafeBytes(of: UInt32(text.count)) { Array($0) } + text
  }

  static func decoded(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
