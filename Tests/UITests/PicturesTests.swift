// SPDX-License-Identifier: Apache-2.0
// Pictures are read in the order of need: the newest request first, one that nobody holds any more
// never, an unreadable file once. Needs no display.

import Foundation
import XCTest

@testable import Gtk
@testable import Vitrine

final class PicturesTests: XCTestCase {
  func testTheNewestRequestIsServedFirstAndADroppedOneNever() throws {
    let files = try samplePictures(4)
    let folder = try makeFolder(named: "pictures")
    defer { try? FileManager.default.removeItem(at: folder) }
    try MainActor.assumeIsolated {
      XCTAssertTrue(MainLoop.attachMainQueue())
      let pictures = try Pictures.built(in: folder)
      var served: [Int] = []
      var requests: [Pictures.Request?] = []
      for (number, file) in files.enumerated() {
        requests.append(
          pictures.read(ShownPicture(file: file), .list) { texture in
            XCTAssertNotNil(texture)
            served.append(number)
          })
      }
      requests[1] = nil
      try turn(until: "three pictures are read") { served.count == 3 }
      // The first is being read when the others come.
      XCTAssertEqual(served, [0, 3, 2])
      XCTAssertNil(
        pictures.read(ShownPicture(file: files[3]), .list) { XCTAssertNotNil($0) }, "was not kept")
      var isServed = false
      let again = pictures.read(ShownPicture(file: files[1]), .list) { _ in isServed = true }
      try turn(until: "the dropped one is read") { isServed }
      XCTAssertNotNil(again, "was read for nobody")
      XCTAssertEqual(served, [0, 3, 2])
    }
  }

  func testAFileThatComesLaterIsShownToWhoeverStillWantsIt() throws {
    let sample = try samplePictures(1)[0]
    let folder = try makeFolder(named: "pictures")
    defer { try? FileManager.default.removeItem(at: folder) }
    try MainActor.assumeIsolated {
      XCTAssertTrue(MainLoop.attachMainQueue())
      let pictures = try Pictures.built(in: folder)
      let file = folder.appendingPathComponent("later.\(sample.pathExtension)")
      var (kept, dropped): ([Bool], [Bool]) = ([], [])
      let request = pictures.read(ShownPicture(file: file), .list) { kept.append($0 != nil) }
      var other = pictures.read(ShownPicture(file: file), .list) { dropped.append($0 != nil) }
      try turn(until: "it is not there") { kept == [false] && dropped == [false] }
      other = nil
      try FileManager.default.copyItem(at: sample, to: file)
      for _ in 0..<100 { pictures.lookAgain() }
      try turn(until: "it is there") { kept == [false, true] }
      XCTAssertEqual(dropped, [false])
      withExtendedLifetime((request, other)) {}
    }
  }

