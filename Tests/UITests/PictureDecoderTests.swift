// SPDX-License-Identifier: Apache-2.0
// Pictures are decoded in a process of its own: whatever a picture does to that, the program gets an
// answer, and the next picture. Needs no display.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
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

  func testATurnComesAfterWhatTheCameraSays() async throws {
    let decoder = try PictureDecoder.built()
    for (orientation, turn, isUpright) in [
      (1, 0, false), (1, 90, true), (1, 180, false), (1, 270, true), (6, 0, true), (6, 90, false),
    ] {
      let file = try drawn(width: 600, height: 300, orientation: UInt8(orientation))
      let size = try await size(decoder.read(file, fitting: 100, turn: turn))
      XCTAssertEqual(
        size,
        isUpright
          ? Size(width: 50, height: 100, of: [300, 600])
          : Size(width: 100, height: 50, of: [600, 300]), "\(orientation), \(turn)")
    }
    // A drawing that is red on the left is red at the top after a turn to the right.
    let drawing = folder.appendingPathComponent("drawing")
    try Data(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="2" height="2">
      <rect width="1" height="2" fill="#f00"/><rect x="1" width="1" height="2" fill="#00f"/></svg>
      """.utf8
    ).write(to: drawing)
    let (red, blue): ([UInt8], [UInt8]) = ([255, 0, 0], [0, 0, 255])
    for (turn, expected) in [
      (0, [red, blue, red, blue]), (90, [red, red, blue, blue]),
      (180, [blue, red, blue, red]), (270, [blue, blue, red, red]),
    ] {
      let texture = try await decoder.read(drawing, fitting: 2, turn: turn)
      let pixels = await texture.pixelBytes
      XCTAssertEqual(pixels.map(colours), expected, "\(turn)")
    }
  }

  func testABarcodeIsFoundAndNothingElseIsOne() async throws {
    try XCTSkipUnless(PictureDecoding.readsBarcodes, "built without libzbar")
    let decoder = try PictureDecoder.built()
    let found = try await decoder.barcodes(in: drawBarcode("4006381333931", in: folder))
    XCTAssertEqual(found, ["4006381333931"])
    let wrong = try await decoder.barcodes(in: drawBarcode("4006381333930", in: folder))
    XCTAssertEqual(wrong, [])
    for file in try samplePictures(3) + [URL(fileURLWithPath: #filePath), folder] {
      let found = try await decoder.barcodes(in: file)
      XCTAssertEqual(found, [], file.lastPathComponent)
    }
    // The same process goes on decoding.
    _ = try await decoder.read(samplePictures(1)[0], fitting: 10)
  }

  private func colours(_ pixels: BusValue) -> [[UInt8]] {
    guard case .tuple(let parts) = pixels, case .bytes(let bytes)? = parts.last,
      case .integer(let row) = parts[2], case .integer(let channels) = parts[5]
    else { return [] }
    return [0, 1].flatMap { y in
      [0, 1].map { x in
        let place = y * Int(row) + x * Int(channels)
        return Array(bytes[place..<place + 3])
      }
    }
  }

  func testEveryFormatIsShownWhateverItsFileIsCalled() async throws {
    let decoder = try PictureDecoder.built()
    let file = folder.appendingPathComponent("photo.png")
    for (name, whole) in try formats() {
      try whole.write(to: file)
      let small = try await size(decoder.read(file, fitting: 15))
      let isDrawing = name.hasSuffix("svg")
      XCTAssertEqual(
        small, Size(width: 15, height: 10, of: isDrawing ? [2048, 1365] : [30, 20]), name)
    }
  }

  /// A drawing is as sharp as it is asked for, and no larger than that whatever it states.
  func testADrawingIsDrawnAtTheSizeThatIsShown() async throws {
    let decoder = try PictureDecoder.built()
    let file = folder.appendingPathComponent("drawing")
    for side in ["8", "99999999", "3e9", "100%"] {
      try Data(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(side)" height="\(side)" viewBox="0 0 9 9">
        <rect width="9" height="9"/></svg>
        """.utf8
      ).write(to: file)
      guard let drawing = try? await size(decoder.read(file, fitting: 500)) else {
        XCTAssertEqual(side, "3e9", "can't be drawn")
        continue
      }
      XCTAssertEqual(drawing, Size(width: 500, height: 500, of: [2048, 2048]), side)
    }
  }

  /// What a drawing refers to is not read: a file beside it, one anywhere, nor the network.
  func testADrawingReadsNoOtherFile() async throws {
    let decoder = try PictureDecoder.built()
    let red = try drawn(width: 60, height: 30)
    let blank = folder.appendingPathComponent("blank.svg")
    let empty = #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>"#
    try Data(empty.utf8).write(to: blank)
    let nothing = try await decoder.read(blank, fitting: 9)
    let pixels = await nothing.pixelBytes
    for address in [red.path, red.lastPathComponent, red.absoluteString, "http://127.0.0.1:9/x"] {
      let file = folder.appendingPathComponent("drawing.svg")
      let text = empty.replacingOccurrences(
        of: "></svg>",
        with:
          #" xmlns:xlink="http://www.w3.org/1999/xlink"><image width="9" height="9" xlink:href=""#
          + address + #""/></svg>"#)
      try Data(text.utf8).write(to: file)
      let drawing = try await decoder.read(file, fitting: 9)
      let shown = await drawing.pixelBytes
      XCTAssertEqual(shown, pixels, address)
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
    XCTAssertEqual(missing, .missing)
    let directory = await failure(decoder, folder)
    XCTAssertEqual(directory, .notAPicture)
  }

  func testADecoderThatEndsHangsOrTalksNonsenseIsReplaced() async throws {
    let file = try drawn(width: 60, height: 30)
    let commands: [(String, PictureDecoder.Failure)] = [
      ("exit", .decoderEnded), ("cat", .tookTooLong), ("exec sleep 1000", .tookTooLong),
      ("head -c 99 /dev/zero", .decoderEnded),
      ("printf '\\0\\0\\0\\0\\377\\377\\377\\177%0999d' 7", .decoderEnded),
    ]
    for (command, expected) in commands {
      let decoder = try PictureDecoder.built(["/bin/sh", "-c", command], patience: 0.5)
      for _ in 0..<2 {
        let failure = await failure(decoder, file)
        XCTAssertEqual(failure, expected, command)
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
      command: [try Home.built("vitrine"), PictureDecoder.option], .stored, rest: 0.1)
    _ = try await decoder.read(drawn(width: 60, height: 30), fitting: 40)
    try eventually("the process has ended") { decoders().isEmpty }
    withExtendedLifetime(decoder) {}
  }

  func testThumbnailsComeTogetherAndAPictureWithoutOneAlone() async throws {
    let decoder = try PictureDecoder.built()
    let wanted = try (0..<4).map { number in
      PictureDecoder.Wanted(
        try drawn(width: 600, height: 300), fitting: 100,
        thumbnail: folder.appendingPathComponent("thumbnail\(number)"))
    }
    // Nobody waits for the others until a whole picture is decoded.
    for one in [0, 1, 3] {
      let alone = await decoder.readFirst(of: Array(wanted[one...]))
      XCTAssertEqual(alone.count, 1)
    }
    let together = await decoder.readFirst(of: wanted)
    XCTAssertEqual(together.count, 2, "the third has none")
    for one in together {
      let found = try await size(one.get())
      XCTAssertEqual(found, Size(width: 100, height: 50, of: nil))
    }
    _ = await decoder.readFirst(of: [wanted[2]])
    let all = await decoder.readFirst(of: wanted)
    XCTAssertEqual(all.count, 4)
    let none = PictureDecoder.Wanted(URL(fileURLWithPath: #filePath), fitting: 100)
    let refused = await decoder.readFirst(of: [none, wanted[0]])
    XCTAssertEqual(refused.count, 1)
    XCTAssertThrowsError(try refused[0].get())
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
    let attributes = try FileManager.default.attributesOfItem(atPath: thumbnail.path)
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
    // Whatever else can be shown is no thumbnail.
    try Data(
      contentsOf: sampleFiles.appendingPathComponent(
        """
        ../../Tests/Fixtures/Pictures/moving.gif
        """
      ).standardizedFileURL
    ).write(to: thumbnail)
    let insteadOfAnother = try await size(decoder.read(picture, fitting: 100, thumbnail: thumbnail))
    XCTAssertEqual(insteadOfAnother, first)
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
    let whole =
      [try Data(contentsOf: drawn(width: 300, height: 200, orientation: 6))] + pictures
      + (try formats().map(\.1))
    let file = folder.appendingPathComponent("damaged")
    for round in FuzzRounds("pictures", most: rounds(120, withFaults: 120, withAll: 20_000)) {
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

  /// Whatever a drawing says, there is an answer, in time.
  func testStrangeDrawingsAtRandom() async throws {
    let decoder = try PictureDecoder.built(patience: 2)
    var random = SystemRandomNumberGenerator()
    let file = folder.appendingPathComponent("strange.svg")
    for _ in FuzzRounds("drawings", most: rounds(60, withFaults: 60, withAll: 20_000)) {
      var text =
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>"
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        var piece = Self.elements.randomElement(using: &random) ?? ""
        for number in ["1", "9"] where Bool.random(using: &random) {
          let other = Self.numbers.randomElement(using: &random) ?? "0"
          piece = piece.replacingOccurrences(of: number, with: other)
        }
        text += piece
      }
      try Data((text + "</svg>").utf8).write(to: file)
      do { _ = try await decoder.read(file, fitting: 100) } catch is PictureDecoder.Failure {}
    }
    _ = try await decoder.read(drawn(width: 60, height: 30), fitting: 40)
  }

  private static let numbers = [
    "0", "-1", "1e9", "1e-9", "1e309", "nan", "100%", "99999999999", "", "1 1 1", "0x7f",
  ]

  private static let elements = [
    "<rect width='1' height='9' fill='#f00' transform='scale(9)'/>", "<g id='a'>", "</g>",
    "<use xlink:href='#a' x='1'/>", "<symbol id='a'><use xlink:href='#a'/></symbol>",
    "<filter id='f'><feGaussianBlur stdDeviation='9'/><feTurbulence numOctaves='1'/></filter>",
    "<rect filter='url(#f)' width='9' height='9'/>", "<text font-size='9' y='9'>x سلام</text>",
    "<path d='M1 1 L9 9 A1 9 1 1 1 9 9 Z' stroke='#000' stroke-width='9'/>",
    "<pattern id='p' width='1' height='9'><rect fill='url(#p)' width='9' height='9'/></pattern>",
    "<rect fill='url(#p)' width='9' height='9'/>", "<mask id='m'><rect mask='url(#m)'/></mask>",
    "<image width='9' height='9' xlink:href='data:image/png;base64,iVBORw0KGgo='/>",
    "<linearGradient id='l' xlink:href='#l'><stop offset='1'/></linearGradient>",
    "<style>rect{fill:url(#l);stroke-dasharray:1,9}</style>", "<!--", "-->", "&#0;", "&#x1F600;",
    "<marker id='k' markerWidth='9'><path d='M1 1' marker-end='url(#k)'/></marker>", "<svg>", "\0",
    "<filter id='f' width='999999%' height='999999%'><feMorphology radius='9' operator='dilate'/></filter>",
    "<filter id='f'><feConvolveMatrix order='9 9' kernelMatrix='1 9'/><feTile/><feImage xlink:href='#f'/></filter>",
    "<g id='a'><use xlink:href='#b'/><use xlink:href='#b'/></g><g id='b'><use xlink:href='#a'/><use xlink:href='#c'/></g>",
    "<svg width='1' height='9' viewBox='0 0 1 9' preserveAspectRatio='xMidYMid slice'>", "</svg>",
    "<textPath xlink:href='#a'>9</textPath>", "<switch><g systemLanguage='de'/></switch>",
    "<!DOCTYPE svg [<!ENTITY x '&y;&y;'><!ENTITY y '&x;'>]>", "&x;", "<![CDATA[", "]]>",
    "<foreignObject width='9' height='9'/>", "<clipPath id='c'><text>9</text></clipPath>",
  ]

  /// The formats that this computer has a decoder for.
  private func formats() throws -> [(String, Data)] {
    try ["moving.gif", "drawing.svg", "small.avif", "tiled.heic"].compactMap { name in
      let file = sampleFiles.appendingPathComponent("../../Tests/Fixtures/Pictures/\(name)")
        .standardizedFileURL
      let data = try Data(contentsOf: file)
      let format = try XCTUnwrap(PictureFormat(magicOf: data))
      return PictureFormat.shownHere.contains(format) ? (name, data) : nil
    }
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

extension Texture {
  /// As they would be painted.
  @MainActor
  fileprivate var pixelBytes: BusValue? { busValue }
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

/// The decoders that a process has started.
func decoders(of process: pid_t = getpid()) -> [pid_t] {
  let tasks =
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
  let children = tasks.flatMap { task in
    ((try? String(
      contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)) ?? "")
      .split(separator: " ").compactMap { pid_t($0) }
  }
  return children.filter { commandLine(of: $0).contains(PictureDecoder.option) }
}

/// Empty if it has ended.
func commandLine(of process: pid_t) -> String {
  (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
}
