// SPDX-License-Identifier: Apache-2.0
// When a photo was taken, from what cameras write at the beginning of its file, and nothing from what is damaged.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class PictureMomentTests: CatalogTestCase {
  /// A JPEG with an Exif block, as cameras write it: a table with the model and the date of the file, and behind it the one
  /// with the date of the picture.
  static func jpeg(
    taken: String?, changed: String = "2020:01:02 03:04:05", isBigEndian: Bool = false
  ) -> [UInt8] {
    func number(_ value: Int, _ length: Int) -> [UInt8] {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }
    // Behind two tables of 2 + n · 12 + 4 bytes, at 8 and at 38.
    var block: [UInt8] = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
    block += number(2, 2) + entry(0x0132, 2, 20, 56) + entry(0x8769, 4, 1, 38) + number(0, 4)
    block += number(1, 2) + entry(taken == nil ? 0x9999 : 0x9003, 2, 20, 76) + number(0, 4)
    block += Array(changed.utf8) + [0] + Array((taken ?? changed).utf8) + [0]
    let segment = Array("Exif".utf8) + [0, 0] + block
    let length = segment.count + 2
    return [0xff, 0xd8, 0xff, 0xe1, UInt8(length >> 8), UInt8(length & 0xff)] + segment
      + [0xff, 0xd9]
  }

  func testTheDateOfThePictureIsReadOrElseThatOfTheFile() throws {
    for isBigEndian in [false, true] {
      let taken = Self.jpeg(taken: "2026:11:28 14:03:05", isBigEndian: isBigEndian)
      XCTAssertEqual(PictureMoment(of: taken)?.text, "2026-11-28 14:03")
      let other = Self.jpeg(taken: nil, isBigEndian: isBigEndian)
      XCTAssertEqual(PictureMoment(of: other)?.text, "2020-01-02 03:04")
    }
    let file = directory.appendingPathComponent("a.jpg")
    try Data(Self.jpeg(taken: "2026:11:28 14:03:05") + [UInt8](repeating: 7, count: 1 << 20))
      .write(to: file)
    XCTAssertEqual(PictureSource.file(file).taken?.text, "2026-11-28 14:03")
    let pipe = directory.appendingPathComponent("pipe.jpg")
    XCTAssertEqual(mkfifo(pipe.path, 0o600), 0)
    XCTAssertNil(PictureSource.file(pipe).taken, "and it does not wait")
    XCTAssertNil(PictureSource.file(directory.appendingPathComponent("none.jpg")).taken)
  }

  func testWhatIsNoDateIsNone() {
    for text in [
      "0000:00:00 00:00:00", "2026:13:01 00:00:00", "    :  :     :  :  ", "2026-11-28T14:03:05",
      "2026:11:28 24:00:00", "99999:1:1 00:00:00:0", "now",
    ] {
      let padded = text.padding(toLength: 19, withPad: " ", startingAt: 0)
      let bytes = Self.jpeg(taken: padded, changed: "xxxxxxxxxxxxxxxxxxx")
      XCTAssertNil(PictureMoment(of: bytes), text)
    }
  }

  func testSecondsBetweenMoments() throws {
    func moment(_ text: String) throws -> PictureMoment {
      try XCTUnwrap(PictureMoment(exif: Array(text.utf8)))
    }
    for (first, second, seconds) in [
      ("2026:11:28 14:03:05", "2026:11:28 14:03:20", 15),
      ("2026:12:31 23:59:59", "2027:01:01 00:00:01", 2),
      ("2024:02:28 12:00:00", "2024:03:01 12:00:00", 2 * 86_400),
      ("2026:02:28 12:00:00", "2026:03:01 12:00:00", 86_400),
    ] {
      XCTAssertEqual(try moment(first).seconds(to: moment(second)), seconds)
      XCTAssertEqual(try moment(second).seconds(to: moment(first)), seconds)
      XCTAssertLessThan(try moment(first), try moment(second))
    }
  }

  func testDamagedBlocksAreReadWithoutACrash() {
    var random = SystemRandomNumberGenerator()
    let whole = Self.jpeg(taken: "2026:11:28 14:03:05")
    for _ in 0..<rounds(2_000, withFaults: 20_000) {
      var bytes = whole
      for _ in 0...Int.random(in: 0...4, using: &random) {
        bytes[Int.random(in: 2..<bytes.count, using: &random)] = .random(in: 0...255)
      }
      bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      _ = PictureMoment(of: bytes)
    }
  }
}
