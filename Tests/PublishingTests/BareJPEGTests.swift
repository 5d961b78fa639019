// SPDX-License-Identifier: Apache-2.0
// Whatever a camera or a program wrote into a JPEG, what is left of it is the same picture and nothing else.

import Catalog
import Foundation
import Paper
import PictureScaling
import TestSwitches
import XCTest

@testable import Publishing

final class BareJPEGTests: PublishingTestCase {
  private static let secret = Array("at home, 52.5200 N 13.4050 E".utf8)

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xff, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  private static func exif(orientation: UInt8) -> [UInt8] {
    let table: [UInt8] = [1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
    return segment(0xe1, Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0] + table + secret)
  }

  func testWhatIsLeftIsThePictureAndNothingElse() throws {
    let program = try XCTUnwrap(PictureScaler.program(), "needs vitrine beside the tests")
    let scaler = PictureScaler(program: program)
    let drawn = try XCTUnwrap(
      scaler.scaled(Self.sample("mango.png"), .png, to: 90, turn: .none, forPaper: true))
    let bare = try XCTUnwrap(BareJPEG(of: drawn.bytes)).bytes
    XCTAssertEqual(bare, drawn.bytes, "there was nothing to leave out")
    let plain = base.appendingPathComponent("plain.jpg")
    try Data(bare).write(to: plain)
    let pixels = scaler.pixels(plain, .jpg, to: 90, turn: .none)?.bytes
    for _ in 0..<rounds(60, withFaults: 200) {
      let markers = Array(UInt8(0xe0)...0xef) + [0xfe]
      var more: [UInt8] = []
      for _ in 0..<Int.random(in: 1...4) {
        let begins = ["", "JFXX\0", "MPF\0", "http://ns.adobe.com/xap/"].randomElement() ?? ""
        more += Self.segment(markers.randomElement() ?? 0xfe, Array(begins.utf8) + Self.secret)
      }
      if Bool.random() { more += Self.exif(orientation: 1) }
      // Behind the first segment, which says that it is a JPEG of the usual kind; and behind the end.
      let file = Array(bare[..<20]) + more + Array(bare[20...]) + (Bool.random() ? Self.secret : [])
      let left = try XCTUnwrap(BareJPEG(of: file)).bytes
      XCTAssertNil(Data(left).range(of: Data(Self.secret)))
      XCTAssertEqual(left, bare)
      let written = base.appendingPathComponent("left.jpg")
      try Data(left).write(to: written)
      XCTAssertEqual(scaler.pixels(written, .jpg, to: 90, turn: .none)?.bytes, pixels)
    }
  }

  func testOneThatIsTurnedOrNotWholeIsRefused() throws {
    let head: [UInt8] = [0xff, 0xd8]
    let frame: [UInt8] = [0xff, 0xc0, 0, 11, 8, 0, 20, 0, 30, 1, 1, 0x11, 0]
    let pixels: [UInt8] = [0xff, 0xda, 0, 2, 1, 2, 0xff, 0, 0xff, 0xd0, 3, 0xff, 0xd9]
    let whole = head + frame + pixels
    let size = try XCTUnwrap(JPEGHead(whole))
    XCTAssertEqual([size.width, size.height], [30, 20])
    XCTAssertEqual(BareJPEG(of: head + Self.exif(orientation: 1) + frame + pixels)?.bytes, whole)
    XCTAssertNil(BareJPEG(of: head + Self.exif(orientation: 6) + frame + pixels))
    for length in 0..<whole.count { XCTAssertNil(BareJPEG(of: Array(whole.prefix(length)))) }
    for _ in 0..<10_000 {
      var hostile = head + Self.exif(orientation: 1) + frame + pixels
      for _ in 0..<Int.random(in: 1...4) {
        hostile[Int.random(in: 2..<hostile.count)] = UInt8.random(in: 0...255)
      }
      // Any answer but a crash, and never more than there was.
      XCTAssertLessThanOrEqual(BareJPEG(of: hostile)?.bytes.count ?? 0, hostile.count)
    }
  }

  /// Where nothing decodes, how a photo is turned is all that is published of what a camera wrote.
  func testWhatIsNotDecodedIsPublishedBareToo() throws {
    let scaler = PictureScaler(
      program: try XCTUnwrap(PictureScaler.program(), "needs vitrine beside the tests"))
    let png = Self.sample("mango.png")
    let drawn = try XCTUnwrap(
      scaler.scaled(png, .png, to: 90, turn: .none, forPaper: true)
    ).bytes
    for turn in UInt8(1)...8 {
      let taken = Array(drawn[..<20]) + Self.exif(orientation: turn) + Array(drawn[20...])
      let left = try published(taken, .jpg)
      XCTAssertNil(Data(left).range(of: Data(Self.secret)))
      XCTAssertEqual(try pixels(left, .jpg, scaler), try pixels(taken, .jpg, scaler), "\(turn)")
    }
    let plain = Array(try Data(contentsOf: png))
    let text =
      [0, 0, 0, UInt8(Self.secret.count)] + Array("tEXt".utf8) + Self.secret + [0, 0, 0, 0]
    // Behind the first part of the file, which has its size.
    let left = try published(Array(plain[..<33]) + text + Array(plain[33...]) + Self.secret, .png)
    XCTAssertNil(Data(left).range(of: Data(Self.secret)))
    XCTAssertEqual(try pixels(left, .png, scaler), try pixels(plain, .png, scaler))
  }

  private func published(_ bytes: [UInt8], _ format: PictureFormat) throws -> [UInt8] {
    let picture = try ProductPicture(
      contentHash: String(repeating: "0", count: 64), fileExtension: format.rawValue)
    let copies = PhotoCopy.all(of: picture, try file(bytes, format), by: nil)
    return try XCTUnwrap(copies.first).bytes
  }

  private func pixels(
    _ bytes: [UInt8], _ format: PictureFormat, _ scaler: PictureScaler
  ) throws -> [UInt8] {
    try XCTUnwrap(scaler.pixels(try file(bytes, format), format, to: 90, turn: .none)).bytes
  }

  private func file(_ bytes: [UInt8], _ format: PictureFormat) throws -> URL {
    let file = base.appendingPathComponent("picture.\(format.rawValue)")
    try Data(bytes).write(to: file)
    return file
  }
}
