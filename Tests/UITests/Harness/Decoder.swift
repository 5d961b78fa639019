// SPDX-License-Identifier: Apache-2.0
// Pictures for tests that decode them inside the test process, and the built program to do it.

import CGtk
import Foundation
import Gtk
import XCTest

@testable import Vitrine

extension PictureDecoder {
  /// The program that was built with these tests, or another command.
  static func built(_ command: [String]? = nil, patience: TimeInterval = 20) throws
    -> PictureDecoder
  {
    PictureDecoder(
      command: try command ?? [Home.built("vitrine"), option], .stored, patience: patience)
  }
}

/// Some pictures of the sample catalogue.
func samplePictures(_ count: Int) throws -> [URL] {
  let all = FileManager.default.enumerator(at: sampleFiles, includingPropertiesForKeys: nil)
  let files = (all?.compactMap { $0 as? URL } ?? []).filter {
    ["jpg", "png", "webp"].contains($0.pathExtension)
  }
  return Array(try XCTUnwrap(files.count >= count ? files : nil).prefix(count))
}

/// A JPEG picture; `orientation` as a camera writes it.
func drawPicture(
  width: Int32, height: Int32, orientation: UInt8 = 1, in folder: URL
) throws -> URL {
  let file = folder.appendingPathComponent("drawn-\(width)x\(height)-\(orientation)")
  // transfer full
  let pixels = try XCTUnwrap(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height))
  defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
  gdk_pixbuf_fill(pixels, 0x3366_99ff)
  var (names, values): ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) = (
    [nil], [nil]
  )
  XCTAssertNotEqual(gdk_pixbuf_savev(pixels, file.path, "jpeg", &names, &values, nil), 0)
  var data = try Data(contentsOf: file)
  // An Exif segment with one entry, right after the start of the file.
  let exif =
    [0xff, 0xe1, 0, 34] + Array("Exif\0\0MM".utf8) + [
      0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0,
    ]
    + [0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  data.insert(contentsOf: exif, at: 2)
  try data.write(to: file)
  return file
}

/// A small drawing whose filter keeps a processor busy for a minute, or with an older library for hours.
func drawSlowPicture(in folder: URL) throws -> URL {
  let file = folder.appendingPathComponent("slow.svg")
  // Newer libraries draw no more than a few octaves, but still all of a hundred thousand.
  let piles = (1...5).map { number in
    let ten = String(repeating: "<use href='#p\(number - 1)'/>", count: 10)
    return "<g id='p\(number)'>\(ten)</g>"
  }
  try Data(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="a">
    <feTurbulence baseFrequency="0.9" numOctaves="1000000000" type="fractalNoise"/></filter>
    <defs><rect id="p0" width="2000" height="2000" filter="url(#a)"/>\(piles.joined())</defs>
    <use href="#p5"/></svg>
    """.utf8
  ).write(to: file)
  return file
}

extension UITestCase {
  /// Photos of twelve megapixels, each another one.
  func largePhotos(_ count: Int) throws -> [URL] {
    let folder = try home().folder
    let drawn = try Data(contentsOf: drawPicture(width: 4000, height: 3000, in: folder))
    return try (1...count).map { number in
      let file = folder.appendingPathComponent("photo-\(number).jpg")
      // After its end a photo may have something else.
      try (drawn + Data("\(number)".utf8)).write(to: file)
      return file
    }
  }
}
