// SPDX-License-Identifier: Apache-2.0
// The process that decodes pictures is locked in, and still decodes: what a picture that takes it over could
// reach. Needs no display.

import CDecoder
import Foundation
import XCTest

@testable import Catalog
@testable import Gtk
@testable import Vitrine

final class DecoderLockTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/nowhere")

  override func setUp() async throws {
    folder = try makeFolder(named: "lock")
  }

  override func tearDown() async throws {
    try? FileManager.default.removeItem(at: folder)
  }

  func testNothingIsInReachBehindTheLock() throws {
    let secret = folder.appendingPathComponent("secret")
    try Data("secret".utf8).write(to: secret)
    let new = folder.appendingPathComponent("new")
    for options in [[], ["--without-landlock"]] {
      let output = try run(Home.built("DecoderAttack"), options + [secret.path, new.path])
      let attempts = output.split(separator: "\n")
      XCTAssertEqual(attempts.count, 30, output)
      XCTAssertFalse(output.contains("WORKED"), output)
      XCTAssertEqual(try Data(contentsOf: secret), Data("secret".utf8))
      XCTAssertFalse(FileManager.default.fileExists(atPath: new.path))
    }
  }

  func testEveryDecoderIsLockedIn() async throws {
    try skipWithGlycin()
    let decoder = try PictureDecoder.built()
    var formats: Set<PictureFormat> = []
    for (format, file) in try pictures() {
      _ = try await decoder.read(file, fitting: 20)
      formats.insert(format)
    }
    let running = decoders()
    XCTAssertEqual(running.count, formats.count)
    for pid in running {
      let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      XCTAssertTrue(status.contains("NoNewPrivs:\t1"), status)
      XCTAssertTrue(status.contains("Seccomp:\t2"), status)
      try eventually("nothing else is open") {
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")
        return open.sorted() == ["0", "1", "2"]
      }
    }
    withExtendedLifetime(decoder) {}
  }

  /// Its decoders are locked in one by one, and must be started.
  private func skipWithGlycin() throws {
    try XCTSkipIf(vitrine_decoders_are_confined(), "gdk-pixbuf hands pictures to glycin here.")
  }

  /// What is drawn with a font that was not looked for before the lock.
  func testAPictureLooksTheSameBehindTheLock() async throws {
    let locked = try PictureDecoder.built()
    let unlocked = try PictureDecoder.built(withoutLock)
    for (format, file) in try pictures() + [(.svg, writtenDrawing())] {
      let behind = try await locked.read(file, fitting: 300)
      let pixels = await behind.busValue
      XCTAssertNotNil(pixels)
      guard format == .png || format == .jpg else { continue }
      let before = try await unlocked.read(file, fitting: 300)
      let expected = await before.busValue
      XCTAssertEqual(pixels, expected, file.lastPathComponent)
    }
  }

  func testWithoutALockOnlyPlainPicturesAreDecoded() async throws {
    try skipWithGlycin()
    let decoder = try PictureDecoder.built(withoutLock)
    for (format, file) in try pictures() {
      let isPlain = format == .png || format == .jpg
      do {
        _ = try await decoder.read(file, fitting: 20)
        XCTAssertTrue(isPlain, file.lastPathComponent)
      } catch PictureDecoder.Failure.undecodable {
        XCTAssertFalse(isPlain, file.lastPathComponent)
      }
    }
    guard PictureDecoding.readsBarcodes else { return }
    // In a drawing.
    let found = try await decoder.barcodes(in: drawBarcode("4006381333931", in: folder))
    XCTAssertEqual(found, [])
  }

  /// By none of the ways in which a drawing can name another file.
  func testADrawingTakesNothingIn() async throws {
    let decoder = try PictureDecoder.built()
    let red = folder.appendingPathComponent("red.svg")
    try Data(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect id="a" width="9" height="9" fill="red"/></svg>"#
        .utf8
    ).write(to: red)
    let style = folder.appendingPathComponent("style.css")
    try Data("rect { fill: red !important }".utf8).write(to: style)
    let rectangle = #"<rect width="9" height="9" fill="none"/>"#
    func drawing(_ before: String, _ inner: String) -> Data {
      Data(
        (before
          + #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#
          + #" xmlns:xi="http://www.w3.org/2001/XInclude" width="9" height="9">"# + inner
          + rectangle + "</svg>").utf8)
    }
    let file = folder.appendingPathComponent("drawing.svg")
    try drawing("", "").write(to: file)
    let pixels = await (try decoder.read(file, fitting: 9)).busValue
    for place in [folder.path + "/", "file://\(folder.path)/", "", "./"] {
      let (red, style) = ("\(place)red.svg", "\(place)style.css")
      for (number, (before, inner)) in [
        (#"<!DOCTYPE svg [<!ENTITY x SYSTEM "\#(red)">]>"#, "&x;"),
        (#"<!DOCTYPE svg [<!ENTITY % x SYSTEM "\#(red)"> %x;]>"#, ""),
        (#"<?xml-stylesheet href="\#(style)" type="text/css"?>"#, ""),
        ("", #"<style>@import url("\#(style)");</style>"#),
        ("", #"<xi:include href="\#(red)"/>"#),
        ("", #"<xi:include href="\#(style)" parse="text"/>"#),
        ("", #"<use xlink:href="\#(red)#a"/>"#), ("", #"<use href="\#(red)#a"/>"#),
        ("", #"<image href="\#(red)" width="9" height="9"/>"#),
        (
          "",
          #"<filter id="f"><feImage xlink:href="\#(red)"/></filter><rect width="9" height="9" filter="url(#f)"/>"#
        ),
        ("", #"<rect width="9" height="9" fill="url(\#(red)#a) none"/>"#),
        ("", #"<foreignObject width="9" height="9"><img src="\#(red)"/></foreignObject>"#),
        ("", #"<script href="\#(red)"/><script>document.rootElement.remove()</script>"#),
      ].enumerated() {
        try drawing(before, inner).write(to: file)
        // Refused is as good.
        guard let shown = try? await decoder.read(file, fitting: 9) else { continue }
        let bytes = await shown.busValue
        XCTAssertEqual(bytes, pixels, "\(number) from “\(place)”")
      }
    }
  }

  private var withoutLock: [String] {
    get throws {
      [
        try Home.built("DecoderAttack"), "--without-seccomp", try Home.built("vitrine"),
        PictureDecoder.option,
      ]
    }
  }

  /// One of each format that this computer can show, at least.
  private func pictures() throws -> [(PictureFormat, URL)] {
    let fixtures = sampleFiles.appendingPathComponent("../../Tests/Fixtures/Pictures")
      .standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(
      at: fixtures, includingPropertiesForKeys: nil)
    let drawn = try drawPicture(width: 60, height: 30, in: folder)
    let pictures = try (files + samplePictures(12) + [drawn]).compactMap { file in
      try PictureFormat(magicOf: Data(contentsOf: file)).map { ($0, file) }
    }.filter { PictureFormat.shownHere.contains($0.0) }
    return pictures
  }

  private func writtenDrawing() throws -> URL {
    let file = folder.appendingPathComponent("written.svg")
    let lines = ["sans", "serif", "monospace", "Noto Sans CJK", "cursive"].enumerated().map {
      #"<text font-family="\#($1)" font-style="italic" y="\#($0 * 20 + 20)">Straße 日本 سلام 😀</text>"#
    }
    try Data(
      (#"<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120">"# + lines.joined()
        + "</svg>").utf8
    ).write(to: file)
    return file
  }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
    return String(decoding: output, as: UTF8.self)
  }
}