  func testAnUnreadableFileIsTriedOnce() throws {
    let file = URL(fileURLWithPath: #filePath)
    let folder = try makeFolder(named: "pictures")
    defer { try? FileManager.default.removeItem(at: folder) }
    try MainActor.assumeIsolated {
      XCTAssertTrue(MainLoop.attachMainQueue())
      let pictures = try Pictures.built(in: folder)
      var answers: [Bool] = []
      let request = pictures.read(ShownPicture(file: file), .list) { answers.append($0 != nil) }
      XCTAssertNotNil(request)
      try turn(until: "the file is tried") { answers.count == 1 }
      XCTAssertNil(pictures.read(ShownPicture(file: file), .card) { answers.append($0 != nil) })
      XCTAssertEqual(answers, [false, false])
      withExtendedLifetime(request) {}
    }
  }

  func testASlowPictureHoldsUpNoOther() throws {
    let folder = try makeFolder(named: "pictures")
    defer { try? FileManager.default.removeItem(at: folder) }
    let drawing = try drawSlowPicture(in: folder)
    let files = try samplePictures(3)
    try MainActor.assumeIsolated {
      XCTAssertTrue(MainLoop.attachMainQueue())
      // Not given up before the test would be.
      let pictures = try Pictures.built(in: folder, drawings: .built(patience: 300))
      var isSlowAnswered = false
      let slow = pictures.read(ShownPicture(file: drawing), .list) { _ in isSlowAnswered = true }
      for _ in 0..<2 {
        var served = 0
        let requests = files.map { file in
          pictures.read(ShownPicture(file: file), .page) { texture in
            XCTAssertNotNil(texture)
            served += 1
          }
        }
        try turn(until: "the others are read") { served == files.count }
        XCTAssertFalse(isSlowAnswered, "it is not slow, and shows nothing")
        withExtendedLifetime(requests) {}
      }
      withExtendedLifetime(slow) {}
    }
  }

  /// One that took a photo for a bad one, or was ended because memory ran out, is no reason to show none.
  func testAPhotoWhoseDecoderEndedIsTriedOnceMore() throws {
    let files = try samplePictures(1)
    let folder = try makeFolder(named: "pictures")
    defer { try? FileManager.default.removeItem(at: folder) }
    try MainActor.assumeIsolated {
      XCTAssertTrue(MainLoop.attachMainQueue())
      let killed = { try PictureDecoder.built(["/bin/sh", "-c", "kill -9 $$"]) }
      let picture = ShownPicture(file: files[0])
      let pictures = try Pictures.built(in: folder, photos: killed())
      var texture: Texture?
      var request = pictures.read(picture, .list) { texture = $0 }
      try turn(until: "it is read") { texture != nil }

      let without = try Pictures.built(in: folder, photos: killed(), patient: killed())
      var answers: [Bool] = []
      request = without.read(picture, .card) { answers.append($0 != nil) }
      try turn(until: "it is given up") { answers == [false] }
      XCTAssertNil(without.read(picture, .card) { answers.append($0 != nil) }, "it is tried again")
      XCTAssertEqual(answers, [false, false])

      // Nothing is known of a picture that nobody could be asked for.
      let nobody = { try PictureDecoder.built(["/nowhere/decoder"]) }
      let later = try Pictures.built(in: folder, photos: nobody(), patient: nobody())
      for count in 1...2 {
        request = later.read(picture, .cover) { _ in answers.append(true) }
        XCTAssertNotNil(request, "it is taken for damaged")
        try turn(until: "it is given up") { answers.count == 2 + count }
      }
    }
  }

  func testTheOldestThumbnailsGoIfThereAreTooMany() throws {
    let folder = try makeFolder(named: "thumbnails")
    defer { try? FileManager.default.removeItem(at: folder) }
    let thumbnails = Thumbnails(.own(["XDG_CACHE_HOME": folder.path]))
    // Nothing is there yet.
    thumbnails.removeTooMany()
    let files = try ["new", "old", "middle"].map { name in
      let picture = URL(fileURLWithPath: "/pictures/\(name).jpg")
      let file = try XCTUnwrap(
        thumbnails.file(for: ShownPicture(file: picture), name == "old" ? .list : .card))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(count: 1000).write(to: file)
      let date = Date(timeIntervalSinceNow: ["new": -1, "old": -300, "middle": -20][name] ?? 0)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
      return file
    }
    let kept = { files.map { FileManager.default.fileExists(atPath: $0.path) } }
    thumbnails.removeTooMany(keeping: 3000)
    XCTAssertEqual(kept(), [true, true, true])
    thumbnails.removeTooMany(keeping: 2999)
    XCTAssertEqual(kept(), [true, false, true])
    thumbnails.removeTooMany(keeping: 0)
    XCTAssertEqual(kept(), [false, false, false])
  }
}

extension Pictures {
  fileprivate static func built(
    in folder: URL, photos: PictureDecoder? = nil, drawings: PictureDecoder? = nil,
    patient: PictureDecoder? = nil
  ) throws -> Pictures {
    Pictures(
      photos: try photos ?? .built(patience: 2), drawings: try drawings ?? .built(patience: 2),
      patient: try patient ?? .built(),
      thumbnails: Thumbnails(.own(["XDG_CACHE_HOME": folder.path])))
  }
}
