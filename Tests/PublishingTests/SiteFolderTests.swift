// SPDX-License-Identifier: Apache-2.0
// A folder that is published again and again: little is written, names stay, and what is not ours is left alone.

import Catalog
import Foundation
import Paper
import Wording
import XCTest

@testable import Publishing

final class SiteFolderTests: PublishingTestCase {
  func testTenChangesWriteFewFiles() async throws {
    let store = try await openStore()
    var ids: [UUID] = []
    for number in 0..<120 {
      ids.append(
        try await add("Vase \(number)", to: store) {
          $0.category = try CategoryPath("Vases/\(number % 12)")
          $0.price = try Price("\(number + 1)", currency: Currency("EUR"))
        })
    }
    let first = try await publish(store)
    XCTAssertEqual(first.written, try files().count)
    let again = try await publish(store)
    XCTAssertEqual(again.written, 0)
    // In ten categories.
    _ = try await store.change(Array(ids[40..<50])) {
      $0.product.title = try ProductTitle($0.product.title.text + " of glass")
      $0.product.price = try Price("999", currency: Currency("EUR"))
    }
    let changed = try await publish(store)
    XCTAssertLessThanOrEqual(changed.written, 30)
    XCTAssertTrue(try text("products/vase-40.html").contains("of glass"), "names stay")
    XCTAssertTrue(try text("search/1.js").contains("Vase 40 of glass"))
    await store.close()
  }

  func testWhatIsStoppedIsSaidAndTheSearchHidesFirst() async throws {
    let store = try await openStore()
    for number in 0..<3 {
      try await add("Vase \(number)", to: store) {
        $0.supplier = try LineText("Secret", for: .init("supplier"))
      }
    }
    try await publish(store, PublicFields([.builtIn(.supplier)]))
    XCTAssertTrue(try text("search/1.js").contains("Secret"))
    let ids = try await store.identifiers(of: ProductQuery()).products
    let hiding = Publication(
      title: "Shop", fields: PublicFields([]), language: PublicLanguage("en"), decoder: nil)
    do {
      // Once it comes to the pages of products.
      _ = try await hiding.write(ids, of: store, to: site) { _, fraction in
        if fraction >= 0.7 { throw CancellationError() }
      }
      XCTFail("it was not stopped")
    } catch let error as UnfinishedPublication {
      XCTAssertTrue(error.isStopped)
      XCTAssertEqual(
        error.sentence, "Stopped. Some pages are still as they were published before.")
    }
    XCTAssertFalse(try text("search/1.js").contains("Secret"))
    _ = try await hiding.write(ids, of: store, to: site)
    for file in try files() { XCTAssertFalse(try text(file).contains("Secret"), file) }
    await store.close()
  }

  func testNoProductsTakeNothingAway() async throws {
    let store = try await openStore()
    try await add("Vase", to: store)
    try await publish(store)
    let before = try files()
    let publication = Publication(
      title: "Shop", fields: .usual, language: PublicLanguage("en"), decoder: nil)
    do {
      _ = try await publication.write([], of: store, to: site)
      XCTFail("nothing was published")
    } catch {
      XCTAssertTrue(error.sentence.contains("no products"), error.sentence)
    }
    XCTAssertEqual(try files(), before)
    await store.close()
  }

  func testProductsThatAreAllGoneTakeNothingAway() async throws {
    let store = try await openStore()
    try await add("Vase", to: store)
    try await publish(store)
    let before = try files()
    let publication = Publication(
      title: "Shop", fields: .usual, language: PublicLanguage("en"), decoder: nil)
    do {
      _ = try await publication.write([UUID()], of: store, to: site)
      XCTFail("nothing was published")
    } catch is NothingToPublish {}
    XCTAssertEqual(try files(), before)
    do {
      _ = try await publication.write(
        [UUID()], of: store, to: base.appendingPathComponent("other"))
      XCTFail("nothing was published")
    } catch is NothingToPublish {}
    XCTAssertFalse(
      FileManager.default.fileExists(atPath: base.appendingPathComponent("other").path))
    await store.close()
  }

