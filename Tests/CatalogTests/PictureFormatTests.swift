// SPDX-License-Identifier: Apache-2.0
// The formats that say less about themselves than PNG and JPEG do: told apart by content, measured,
// and refused if they are cut short, whatever they are called.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class PictureFormatTests: CatalogTestCase {
  private static let files = [
    ("moving.gif", PictureFormat.gif), ("small.avif", .avif), ("tiled.heic", .heic),
    ("drawing.svg", .svg),
  ]

  func testEachIsToldByItsContentAndMeasured() throws {
    for (name, format) in Self.files {
      let picture = try Picture(checking: bytes(name), name: "photo.png")
      XCTAssertEqual(picture.format, format)
      XCTAssertTrue(picture.isComplete, name)
    }
    let sizes = try Self.files.map { PictureSize(of: try bytes($0.0), format: $0.1) }
    XCTAssertEqual(
      sizes.map { $0?.width }, [30, 30, 64, 2048], "of the HEIC a tile is the largest")
    XCTAssertEqual(sizes.map { $0?.height }, [20, 20, 64, 2048])
  }

  func testWhatIsCutShortIsNotedWhereverItIsCut() throws {
    for (name, format) in Self.files {
      let whole = try bytes(name)
      for count in 0..<whole.count {
        guard let part = try? Picture(checking: Array(whole.prefix(count)), name: name) else {
          continue
        }
        XCTAssertEqual(part.format, format)
        // A comment after a drawing is no part of it.
        let isEnd = format == .svg && Data(whole[..<count]).range(of: Data("</svg>".utf8)) != nil
        if !isEnd { XCTAssertFalse(part.isComplete, "\(name), \(count) of \(whole.count)") }
      }
    }
  }

  /// Whatever is changed in one, looking at it comes to an end without a trap.
  func testDamagedOnesAtRandom() throws {
    var random = SystemRandomNumberGenerator()
    for (name, _) in Self.files {
      let whole = try bytes(name)
      for _ in 0..<500 {
        var damaged = whole
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          damaged[Int.random(in: 0..<damaged.count, using: &random)] =
            [
              0, 1, 0x7f, 0x80, 0xff, .random(in: .min ... .max),
            ].randomElement(using: &random) ?? 0
        }
        _ = try? Picture(checking: damaged, name: name).isComplete
      }
    }
  }

  func testGiantsAreRefused() throws {
    var gif = try bytes("moving.gif")
    gif.replaceSubrange(6..<10, with: [0xff, 0xff, 0xff, 0xff])
    var avif = try bytes("small.avif")
    let size = try XCTUnwrap(Data(avif).range(of: Data("ispe".utf8)))
    avif.replaceSubrange(
      size.upperBound + 4..<size.upperBound + 12, with: [0, 1, 0, 0, 0, 1, 0, 0])
    for bytes in [gif, avif] {
      XCTAssertThrowsError(try Picture(checking: bytes, name: "giant")) {
        XCTAssertTrue(($0 as? CatalogError)?.sentence.contains("64 megapixels") == true, "\($0)")
      }
    }
    // A drawing may be stated to be of any size: it is drawn at ours.
    let mile = Array(#"<svg width="99999999" height="99999999"></svg>"#.utf8)
    XCTAssertTrue(try Picture(checking: mile, name: "mile").isComplete)
  }

  func testWhatOnlyLooksLikeOneIsNone() {
    let others = [
      "<html><svg></svg></html>", "<?xml version='1.0'?><svgx/>", "<!-- <svg> -->", "<!-- <svg>",
      "<!DOCTYPE svg", "<svg", "GIF88a",
      "\u{0}\u{0}\u{0}\u{1c}ftypmp42\u{0}\u{0}\u{0}\u{0}isommp42",
      "\u{0}\u{0}\u{0}\u{c}ftypavif", "\u{0}\u{0}\u{0}\u{8}ftyp",
    ]
    XCTAssertEqual(
      others.map { PictureFormat(magicOf: Array($0.utf8)) },
      [nil, nil, nil, nil, nil, .svg, nil, nil, .avif, nil])
    let prefixed = "\u{feff} <?xml?>\n<!DOCTYPE svg [<!ENTITY a '<b>'> ] ><s:svg xmlns:s='x'/>"
    XCTAssertEqual(PictureFormat(magicOf: Array(prefixed.utf8)), .svg)
  }

  func testTheyAreStoredUnchangedExportedImportedAndUndone() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("shop"))
    let rose = try await store.create(makeProduct("Rose"))
    let sources = Self.files.map { PictureSource.file(fixture($0.0)) }
    let added = try await store.addUsablePictures(sources, to: rose.id)
    XCTAssertEqual(added.refused, [])
    XCTAssertEqual(added.pictures.map(\.format), Self.files.map(\.1))
    for (picture, file) in zip(added.pictures, Self.files) {
      XCTAssertEqual([UInt8](try Data(contentsOf: store.pictureFile(picture))), try bytes(file.0))
    }
    try await store.undo()
    try await store.redo()
    let export = directory.appendingPathComponent("export")
    _ = try await store.exportProducts(to: export)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
    let other = try await CatalogStore.open(in: directory.appendingPathComponent("other"))
    _ = try await other.importProducts(from: export.path)
    let product = try await other.product(rose.id)
    XCTAssertEqual(product?.pictures, added.pictures)
    await other.close()
  }

  func testOfAFormatThatThisComputerCannotShowOneIsRefusedWithWhatIsMissing() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let added = try await store.addUsablePictures(
      Self.files.map { .file(fixture($0.0)) }, of: [.png, .gif], to: rose.id)
    XCTAssertEqual(added.pictures.map(\.format), [.gif])
    XCTAssertEqual(added.refused.map(\.name), ["small.avif", "tiled.heic", "drawing.svg"])
    for (refused, word) in zip(
      added.refused, ["libavif-gdk-pixbuf", "heif-gdk-pixbuf", "librsvg2-common"])
    {
      XCTAssertTrue(refused.sentence.contains(word), refused.sentence)
    }
    await store.close()
  }

  private func fixture(_ name: String) -> URL {
    repository.appendingPathComponent("Tests/Fixtures/Pictures/\(name)")
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: fixture(name)))
  }
}
