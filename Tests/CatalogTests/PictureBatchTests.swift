// SPDX-License-Identifier: Apache-2.0
// Pictures that are added together: those that can be used are one step of undo, and each of the others
// is named with its reason.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class PictureBatchTests: CatalogTestCase {
  private let png = GeneratedPictures.all[0].bytes
  private let otherPNG = GeneratedPictures.all[1].bytes

  func testTheGoodAreAddedAsOneStepAndTheOthersAreNamed() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let first = try await store.addPictures(from: [file("first", png)], to: rose.id)
    let jpeg = try Self.jpeg()
    let bad = try badFiles()
    let sources =
      [PictureSource.file(try file("a.txt", png))] + bad.map { .file($0.file) }
      + [.file(try file("b", jpeg)), .bytes(otherPNG, name: "Pasted")]
    let seen = Progress()
    let added = try await store.addUsablePictures(sources, to: rose.id) { seen.note($0) }

    XCTAssertEqual(added.pictures.map(\.fileExtension), ["png", "jpg", "png"])
    XCTAssertEqual(added.refused.count, bad.count)
    for (refused, bad) in zip(added.refused, bad) {
      XCTAssertTrue(
        refused.sentence.contains(bad.words) && refused.sentence.contains(refused.name),
        "\(bad.file): \(refused.sentence)")
      XCTAssertTrue(refused.sentence.hasSuffix("."))
    }
    XCTAssertEqual(seen.numbers, Array(1...sources.count))
    let all = first + added.pictures
    try await expect(all, of: rose.id, in: store)
    let bytes = try all.map { [UInt8](try Data(contentsOf: store.pictureFile($0))) }
    XCTAssertEqual(bytes, [png, png, jpeg, otherPNG], "unchanged")

    try await store.undo()
    try await expect(first, of: rose.id, in: store)
    try await store.redo()
    try await expect(all, of: rose.id, in: store)
    await store.close()
    let again = try await CatalogStore.open(in: directory)
    try await expect(all, of: rose.id, in: again)
    try await again.undo()
    try await expect(first, of: rose.id, in: again)
    let problems = try await again.check()
    XCTAssertEqual(problems, [])
    await again.close()
  }

  func testTheyBecomeProductsAsOneStepWithTheCodesThatAreSure() async throws {
    let store = try await CatalogStore.open(in: directory)
    let jpeg = try Self.jpeg()
    let (code, otherCode) = (try GTIN("4006381333931"), try GTIN("96385074"))
    let bad = PictureSource.bytes(Array("text".utf8), name: "notes.txt")
    let new = [
      NewProduct(pictures: [.bytes(png, name: "1")]), NewProduct(pictures: [bad]),
      NewProduct(pictures: [.bytes(otherPNG, name: "2"), bad, .bytes(jpeg, name: "3")]),
    ]
    // On one a code, on another one two.
    let codes: @Sendable (URL) async -> Set<GTIN> = { [png, otherPNG] file in
      let bytes = FileManager.default.contents(atPath: file.path).map { [UInt8]($0) }
      if bytes == png { return [code] }
      return bytes == otherPNG ? [code, otherCode] : []
    }
    let seen = Progress()
    let added = try await store.createProducts(
      new, titled: ProductTitle("Untitled"), codes: codes
    ) { seen.note($0) }
    XCTAssertEqual(added.products, [new[0].id, new[2].id])
    XCTAssertEqual(added.refused.map(\.name), ["notes.txt", "notes.txt"])
    XCTAssertEqual(seen.numbers, [1, 2, 3, 4, 5])
    for (id, pictures, found) in [(new[0].id, 1, code), (new[2].id, 2, nil)] {
      let product = try await store.product(id)
      XCTAssertEqual(product?.title.text, "Untitled")
      XCTAssertEqual(product?.pictures.count, pictures)
      XCTAssertEqual(product?.gtin, found)
    }
    let history = try await store.history().undoable.map(\.name)
    XCTAssertEqual(history, ["2 New Products"])
    try await store.undo()
    var count = try await store.productCount()
    XCTAssertEqual(count, 0)
    try await store.redo()
    count = try await store.productCount()
    XCTAssertEqual(count, 2)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testTheyGoToAPlaceInTheirOrder() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let old = try await store.addPictures(from: [file("a", png), file("b", png)], to: rose.id)
    let sources = [PictureSource.bytes(otherPNG, name: "1"), .bytes(try Self.jpeg(), name: "2")]
    let new = try await store.addUsablePictures(sources, to: rose.id, at: 1).pictures
    try await expect([old[0]] + new + [old[1]], of: rose.id, in: store)
    await store.close()
  }

  func testIfNoneCanBeUsedNothingIsDone() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let sources = try badFiles().map { PictureSource.file($0.file) }
    let added = try await store.addUsablePictures(sources, to: rose.id)
    XCTAssertEqual(added.pictures, [])
    XCTAssertEqual(added.refused.count, sources.count)
    let names = try await store.history().undoable.map(\.name)
    XCTAssertEqual(names, ["New Product"])
    XCTAssertEqual(files(), [])
    await assertThrows(.productMissing) { [png] in
      try await store.addUsablePictures([.bytes(png, name: "a")], to: UUID())
    }
    XCTAssertEqual(files(), [], "nothing is left lying about")
    await store.close()
  }

  func testCancelledNothingIsAdded() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let sources = (0..<40).map {
      PictureSource.bytes(GeneratedPictures.all[$0].bytes, name: "\($0)")
    }
    let task = Held()
    task.work = Task {
      try await store.addUsablePictures(sources, to: rose.id) { if $0 == 7 { task.work?.cancel() } }
    }
    do {
      let added = try await task.work?.value
      XCTFail("\(String(describing: added))")
    } catch { XCTAssertTrue(error is CancellationError, "\(error)") }
    try await expect([], of: rose.id, in: store)
    XCTAssertEqual(files(), [])
    await store.close()
  }

  func testOneTheDiskHasNoRoomForIsNamed() async throws {
    signal(SIGXFSZ, SIG_IGN)
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let staging = store.database.pictureFiles
    let large = try Self.jpeg() + [UInt8](repeating: 0, count: 3 << 20)
    let result = await limitingFiles(to: 2 << 20) {
      try await staging.stage(.bytes(large, name: "Large"))
    }
    guard case .failure(let error) = result else { return XCTFail("there was room") }
    XCTAssertEqual(error as? CatalogError, .picture(file: "Large", problem: .noRoom))
    let added = await limitingFiles(to: 2 << 20) { [png] in
      try await store.addUsablePictures(
        [.bytes(large, name: "Large"), .bytes(png, name: "Small")], to: rose.id)
    }
    XCTAssertEqual(try added.get().pictures.count, 1)
    XCTAssertEqual(try added.get().refused.map(\.name), ["Large"])
    await store.close()
  }

  // MARK: Completeness

  func testWhatIsCutShortIsNotedWhereverItIsCut() throws {
    let webp = [UInt8](
      try XCTUnwrap(
        Data(
          base64Encoded: "UklGRlQAAABXRUJQVlA4IEgAAAAwAwCdASoGAAYAAgA0JagCdLcAlgH8AwgD9APf/A9E"
            + "ArXgAP73nEpAeVM/+euOGOKv7kYY4q/99pf69v/gm/QruYB7V5jaAAA=")))
    for bytes in [try Self.jpeg(), webp, png] {
      let whole = try Picture(checking: bytes, name: "whole")
      XCTAssertTrue(whole.isComplete, "\(whole.format)")
      for count in stride(from: 12, to: bytes.count, by: max(1, bytes.count / 60)) {
        let part = try Picture(checking: Array(bytes.prefix(count)), name: "part")
        XCTAssertFalse(part.isComplete, "\(part.format), \(count) of \(bytes.count)")
      }
      let last = try Picture(checking: Array(bytes.dropLast()), name: "part")
      XCTAssertFalse(last.isComplete, "\(last.format) without its last byte")
    }
    // Cameras write more after the end.
    XCTAssertTrue(try Picture(checking: Self.jpeg() + [1, 2, 3], name: "more").isComplete)
  }

  func testADamagedByteOfAPNGIsNoted() throws {
    for place in stride(from: 29, to: png.count - 20, by: 2003) {
      var bytes = png
      bytes[place] ^= 0x10
      XCTAssertFalse(try Picture(checking: bytes, name: "damaged").isComplete, "\(place)")
    }
  }

  /// The pictures that come with the program, and all that it draws.
  func testRealPicturesAreComplete() throws {
    for picture in GeneratedPictures.all { XCTAssertTrue(picture.isComplete) }
    let samples = repository.appendingPathComponent("data/sample")
    let names = try FileManager.default.contentsOfDirectory(atPath: samples.path)
      .filter { !$0.hasSuffix(".json") && !$0.hasSuffix(".jsonl") }
    XCTAssertGreaterThan(names.count, 5)
    for name in names {
      guard let picture = try? Picture(samples.appendingPathComponent(name).path) else { continue }
      XCTAssertTrue(picture.isComplete, name)
    }
  }

  // MARK: A copy

  func testACopyIsSavedOverWhatWasThere() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let picture = try await store.addPictures(from: [file("a", png)], to: rose.id)[0]
    let copy = try file("copy.png", [1])
    try await store.saveCopy(of: picture, to: copy)
    XCTAssertEqual([UInt8](try Data(contentsOf: copy)), png)
    let nowhere = directory.appendingPathComponent("none/copy.png")
    await assertThrows({ try await store.saveCopy(of: picture, to: nowhere) }) {
      if case CatalogError.noSuchFile = $0 { true } else { false }
    }
    await store.close()
  }

  // MARK: What the tests share

  private static func jpeg() throws -> [UInt8] {
    let text =
      "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywt"
      + "QFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09P"
      + "T09PT09PT09PT09PT09PT09PT0//wAARCAAGAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAXEAEA"
      + "AwAAAAAAAAAAAAAAAAAAAhRh/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAZEQACAwEAAAAAAAAAAAAAAAAAAQQVUlP/"
      + "2gAMAwEAAhEDEQA/AI27PQFhWROaE2MrbP/Z"
    return [UInt8](try XCTUnwrap(Data(base64Encoded: text)))
  }

  private func badFiles() throws -> [(file: URL, words: String)] {
    let pipe = directory.appendingPathComponent("pipe.png")
    XCTAssertEqual(mkfifo(pipe.path, 0o600), 0)
    let link = directory.appendingPathComponent("link.png")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: file("behind the link", png))
    let huge = try file("huge.png", png)
    XCTAssertEqual(truncate(huge.path, Int(64 << 20) + 1), 0)
    var bomb = png
    bomb.replaceSubrange(16..<24, with: [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20])
    return [
      (try file("cut short.png", Array(png.prefix(9000))), "only a part"),
      (try file("cut short.jpg", Self.jpeg().dropLast()), "only a part"),
      (try file("text.png", Array("Not a picture".utf8)), "PNG, JPEG, WebP"),
      (try file("empty.jpg", []), "PNG, JPEG, WebP"),
      (try file("bomb.png", bomb), "megapixels"),
      (huge, "larger than 64 MiB"), (pipe, "regular file"), (link, "regular file"),
      (directory.appendingPathComponent("."), "regular file"),
      (URL(fileURLWithPath: "/dev/zero"), "regular file"),
      (directory.appendingPathComponent("none.png"), "missing"),
      (try XCTUnwrap(URL(string: "https://example.org/rose.png")), "save it here first"),
    ]
  }

  private func expect(
    _ pictures: [ProductPicture], of id: UUID, in store: CatalogStore,
    file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let product = try await store.product(id)
    XCTAssertEqual(product?.pictures, pictures, file: file, line: line)
  }

  private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> URL {
    let file = directory.appendingPathComponent(name)
    if !FileManager.default.fileExists(atPath: file.path) || name == "copy.png" {
      try Data(bytes).write(to: file)
    }
    return file
  }

  /// The names of the files below `images`.
  private func files() -> [String] {
    let root = directory.appendingPathComponent("images")
    return (FileManager.default.subpaths(atPath: root.path) ?? [])
      .map { ($0 as NSString).lastPathComponent }.filter { $0.count > 2 }
  }

  private final class Progress: @unchecked Sendable {
    private(set) var numbers: [Int] = []
    func note(_ number: Int) { numbers.append(number) }
  }

  private final class Held: @unchecked Sendable {
    var work: Task<AddedPictures, any Error>?
  }
}
