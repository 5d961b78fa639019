// SPDX-License-Identifier: Apache-2.0
// A product's pictures: stored once, unchanged, as long as anything needs them.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class PictureCommandTests: CatalogTestCase {
  func testAddMoveRemoveAndCaption() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let stream = store.changes()
    // By a file's contents, not by its name.
    let jpg = try file("a.png", Data([0xff, 0xd8, 0xff, 0xe0, 1]))
    let webp = try file("b", Data("RIFF".utf8) + Data(count: 4) + Data("WEBPVP8 ".utf8))
    let png = try file("c.jpeg", pngStart + Data([1]))
    var images = try await store.addPictures(from: [jpg, webp], to: rose.id)
    images += try await store.addPictures(from: [png], to: rose.id, at: 0)
    XCTAssertEqual(images.map(\.fileExtension), ["jpg", "webp", "png"])
    for (image, original) in zip(images, [jpg, webp, png]) {
      XCTAssertEqual(try Data(contentsOf: store.pictureFile(image)), try Data(contentsOf: original))
    }
    try await store.movePicture(images[0].id, to: 0)
    try await store.movePicture(images[0].id, to: -1)  // it is there already
    try await store.movePicture(images[1].id, to: 1)
    let saved = try await store.editCaption(of: images[0].id, from: "", to: "Front")
    guard case .saved(let captioned) = saved else { return XCTFail("\(saved)") }
    let conflict = try await store.editCaption(of: images[0].id, from: "", to: "Back")
    XCTAssertEqual(conflict, .conflict(current: captioned, base: nil))
    let missing = try await store.editCaption(of: UUID(), from: "", to: "Back")
    XCTAssertEqual(missing, .missing)
    let removed = try await store.removePicture(images[2].id)
    let again = try await store.removePicture(images[2].id)
    XCTAssertEqual([removed, again], [true, false])

    let product = try await store.product(rose.id)
    XCTAssertEqual(product?.pictures, [captioned, images[1]])
    XCTAssertEqual(product?.revision, 7)
    let cover = try await store.products(ProductQuery())[0].cover
    XCTAssertEqual(cover, captioned)
    let names = try await store.history().undoable.map(\.name)
    XCTAssertEqual(
      names,
      [
        "Remove Photo", "Edit Caption", "Move Photo", "Move Photo", "Add Photos", "Add Photos",
        "New Product",
      ])
    await store.close()
    var heard: [CatalogChange] = []
    for await change in stream { heard.append(change) }
    XCTAssertEqual(heard, Array(repeating: .products([rose.id: .changed(.pictures)]), count: 6))
  }

  func testAPictureIsTurnedInStepsOfUndoAndItsFileStays() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let source = try file("a", pngStart)
    let image = try await store.addPictures(from: [source], to: rose.id)[0]
    try await store.rotatePicture(image.id, by: .left)
    try await store.rotatePicture(image.id, by: .none)
    try await expectTurns([.left], of: rose.id, in: store)
    try await store.rotatePicture(image.id, by: .half)
    try await expectTurns([.right], of: rose.id, in: store)
    let cover = try await store.products(ProductQuery())[0].cover
    XCTAssertEqual(cover?.turn, .right)
    let copy = try await store.duplicate(rose.id, titled: ProductTitle("Copy"))
    try await expectTurns([.right], of: try XCTUnwrap(copy).id, in: store)
    try await store.undo()
    try await store.undo()
    try await expectTurns([.left], of: rose.id, in: store)
    try await store.undo()
    try await expectTurns([.none], of: rose.id, in: store)
    try await store.redo()
    try await store.redo()
    try await expectTurns([.right], of: rose.id, in: store)
    XCTAssertEqual(
      try Data(contentsOf: store.pictureFile(image)), try Data(contentsOf: source))
    let names = try await store.history().undoable.map(\.name)
    XCTAssertEqual(names, ["Rotate Photo", "Rotate Photo", "Add Photos", "New Product"])
    await assertThrows(.pictureMissing) { try await store.rotatePicture(UUID(), by: .left) }

    let export = directory.appendingPathComponent("export")
    _ = try await store.exportProducts(to: export)
    await store.close()
    let other = try await CatalogStore.open(in: directory.appendingPathComponent("other"))
    _ = try await other.importProducts(from: export.path)
    try await expectTurns([.right], of: rose.id, in: other)
    let lines = export.appendingPathComponent("products.jsonl")
    let text = try String(contentsOf: lines, encoding: .utf8)
    try text.replacingOccurrences(of: "\"turn\":90", with: "\"turn\":45")
      .write(to: lines, atomically: true, encoding: .utf8)
    await assertThrows({ try await other.importProducts(from: export.path, isUpdating: true) }) {
      $0.sentence.contains("must be 0, 90, 180 or 270")
    }
    await other.close()
  }

  func testAReplacedPictureKeepsItsCaptionAndPlace() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let images = try await store.addPictures(
      from: [file("a", pngStart), file("b", pngStart + Data([1])), file("c", pngStart)],
      to: rose.id)
    _ = try await store.editCaption(of: images[1].id, from: "", to: "Front")
    try await store.rotatePicture(images[1].id, by: .left)
    let before = try await store.product(rose.id)
    let new = GeneratedPictures.all[0].bytes
    let isReplaced = try await store.replacePicture(images[1].id, with: .bytes(new, name: "new"))
    XCTAssertTrue(isReplaced)
    let product = try await store.product(rose.id)
    XCTAssertEqual(product?.pictures.map(\.id), images.map(\.id))
    let replaced = try XCTUnwrap(product?.pictures[1])
    XCTAssertEqual(replaced.caption, "Front")
    XCTAssertEqual(replaced.turn, .none, "the new one is upright")
    XCTAssertEqual([UInt8](try Data(contentsOf: store.pictureFile(replaced))), new)
    let again = try await store.replacePicture(images[1].id, with: .bytes(new, name: "new"))
    XCTAssertFalse(again)
    for bad in [
      PictureSource.bytes(Array("text".utf8), name: "bad"),
      .bytes(Array(new.dropLast()), name: "bad"),
      .file(directory.appendingPathComponent("none")),
    ] {
      await assertThrows({ try await store.replacePicture(images[1].id, with: bad) }) {
        if case CatalogError.picture = $0 { true } else { false }
      }
    }
    await assertThrows(.pictureMissing) {
      try await store.replacePicture(UUID(), with: .bytes(new, name: "new"))
    }
    let names = try await store.history().undoable.map(\.name)
    XCTAssertEqual(names.prefix(2), ["Replace Photo", "Rotate Photo"])
    try await store.undo()
    let undone = try await store.product(rose.id)
    XCTAssertEqual(undone?.pictures, before?.pictures)
    XCTAssertTrue(
      FileManager.default.fileExists(
        atPath: store.pictureFile(try XCTUnwrap(undone?.pictures[1])).path))
    try await store.redo()
    let redone = try await store.product(rose.id)
    XCTAssertEqual(redone?.pictures, product?.pictures)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  /// With no room for undo, the file that was replaced is needed by nothing.
  func testTheFileOfAReplacedPictureGoesWithTheLastStepThatNeedsIt() async throws {
    let store = try CatalogStore(directory, historyLimit: 0)
    let rose = try await store.create(makeProduct("Rose"))
    let image = try await store.addPictures(from: [file("a", pngStart)], to: rose.id)[0]
    try await store.replacePicture(
      image.id, with: .bytes(GeneratedPictures.all[0].bytes, name: "new"))
    XCTAssertFalse(FileManager.default.fileExists(atPath: store.pictureFile(image).path))
    XCTAssertEqual(try pictures().count, 1)
    await store.close()
  }

  private func expectTurns(
    _ turns: [PictureRotation], of id: UUID, in store: CatalogStore, file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let product = try await store.product(id)
    XCTAssertEqual(product?.pictures.map(\.turn), turns, file: file, line: line)
  }

  func testWhatIsNoPictureIsRefused() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let good = try file("good", pngStart)
    let huge = try file("huge", pngStart)
    XCTAssertEqual(truncate(huge.path, Int(64 << 20) + 1), 0)
    let link = directory.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: good)
    for (bad, words) in [
      (try file("text", Data("II*\0".utf8)), "PNG, JPEG, WebP"), (huge, "larger than 64 MiB"),
      (link, "a regular file"), (directory, "a regular file"),
      (directory.appendingPathComponent("none"), "missing"),
    ] {
      await assertThrows({ try await store.addPictures(from: [good, bad], to: rose.id) }) {
        $0.sentence.contains(words)
      }
    }
    await assertThrows(.productMissing) { try await store.addPictures(from: [good], to: UUID()) }
    await assertThrows(.pictureMissing) { try await store.movePicture(UUID(), to: 0) }
    let product = try await store.product(rose.id)
    XCTAssertEqual(product?.pictures, [])
    XCTAssertEqual(try pictures(), [], "nothing is left lying about")
    await store.close()
  }

  func testAPictureStaysAsLongAsAnythingNeedsIt() async throws {
    // Only the last few steps are kept.
    let store = try CatalogStore(directory, historyLimit: 1500)
    let (rose, tulip) = (
      try await store.create(makeProduct("Rose")), try await store.create(makeProduct("Tulip"))
    )
    let png = try file("a", pngStart)
    let mine = try await store.addPictures(from: [png], to: rose.id)[0]
    let theirs = try await store.addPictures(from: [png], to: tulip.id)[0]
    XCTAssertEqual(mine.contentHash, theirs.contentHash)
    XCTAssertEqual(try pictures().count, 1, "one file for both")
    try await store.removePicture(mine.id)
    try await fillHistory(store)
    XCTAssertEqual(try pictures().count, 1, "the other product has it")
    try await store.delete([tulip.id])
    try await fillHistory(store)
    XCTAssertEqual(try pictures().count, 1, "it is in the trash")
    try await store.emptyTrash()
    XCTAssertEqual(try pictures().count, 1, "undo needs it")
    try await store.undo()
    try await store.undo()
    let back = try await store.product(tulip.id, includingTrash: true)
    XCTAssertEqual(back?.pictures, [theirs])
    try await store.emptyTrash()
    try await fillHistory(store)
    XCTAssertEqual(try pictures(), [], "nothing can bring it back")
    await store.close()
  }

  private func fillHistory(_ store: CatalogStore) async throws {
    let other = try await store.create(makeProduct("Other"))
    for stock in 1...20 {
      let change = ProductChange(stock: try Quantity(stock: stock))
      _ = try await store.edit([other.id], applying: [.set(change)])
    }
  }

  /// As a kill between the file and its row leaves it: the next change removes the file.
  func testAFileWithoutARowIsCollected() async throws {
    let place = directory.appendingPathComponent("alive")
    let copy = directory.appendingPathComponent("copy")
    let store = try await CatalogStore.open(in: place)
    let images = store.database.pictureFiles
    let staged = try await images.stage([file("a", pngStart)])
    try await store.database.underLock { connection in
      try images.putInPlace(staged, connection)
      let cp = try Process.run(
        URL(fileURLWithPath: "/bin/cp"), arguments: ["-a", place.path, copy.path])
      cp.waitUntilExit()
      return ((), [])
    }
    await store.close()
    XCTAssertEqual(try pictures(in: place), [], "what got no row goes at once")
    XCTAssertEqual(try pictures(in: copy).count, 1)
    let again = try await CatalogStore.open(in: copy)
    _ = try await again.create(makeProduct("Rose"))
    XCTAssertEqual(try pictures(in: copy), [])
    await again.close()
  }

  private func file(_ name: String, _ bytes: Data) throws -> URL {
    let file = directory.appendingPathComponent(name)
    try bytes.write(to: file)
    return file
  }

  /// The picture files in the catalogue's directory.
  private func pictures(in place: URL? = nil) throws -> [String] {
    let root = (place ?? directory).appendingPathComponent("images")
    let found = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
    return found.filter { name in
      var isDirectory: ObjCBool = false
      let path = root.appendingPathComponent(name).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
  }
}
