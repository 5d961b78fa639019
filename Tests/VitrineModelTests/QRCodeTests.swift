// SPDX-License-Identifier: Apache-2.0
// QR codes, against what the standard and another program say: they are read by other programs.

import Foundation
import XCTest

@testable import VitrineModel

final class QRCodeTests: XCTestCase {
  func testTheStandardsExamplesAreTheSame() {
    // “HELLO WORLD” in the standard's other mode: the correction of given bytes.
    let data: [UInt8] = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    XCTAssertEqual(
      QRCodewords.correction(of: data, QRCodewords.divisor(10)),
      [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
    XCTAssertEqual(QRCode.formatBits(.low, pattern: 0), 0b111_0111_1100_0100)
    XCTAssertEqual(QRCode.formatBits(.medium, pattern: 0), 0b101_0100_0001_0010)
    XCTAssertEqual(QRCode.formatBits(.medium, pattern: 5), 0b100_0000_1100_1110)
    XCTAssertEqual(QRCode.versionBits(7), 0b00_0111_1100_1001_0100)
    XCTAssertEqual(QRCode.alignmentPlaces(7, 45), [6, 22, 38])
    XCTAssertEqual(QRCode.alignmentPlaces(25, 117), [6, 32, 58, 84, 110])
    XCTAssertEqual(QRCode.alignmentPlaces(32, 145), [6, 34, 60, 86, 112, 138])
    for (version, low, medium) in [
      (1, 17, 14), (2, 32, 26), (5, 106, 84), (9, 230, 180), (10, 271, 213), (25, 1_273, 997),
      (40, 2_953, 2_331),
    ] {
      XCTAssertEqual(QRCodewords.capacity(version, .low), low, "version \(version)")
      XCTAssertEqual(QRCodewords.capacity(version, .medium), medium, "version \(version)")
    }
  }

  func testACodeIsSquareBySquareThatOfAnotherProgram() throws {
    for (text, pattern, rows) in Self.fixtures {
      let code = try XCTUnwrap(QRCode(text, pattern: pattern))
      XCTAssertEqual(Self.rows(of: code), rows.split(separator: "\n").map(String.init), text)
    }
  }

  func testEveryLengthHasTheSmallestCodeUntilThereIsNoRoom() throws {
    // From 998 bytes on there is only room with less protection.
    for (length, side) in [
      (0, 21), (14, 21), (15, 25), (500, 85), (997, 117), (998, 105), (1_273, 117),
    ] {
      let code = try XCTUnwrap(QRCode(String(repeating: "x", count: length), pattern: 1))
      XCTAssertEqual(code.side, side, "\(length) bytes")
    }
    XCTAssertNil(QRCode(String(repeating: "x", count: 1_274)))
    XCTAssertNotNil(QRCode(String(repeating: "é", count: 600), pattern: 0), "bytes, not letters")
  }

  func testTheMaskIsTheOneThatIsEasiestToRead() throws {
    let text = "vitrine:search?q=cherry%20cake"
    let chosen = try XCTUnwrap(QRCode(text))
    let all = try (0...7).map { try XCTUnwrap(QRCode(text, pattern: $0)) }
    XCTAssertEqual(chosen.penalty, all.map(\.penalty).min())
    XCTAssertTrue(all.contains(chosen))
  }

  private static func rows(of code: QRCode) -> [String] {
    (0..<code.side).map { y in (0..<code.side).map { code.isDark($0, y) ? "#" : "." }.joined() }
  }

  /// Made by qrencode 4.1, which may choose another mask: text, mask, squares.
  private static let fixtures: [(String, Int, String)] = [
    (
      "vitrine:search?q=rose", 1,
      """
      #######.#..###....#######
      #.....#......#..#.#.....#
      #.###.#.##..####..#.###.#
      #.###.#...#.#####.#.###.#
      #.###.#..#.##.#.#.#.###.#
      #.....#.#...###.#.#.....#
      #######.#.#.#.#.#.#######
      ..........#.#.#..........
      #.#...##.##....#...#..#.#
      ..##.#.#..##..###.##.#.##
      ...##.####.##.##..#..##.#
      #....#..#.#...####...#.#.
      #.##.##.#####.....#....#.
      ..#.#..#.##.#..#..##....#
      ##.#..#.###.##.#####.#..#
      ....##.##..##.#..#..##..#
      ###########..##.######..#
      ........##...#..#...#.###
      #######.####....#.#.#.#.#
      #.....#...#..#.##...##.#.
      #.###.#..#.###.#######..#
      #.###.#..##.#..###.#####.
      #.###.#.##..#####..###.##
      #.....#...###.#.#..#.#...
      #######.#....##.##..##..#
      """
    ),
    (
      "vitrine:product/6E1F5B0E-0000-4000-8000-000000000001?tab=notes&from=a%20longer%20text%20that%20needs%20version%20seven%20or%20more%20of%20them%20all",
      2,
      """
      #######...#.##.....#.#..#.....##.#.###..#.#######
      #.....#......#...###..#.#.#.##.#.####.###.#.....#
      #.###.#.##.#...##...#.......#.#.#.##...##.#.###.#
      #.###.#.###..#.#..##...##......#..####.#..#.###.#
      #.###.#.######.#.#...#######..##.#.###....#.###.#
      #.....#.#.#.##.#.###.##...##.#.#..#.#.#...#.....#
      #######.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#######
      ........#..####.#.#...#...#######..#...#.........
      #.#####...#####..#.##.#####...##.#.##...#.#####..
      .####...##.....###.#.####..######..#...#..#.#....
      ##.##.#..##....##.......####...#####.##..#......#
      .##..#..##..###..##......##.###......#...#.##...#
      .##...##.###..##.....#######.###.#..##.##..#..#.#
      ##...#.##..#..##.####.##.#.#.###.#..#..#.##......
      ##..####.#..#....#..##..#.##...#.#######.....####
      ...##...#....#..#.###....#.##.#.#.........###....
      #.#..##..#...#.#.#.####.#.#........##.#.#.#..####
      #.#.....#..###.#..#..#.###....#.##.....#..#..###.
      ..##.##.#.####.#.##.##..#.#..#.#..#.####.#.....##
      .#.#...##..#.##..#...#.#.#..#.#.#....###.##.#..##
      ###...#.#.###.#.###.#.#.##.#..##.######.#.##..###
      ###.#..#.#.##.##..##.#..#..####.#...##...###..#..
      ###.######.......####.######..####....#######..##
      ..#.#...#...#.#..######...#.###.##.#...##...##.#.
      #..##.#.##......#######.#.#..###....#..##.#.#.###
      #..##...###.#.####...##...#####.#..##..##...##.#.
      .##.######.###..#.#...#####..#.####.###########.#
      ###..#.#.##.#.###...#.#####.#####..#........##..#
      #....##..#..#...#.##..#....#..#....##.##..#####.#
      ....#..#.##.....###..####..#.##.##.#......#....#.
      .#.####.#.#.##..####..#.#..#.#.#..#.########...##
      #..#...##...#.#..#......#.###.#.##.#....#..#....#
      ##....#.##..#..##..#####.##...##.####..#.########
      .##..#....#..##..##..#.###.#.#####.#.#.#.##......
      #..####......###..##.#.....###.##.##..#.#.#.##.##
      ...#.#.#..##.###.#.#.#..###.###.#....#...#.....#.
      ......##.###.#####..##...#.#.###...##..#..###.#.#
      #..##....#...##..###.#.###....#..#..##.#..#..#...
      .#...##.#..#..#.###....###........#######.#..#.##
      .###...###..#....#####.#.####.#.##.#....##...#...
      ###...#..###..#############..#.#.##.#..######.##.
      ........#...#...#....##...###.##.#..#..##...#..#.
      #######..#.#..#..#.#.##.#.#....##.#.###.#.#.#...#
      #.....#.#.#.#.#..#.####...#.#.#..#.....##...##..#
      #.###.#.#.#.#.#####...######.#.#.####...#####.#.#
      #.###.#.#.#######..#####......##.#.###..###.#.###
      #.###.#.###.#.#..#..#.#.#.#.#.....#####..###.##..
      #.....#........#.#.######..####.##...##.###.##..#
      #######.###...#.....##.#.##...##.#.###..##...####
      """
    ),
  ]
}