  func testAFirstPublicationThatIsStoppedLeavesNothing() async throws {
    let store = try await openStore()
    for number in 0..<3 {
      try await add("Vase \(number)", to: store, pictures: [Self.sample("mango.png")])
    }
    let ids = try await store.identifiers(of: ProductQuery()).products
    let publication = Publication(
      title: "Shop", fields: .usual, language: PublicLanguage("en"), decoder: nil)
    // A folder that was there stays, and what somebody else has put there meanwhile.
    for isThere in [false, true] {
      if isThere {
        try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: site.appendingPathComponent("CNAME"))
      }
      do {
        _ = try await publication.write(ids, of: store, to: site) { _, fraction in
          if fraction >= 0.7 { throw CancellationError() }
        }
        XCTFail("it was not stopped")
      } catch is CancellationError {}
      XCTAssertEqual(FileManager.default.fileExists(atPath: site.path), isThere)
      if isThere { XCTAssertEqual(try files(), ["CNAME"]) }
    }
    await store.close()
  }

  func testThePageOfAnotherCatalogueStays() async throws {
    let store = try await openStore()
    try await add("Vase", to: store)
    try await publish(store)
    let before = try files()
    let other = try await CatalogStore.open(in: base.appendingPathComponent("other"))
    let cup = try await add("Cup", to: other)
    var publication = Publication(
      title: "Shop", fields: .usual, language: PublicLanguage("en"), decoder: nil)
    do {
      _ = try await publication.write([cup], of: other, to: site)
      XCTFail("the page of another catalogue was replaced")
    } catch is PageOfAnotherCatalogue {}
    XCTAssertEqual(try files(), before)
    publication.isReplacing = true
    _ = try await publication.write([cup, cup], of: other, to: site)
    XCTAssertEqual(try files().filter { $0.hasPrefix("products/") }, ["products/cup.html"])
    XCTAssertEqual(try text("list.html").components(separatedBy: ">Cup<").count, 2, "once")
    await store.close()
    await other.close()
  }

  func testWhatIsGoneIsRemovedAndNothingElse() async throws {
    let store = try await openStore()
    let vase = try await add("Vase", to: store, pictures: [Self.sample("mango.png")]) {
      $0.category = try CategoryPath("Glass")
    }
    try await add("Cup", to: store)
    try await publish(store)
    let foreign = ["CNAME", "products/mine.html", ".git/config"]
    for path in foreign {
      let file = site.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: file)
    }
    _ = try await store.delete([vase])
    let result = try await publish(store)
    XCTAssertGreaterThan(result.removed, 2)
    let left = try files()
    XCTAssertFalse(
      left.contains { $0.contains("vase") || $0.hasPrefix("photos") || $0.hasPrefix("categories") },
      "\(left)")
    for path in foreign { XCTAssertEqual(try text(path), "mine") }
    await store.close()
  }

  func testAFolderOfOthersIsRefused() async throws {
    let store = try await openStore()
    try await add("Vase", to: store)
    try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: site.appendingPathComponent("index.html"))
    do {
      try await publish(store)
      XCTFail("a page of somebody else was replaced")
    } catch is FolderRefused {}
    XCTAssertEqual(try files(), ["index.html"])
    XCTAssertEqual(try text("index.html"), "mine")
    await store.close()
  }

  func testNothingIsWrittenIfAnyOfItWouldReplaceAForeignFile() async throws {
    let store = try await openStore()
    try await add("Vase", to: store)
    try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
    // A link that leads nowhere is there, too.
    let style = site.appendingPathComponent("site.css")
    try FileManager.default.createSymbolicLink(
      at: style, withDestinationURL: base.appendingPathComponent("not mounted"))
    do {
      try await publish(store)
      XCTFail("a file of somebody else was replaced")
    } catch is FolderRefused {}
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: site.path), ["site.css"])
    await store.close()
  }

  func testAnInterruptedRunIsGoneOnWith() async throws {
    struct Stopped: Error {}
    let store = try await openStore()
    try await add("Cup", to: store)
    try await publish(store)
    let gone = try await add("Gone", to: store, pictures: [Self.sample("mango.png")])
    var ids = [gone]
    for number in 0..<40 { ids.append(try await add("Vase \(number)", to: store)) }
    let publication = Publication(
      title: "Shop", fields: .usual, language: PublicLanguage("en"), decoder: nil)
    do {
      _ = try await publication.write(ids, of: store, to: site) { _, fraction in
        if fraction > 0.8 { throw Stopped() }
      }
      XCTFail("it was not stopped")
    } catch let error as UnfinishedPublication {
      XCTAssertFalse(error.isStopped)
    }
    XCTAssertTrue(try files().contains("products/gone.html"))
    _ = try await store.delete([gone])
    _ = try await store.change([ids[1]]) { $0.product.title = try ProductTitle("Vase of glass") }
    try await publish(store)
    let left = try files()
    XCTAssertFalse(left.contains { $0.contains("gone") }, "\(left)")
    XCTAssertTrue(try text("products/vase-0.html").contains("of glass"))
    await store.close()
  }

  func testAPhotoThatAPowerCutHasEmptiedIsMadeAgain() async throws {
    let store = try await openStore()
    try await add("Vase", to: store, pictures: [Self.sample("mango.png")])
    try await publish(store)
    let photos = try files().filter { $0.hasPrefix("photos/") }
    let photo = site.appendingPathComponent(try XCTUnwrap(photos.first))
    let whole = try Data(contentsOf: photo)
    try Data().write(to: photo)
    try await publish(store)
    XCTAssertEqual(try Data(contentsOf: photo), whole)
    await store.close()
  }

  func testARecordThatWasChangedLeadsNowhere() async throws {
    let store = try await openStore()
    try await add("Vase", to: store)
    try await publish(store)
    let outside = base.appendingPathComponent("outside")
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    let precious = outside.appendingPathComponent("a.html")
    try Data("precious".utf8).write(to: precious)
    try FileManager.default.createSymbolicLink(
      at: site.appendingPathComponent("old"), withDestinationURL: outside)
    let file = site.appendingPathComponent(SiteRecord.fileName)
    var record = try XCTUnwrap(SiteRecord.read(try Data(contentsOf: file)))
    record.files += ["../outside/a.html", "old/a.html", "/etc/hostname"]
    record.products[UUID().uuidString] = "../../outside/a"
    try Data(try record.bytes).write(to: file)
    try await publish(store)
    XCTAssertEqual(try String(contentsOf: precious, encoding: .utf8), "precious")
    try Data("{}".utf8).write(to: file)
    do {
      try await publish(store)
      XCTFail("a record that says nothing was taken for one")
    } catch is FolderRefused {}
    await store.close()
  }

  func testNothingIsWrittenThroughALinkThatLeadsOut() async throws {
    let store = try await openStore()
    let vase = try await add("Vase", to: store)
    try await publish(store)
    let (outside, pages) = (
      base.appendingPathComponent("outside"), site.appendingPathComponent("products")
    )
    try FileManager.default.moveItem(at: pages, to: outside)
    try FileManager.default.createSymbolicLink(at: pages, withDestinationURL: outside)
    let page = outside.appendingPathComponent("vase.html")
    try Data("precious".utf8).write(to: page)
    _ = try await store.change([vase]) { $0.product.title = try ProductTitle("Vase of glass") }
    do {
      try await publish(store)
      XCTFail("something was written outside of the folder")
    } catch is FolderRefused {}
    XCTAssertEqual(try String(contentsOf: page, encoding: .utf8), "precious")
    await store.close()
  }

  func testNamesAreReadableAndStay() {
    XCTAssertEqual(FileNames.plain("Röda rosor & Größe 42"), "roda-rosor-grosse-42")
    XCTAssertEqual(FileNames.plain("Вишня"), "visna")
    XCTAssertEqual(FileNames.plain("../../etc"), "etc")
    XCTAssertEqual(FileNames.plain("CON"), "con-1")
    XCTAssertEqual(FileNames.plain("“”"), "page")
    var names = FileNames(earlier: ["a": "vase", "b": "../x"])
    XCTAssertEqual(names.name(of: "a", titled: "Another title"), "vase")
    XCTAssertEqual(names.name(of: "b", titled: "X"), "x")
    XCTAssertEqual(names.name(of: "c", titled: "Vase"), "vase-\(FileNames.digits(of: "c"))")
  }
}
