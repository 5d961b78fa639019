// Pictures are decoded in a process of its own: whatever a picture does to that, the program gets an
// answer, and the next picture. Needs no display.

import Foundation
import XCTest

@testable import Gtk
@testable import Vitrine

final class PictureDecoderTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/nowhere")

  override func setUp() async throws {
    folder = try makeFolder(named: "decoder")
  }

  override func tearDown() async throws {
    try? FileManager.default.removeItem(at: folder)
  }

  func testAPictureIsScaledDownAndKeepsItsShape() async throws {
    let decoder = try PictureDecoder.built()
    let file = try drawn(width: 600, height: 300)
    let small = try await size(decoder.read(file, fitting: 100))
    XCTAssertEqual(small, Size(width: 100, height: 50, of: [600, 300]))
    let whole = try await size(decoder.read(file, fitting: .max))
    XCTAssertEqual(whole, Size(width: 600, height: 300, of: [600, 300]))
  }

  func testAPictureThatWasTakenUprightIsShownUpright() async throws {
    let decoder = try PictureDecoder.built()
    for (orientation, isOnItsSide) in [(1, false), (3, false), (6, true), (8, true)] {
      let file = try drawn(width: 600, height: 300, orientation: UInt8(orientation))
      let size = try await size(decoder.read(file, fitting: 100))
      XCTAssertEqual(
        size,
        isOnItsSide
          ? Size(width: 50, height: 100, of: [300, 600])
          : Size(width: 100, height: 50, of: [600, 300]), "\(orientation)")
    }
  }

  func testWhatIsNoPictureIsRefused() async throws {
    let decoder = try PictureDecoder.built()
    let picture = try Data(contentsOf: drawn(width: 60, height: 30))
    // The beginning of a PNG, which claims 100,000 × 100,000 pixels.
    let bomb = Data(
      [
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 1,
        0x86, 0xa0, 0, 1, 0x86, 0xa0, 8, 2, 0, 0, 0, 0x27, 0x30, 0x9c, 0x9f,
      ] + [0, 0, 1, 0] + Array("IDAT".utf8) + Array(repeating: 0, count: 256))
    let cases: [(Data, PictureDecoder.Failure)] = [
      (Data("a text".utf8), .notAPicture), (Data(), .notAPicture),
      (picture.prefix(100), .undecodable), (bomb, .tooLarge),
    ]
    for (number, (data, expected)) in cases.enumerated() {
      let file = folder.appendingPathComponent("\(number)")
      try data.write(to: file)
      let failure = await failure(decoder, file)
      XCTAssertEqual(failure, expected, "\(number)")
    }
    let missing = await failure(decoder, folder.appendingPathComponent("missing"))
    XCTAssertEqual(missing, .notAPicture)
    let directory = await failure(decoder, folder)
    XCTAssertEqual(directory, .notAPicture)
  }

  func testADecoderThatEndsHangsOrTalksNonsenseIsReplaced() async throws {
    let file = try drawn(width: 60, height: 30)
    let commands = [
      ["/bin/false"], ["/bin/cat"], ["/bin/sleep", "1000"],
      ["/bin/sh", "-c", "head -c 99 /dev/zero"],
      ["/bin/sh", "-c", "printf '\\0\\0\\0\\0\\377\\377\\377\\177%0999d' 7"],
    ]
    for command in commands {
      let decoder = try PictureDecoder.built(command, patience: 0.5)
      for _ in 0..<2 {
        let failure = await failure(decoder, file)
        XCTAssertEqual(failure, .undecodable, "\(command)")
      }
    }
    let none = try PictureDecoder.built(["/nowhere/decoder"])
    let failure = await failure(none, file)
    XCTAssertEqual(failure, .noDecoder)
  }

  func testADecoderThatIsKilledBetweenTwoPicturesCostsNone() async throws {
    let decoder = try PictureDecoder.built()
    let file = try drawn(width: 60, height: 30)
    for _ in 0..<5 {
      _ = try await decoder.read(file, fitting: 40)
      let running = decoders()
      XCTAssertEqual(running.count, 1)
      for pid in running { kill(pid, SIGKILL) }
    }
    withExtendedLifetime(decoder) {}
  }

  func testADecoderLeavesWhenNothingIsAskedFor() async throws {
    let decoder = PictureDecoder(
      command: [try Home.built("vitrine"), PictureDecoder.option], rest: 0.1)
    _ = try await decoder.read(drawn(width: 60, height: 30), fitting: 40)
    try eventually("the process has ended") { decoders().isEmpty }
    withExtendedLifetime(decoder) {}
  }

  func testAThumbnailIsMadeUsedAndDoneWithout() async throws {
    let decoder = try PictureDecoder.built()
    let picture = try drawn(width: 600, height: 300)
    let thumbnail = folder.appendingPathComponent("new/folder/thumbnail")
    let first = try await size(decoder.read(picture, fitting: 100, thumbnail: thumbnail))
    XCTAssertEqual(first.picture, [600, 300])
    XCTAssertTrue(FileManager.default.fileExists(atPath: thumbnail.path))
    let again = try await size(decoder.read(picture, fitting: 100, thumbnail: thumbnail))
    XCTAssertEqual(again, Size(width: 100, height: 50, of: nil), "the picture was decoded again")
    try Data("damaged".utf8).write(to: thumbnail)
    let afterDamage = try await size(decoder.read(picture, fitting: 100, thumbnail: thumbnail))
    XCTAssertEqual(afterDamage, first)
    let repaired = try await size(decoder.read(picture, fitting: 100, thumbnail: thumbnail))
    XCTAssertEqual(repaired, again)
    // A directory can't be written in, even by root.
    let nowhere = URL(fileURLWithPath: "/proc/thumbnail")
    let without = try await size(decoder.read(picture, fitting: 100, thumbnail: nowhere))
    XCTAssertEqual(without, first)
    // A picture that is hardly larger needs none.
    let unneeded = folder.appendingPathComponent("unneeded")
    _ = try await decoder.read(picture, fitting: 500, thumbnail: unneeded)
    XCTAssertFalse(FileManager.default.fileExists(atPath: unneeded.path))
  }

  /// Whatever is changed in a picture, there is an answer.
  func testDamagedPicturesAtRandom() async throws {
    let decoder = try PictureDecoder.built()
    var random = SystemRandomNumberGenerator()
    let pictures = try samplePictures(3).map { try Data(contentsOf: $0) }
    let whole = [try Data(contentsOf: drawn(width: 300, height: 200, orientation: 6))] + pictures
    let file = folder.appendingPathComponent("damaged")
    for round in 0..<60 {
      var data = whole[round % whole.count]
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        data[Int.random(in: 0..<data.count, using: &random)] = .random(in: .min ... .max)
      }
      if round % 3 == 0 { data = data.prefix(Int.random(in: 0..<data.count, using: &random)) }
      try data.write(to: file)
      do { _ = try await decoder.read(file, fitting: 200) } catch is PictureDecoder.Failure {}
    }
    _ = try await decoder.read(drawn(width: 60, height: 30), fitting: 40)
  }

  private func drawn(width: Int32, height: Int32, orientation: UInt8 = 1) throws -> URL {
    try drawPicture(width: width, height: height, orientation: orientation, in: folder)
  }
}

private struct Size: Equatable {
  let width, height: Int
  let picture: [Int]?

  init(width: Int, height: Int, of picture: [Int]?) {
    (self.width, self.height, self.picture) = (width, height, picture)
  }
}

@MainActor
private func size(_ texture: Texture) -> Size {
  Size(
    width: texture.size.width, height: texture.size.height,
    of: texture.pictureSize.map { [$0.width, $0.height] })
}

private func failure(_ decoder: PictureDecoder, _ file: URL) async -> PictureDecoder.Failure? {
  do {
    _ = try await decoder.read(file, fitting: 100)
    return nil
  } catch { return error as? PictureDecoder.Failure }
}

/// The decoders that this process has started.
private func decoders() -> [pid_t] {
  let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
  let children = tasks.flatMap { task in
    ((try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? "")
      .split(separator: " ").compactMap { pid_t($0) }
  }
  return children.filter { child in
    (try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8))?
      .contains(PictureDecoder.option) == true
  }
}
