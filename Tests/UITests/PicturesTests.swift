// Pictures are read in the order of need: the newest request first, one that nobody holds any more
// never, an unreadable file once. Needs no display.

import Foundation
import XCTest

@testable import Gtk
@testable import Vitrine

final class PicturesTests: XCTestCase {
  func testTheNewestRequestIsServedFirstAndADroppedOneNever() throws {
    let files = try sampleFiles(4)
    try MainActor.assumeIsolated {
      XCTAssertTrue(MainLoop.attachMainQueue())
      let pictures = Pictures()
      var served: [Int] = []
      var requests: [Pictures.Request?] = []
      for (number, file) in files.enumerated() {
        requests.append(
          pictures.read(file, .list) { texture in
            XCTAssertNotNil(texture)
            served.append(number)
          })
      }
      requests[1] = nil
      try turn(until: "three pictures are read") { served.count == 3 }
      // The first is being read when the others come.
      XCTAssertEqual(served, [0, 3, 2])
      XCTAssertNil(pictures.read(files[3], .list) { XCTAssertNotNil($0) }, "was not kept")
      var isServed = false
      let again = pictures.read(files[1], .list) { _ in isServed = true }
      try turn(until: "the dropped one is read") { isServed }
      XCTAssertNotNil(again, "was read for nobody")
      XCTAssertEqual(served, [0, 3, 2])
    }
  }

  func testAnUnreadableFileIsTriedOnce() throws {
    let file = URL(fileURLWithPath: #filePath)
    try MainActor.assumeIsolated {
      XCTAssertTrue(MainLoop.attachMainQueue())
      let pictures = Pictures()
      var answers: [Bool] = []
      let request = pictures.read(file, .list) { answers.append($0 != nil) }
      XCTAssertNotNil(request)
      try turn(until: "the file is tried") { answers.count == 1 }
      XCTAssertNil(pictures.read(file, .card) { answers.append($0 != nil) })
      XCTAssertEqual(answers, [false, false])
      withExtendedLifetime(request) {}
    }
  }
}

private func sampleFiles(_ count: Int) throws -> [URL] {
  let sample = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../data/sample")
    .standardizedFileURL
  let all = FileManager.default.enumerator(at: sample, includingPropertiesForKeys: nil)
  let files = (all?.compactMap { $0 as? URL } ?? []).filter {
    ["jpg", "png", "webp"].contains($0.pathExtension)
  }
  return Array(try XCTUnwrap(files.count >= count ? files : nil).prefix(count))
}
