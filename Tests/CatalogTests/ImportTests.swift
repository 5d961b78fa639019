// SPDX-License-Identifier: Apache-2.0
// Importing products.jsonl: all or nothing, and files only from where they may come.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class ImportTests: CatalogTestCase {
  private var sample: URL { directory.appendingPathComponent("sample") }
  private var catalog: URL { directory.appendingPathComponent("catalog") }
  private let png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4, 5].map(UInt8.init)

  private let rose = """
    {"id":"6E1F5B0E-0000-4000-8000-000000000001","title":"Red Rose","description":"Long.\\nStemmed.",\
    "category":"Flowers/Roses","tags":["red","cut"],"sku":"FL-1","gtin":"4006381333931",\
    "price":"24.99","currency":"EUR","stock":7,"minimumStock":2,"yearIntroduced":2011,\
    "images":[{"file":"rose.png","caption":"In bloom"},{"file":"same.png"}],"notes":[\
    {"id":"6E1F5B0E-0000-4000-8000-0000000000A1","title":"Care","text":"Water"},\
    {"id":"6E1F5B0E-0000-4000-8000-0000000000A2","title":"","text":"Second"}]}
    """
  private let mango = """
    {"id":"6E1F5B0E-0000-4000-8000-000000000002","title":"Mango","sku":null}
    """

  override func setUpWithError() throws {
    try super.setUpWithError()
    try FileManager.default.createDirectory(at: sample, withIntermediateDirectories: true)
    try Data(png).write(to: sample.appendingPathComponent("rose.png"))
    try Data(png).write(to: sample.appendingPathComponent("same.png"))
  }

  func testProductsNotesAndPicturesArrive() async throws {
    try write([rose, "", mango + "\r"])
    let store = try await CatalogStore.open(in: catalog)
    let stream = store.changes()
    let added = try await store.importSample(from: sample)
    XCTAssertEqual(added, 2)

    let rows = try await store.products(ProductQuery())
    XCTAssertEqual(rows.map(\.title), ["Red Rose", "Mango"])
    let cover = try XCTUnwrap(rows[0].cover)
    XCTAssertNil(rows[1].cover)
    XCTAssertEqual(cover.caption, "In bloom")
    XCTAssertEqual(cover.fileExtension, "png")
    XCTAssertEqual(try Data(contentsOf: store.pictureFile(cover)), Data(png))
    let hash = cover.contentHash
    XCTAssertEqual(
      store.pictureFile(cover).path.suffix(79), "/images/\(hash.prefix(2))/\(hash).png")
    XCTAssertEqual(storedPictures(), ["\(hash).png"], "the same picture is stored once")

    let stored = try await store.product(rows[0].id)
    let product = try XCTUnwrap(stored)
    XCTAssertEqual(product.description, "Long.\nStemmed.")
    XCTAssertEqual(product.category?.text, "Flowers/Roses")
    XCTAssertEqual(product.tags, ["red", "cut"])
    XCTAssertEqual(product.sku?.text, "FL-1")
    XCTAssertEqual(product.gtin?.text, "4006381333931")
    XCTAssertEqual(product.price?.decimalText, "24.99")
    XCTAssertEqual([product.stock, product.minimumStock], [7, 2])
    XCTAssertEqual(product.year?.value, 2011)
    XCTAssertEqual(product.pictures.map(\.caption), ["In bloom", ""])
    let notes = try await store.notes(of: product.id)
    XCTAssertEqual(notes.map(\.text), ["Water", "Second"])

    let again = try await store.importSample(from: sample)
    XCTAssertEqual(again, 0)
    await store.close()
    var heard: [CatalogChange] = []
    for await change in stream { heard.append(change) }
    let created = rows.map { ($0.id, ProductDifference.created) }
    XCTAssertEqual(heard, [.products(Dictionary(uniqueKeysWithValues: created))])
  }

  func testABrokenLineIsNamedAndNothingIsImported() async throws {
    try Data("II*\0".utf8).write(to: sample.appendingPathComponent("tiff.png"))
    try FileManager.default.createSymbolicLink(
      at: sample.appendingPathComponent("link.png"),
      withDestinationURL: sample.appendingPathComponent("rose.png"))
    try FileManager.default.createDirectory(
      at: sample.appendingPathComponent("folder.png"), withIntermediateDirectories: true)
    XCTAssertEqual(mkfifo(sample.appendingPathComponent("pipe.png").path, 0o600), 0)
    let store = try await CatalogStore.open(in: catalog)
    for (line, words) in [
      ("{", "JSON is invalid"), ("nonsense", "JSON is invalid"), ("[]", "must be an object"),
      (#"{"sku":"x"}"#, "“title” is missing"), (#"{"id":"x","title":"x"}"#, "“id”"),
      (entry(#""title":"""#), "title"), (entry(#""title":7"#), "“title”"),
      (entry(#""title":"x","price":"1"# + #"","currency":"XYZ""#), "currency"),
      (entry(#""title":"x","price":"1""#), "currency"),
      (entry(#""title":"x","price":"1,234.5","currency":"EUR""#), "price"),
      (entry(#""title":"x","gtin":"4006381333930""#), "GTIN"),
      (entry(#""title":"x","yearIntroduced":0"#), "year"),
      (entry(#""title":"x","stock":-1"#), "stock"),
      (entry(#""title":"x","stock":1e99"#), "a number"),
      (
        entry(
          #""title":"x","notes":[{"id":"6E1F5B0E-0000-4000-8000-0000000000A1","title":"","text":""}]"#
        ), "note"
      ),
      (rose, "earlier line"),
      (image("../sample/rose.png"), "by its file name alone"),
      (image("/etc/passwd"), "by its file name alone"),
      (image(".hidden.png"), "by its file name alone"), (image(""), "by its file name alone"),
      (image("none.png"), "missing"), (image("tiff.png"), "PNG, JPEG, WebP"),
      (image("link.png"), "a regular file"), (image("folder.png"), "a regular file"),
      (image("pipe.png"), "a regular file"),
    ] {
      try write([rose, mango, line])
      let path = sample.appendingPathComponent("products.jsonl").path
      await assertThrows({ try await store.importSample(from: sample) }) { error in
        guard case CatalogError.badLines(path, let lines, 1) = error, lines.count == 1,
          lines[0].line == 3
        else { return false }
        let reason = lines[0].problem.sentence
        XCTAssertTrue(reason.contains(words), "\(line): \(reason)")
        return true
      }
      let count = try await store.productCount()
      XCTAssertEqual(count, 0, line)
      XCTAssertEqual(storedPictures(), [], line)
    }
    await store.close()
  }

  /// Another process keeps the lock while the pictures are read: by the time the import gets it, the
  /// files may be gone.
  func testPicturesAreReadBeforeTheLockIsTaken() async throws {
    try write([rose, mango])
    let (store, source) = (try await CatalogStore.open(in: catalog), sample)
    let lock = try FileHandle(forUpdating: catalog.appendingPathComponent("catalog.lock"))
    XCTAssertEqual(flock(lock.fileDescriptor, LOCK_EX), 0)
    async let added = store.importSample(from: source)
    // Two names of one picture.
    while storedPictures().filter({ $0.hasSuffix(".passing") }).count < 2 { await Task.yield() }
    for name in ["rose.png", "same.png"] {
      try FileManager.default.removeItem(at: sample.appendingPathComponent(name))
    }
    try lock.close()
    let count = try await added
    XCTAssertEqual(count, 2)
    XCTAssertEqual(storedPictures().map { ($0 as NSString).pathExtension }, ["png"])
    let problems = try await store.check()
    XCTAssertEqual(problems, [])

    // What is there already needs no pictures, and so they may be missing.
    let again = try await store.importSample(from: sample)
    XCTAssertEqual(again, 0)
    await store.close()
  }

  func testARefusedImportLeavesNoPictures() async throws {
    try write([rose, "{"])
    let store = try await CatalogStore.open(in: catalog)
    await assertThrows({ try await store.importSample(from: sample) }) { _ in true }
    XCTAssertEqual(storedPictures(), [])
    try write([rose, mango])
    do {
      _ = try await store.importProducts(from: sample.path) {
        if $0.fraction != nil { throw CancellationError() }
      }
      XCTFail("nothing was thrown")
    } catch is CancellationError {}
    XCTAssertEqual(storedPictures(), [])
    await store.close()
  }

  func testWithoutTheFileNothingHappens() async throws {
    let store = try await CatalogStore.open(in: catalog)
    let path = sample.appendingPathComponent("products.jsonl").path
    await assertThrows(.noSuchFile(file: path)) { try await store.importSample(from: sample) }
    try write([])
    let added = try await store.importSample(from: sample)
    XCTAssertEqual(added, 0)
    await store.close()
  }

  private func write(_ lines: [String]) throws {
    try Data(lines.joined(separator: "\n").utf8)
      .write(to: sample.appendingPathComponent("products.jsonl"))
  }

  private func entry(_ fields: String) -> String {
    #"{"id":"6E1F5B0E-0000-4000-8000-000000000003",\#(fields)}"#
  }

  private func image(_ name: String) -> String {
    entry(#""title":"x","images":[{"file":"\#(name)"}]"#)
  }

  private func storedPictures() -> [String] {
    let images = catalog.appendingPathComponent("images")
    let paths = FileManager.default.subpaths(atPath: images.path) ?? []
    return paths.filter { $0.contains(".") }.map { ($0 as NSString).lastPathComponent }
  }
}
