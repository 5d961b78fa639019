// SPDX-License-Identifier: Apache-2.0
// When a camera took a picture, from the Exif block at the beginning of a JPEG file, found without decoding. Whatever
// stands there is only believed as far as it is a date; what is missing or damaged is no date.

import Foundation

/// When a picture was taken, by the clock of the camera, which has no time zone.
public struct PictureMoment: Sendable, Equatable, Comparable {
  /// In the order of a sortable date: year, month, day, hour, minute, second.
  private let parts: [Int]

  /// Such as 2026-11-28 14:03.
  public var text: String {
    func digits(_ place: Int) -> String {
      let digits = String(parts[place])
      return String(repeating: "0", count: max(0, (place == 0 ? 4 : 2) - digits.count)) + digits
    }
    return "\(digits(0))-\(digits(1))-\(digits(2)) \(digits(3)):\(digits(4))"
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }

  /// How many seconds lie between two.
  public func seconds(to other: PictureMoment) -> Int { abs(other.seconds - seconds) }

  /// Since some day before all of them.
  private var seconds: Int {
    // Years begin in March here, so that the day that some of them lack is their last.
    let (year, month) = parts[1] > 2 ? (parts[0], parts[1] - 3) : (parts[0] - 1, parts[1] + 9)
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + parts[2]
    return ((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]
  }

  /// As Exif writes it: “2026:11:28 14:03:05”. Nil for anything else, such as the zeros of a camera without a clock.
  init?(exif text: some Sequence<UInt8>) {
    let fields = String(decoding: Array(text.prefix { $0 != 0 }), as: UTF8.self)
      .split(whereSeparator: { $0 == ":" || $0 == " " }).map { Int($0) }
    let parts = fields.compactMap(\.self)
    let bounds = [1_900...9_999, 1...12, 1...31, 0...23, 0...59, 0...60]
    guard fields.count == 6, parts.count == 6, zip(parts, bounds).allSatisfy({ $1.contains($0) })
    else { return nil }
    self.parts = parts
  }

  /// What the beginning of a file says.
  init?(of bytes: [UInt8]) {
    guard bytes.starts(with: [0xff, 0xd8]) else { return nil }
    for segment in JPEGSegments(bytes) where segment.marker == 0xe1 {
      guard ExifBlock.isHead(bytes[(segment.place + 4)...]) else { continue }
      guard let found = ExifBlock(bytes[(segment.place + 10)...])?.moment else { return nil }
      self = found
      return
    }
    return nil
  }
}

extension PictureSource {
  /// An Exif block is at the beginning, in the first segment or the second, and no segment is longer.
  private static let longestHead = 160 << 10

  /// When a camera took it; nil if the file does not say. Reads its beginning.
  public var taken: PictureMoment? {
    switch self {
    case .file(let file):
      (try? readBeginning(of: file.path, atMost: Self.longestHead)).flatMap {
        PictureMoment(of: $0)
      }
    case .bytes(let bytes, _): PictureMoment(of: Array(bytes.prefix(Self.longestHead)))
    }
  }
}
