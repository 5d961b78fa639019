// SPDX-License-Identifier: Apache-2.0
// Photos become products that want a title: each is there with its photo, is marked until it is named, and
// the user goes from one to the next. All of it is undone at once, and comes back with the window.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class ProductsFromPhotosTests: XCTestCase {
  private static let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("data/sample")

  /// Named as cameras name them.
  private static let three = ["mango", "cherries", "ginger"].enumerated().map { number, name in
    PictureSource.file(copy(of: name, as: "IMG_\(number + 1).png"))
  }

  private static func copy(of sampleName: String, as name: String) -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vitrine-photos-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try? FileManager.default.copyItem(
      at: sample.appendingPathComponent("\(sampleName).png"), to: file)
    return file
  }

  /// Runs `body` with a window on a shop, whose photos become products.
  private func withShop(
    adding sources: [PictureSource] = three, by grouping: PhotoGrouping = .each,
    _ body: @MainActor (_ shop: Shop, _ browser: ProductBrowser) throws -> Void
  ) throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Walnuts"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "the list is there") { browser.list.count == 1 }
      browser.fromPhotos.add(sources, by: grouping)
      try turn(until: "they are named") {
        browser.listed.place == .drafts && browser.detail.form != nil
      }
      try body(shop, browser)
    }
  }

  @MainActor
  private static func titles(_ browser: ProductBrowser) -> [String] {
    (0..<browser.list.count).compactMap { browser.list.item(at: $0)?.title }
  }

  func testEachBecomesADraftWithItsPhoto() throws {
    try withShop { shop, browser in
      try turn(until: "they are listed") {
        Self.titles(browser) == Array(repeating: "Untitled", count: 3)
      }
      let photos = (0..<3).compactMap { browser.list.item(at: $0)?.cover?.contentHash }
      XCTAssertEqual(Set(photos).count, 3)
      XCTAssertEqual(browser.detail.form?.text(of: .title), "")
      XCTAssertEqual(browser.detail.form?.isReady, false)
      XCTAssertTrue(browser.detail.formWantsFocus)
      XCTAssertEqual(browser.detail.product?.pictures.count, 1)
      XCTAssertEqual(shop.catalogue.unfinished.all.count, 3)
    }
  }

  func testFilesThatPeopleHaveNamedGiveTheirTitlesAndSidesOfOneThingAreOneProduct() throws {
    let files = ["Penny 1895 front", "IMG_7", "Penny 1895 back"].enumerated().map { number, name in
      PictureSource.file(Self.copy(of: ["mango", "ginger", "cherries"][number], as: "\(name).png"))
    }
    try withShop(adding: files) { shop, browser in
      try turn(until: "they are listed") {
        Set(Self.titles(browser)) == ["Penny 1895", "Untitled"]
      }
      XCTAssertEqual(try shop.product(titled: "Penny 1895").pictures.count, 2)
      // It is proposed, selected, and is no problem.
      let form = try XCTUnwrap(browser.detail.form)
      XCTAssertEqual(form.text(of: .title), "Penny 1895")
      XCTAssertTrue(form.isReady)
      XCTAssertEqual(form.selection?.anchor, 0)
      XCTAssertEqual(shop.catalogue.unfinished.all.count, 2)
      browser.detail.keep(.year, true)
      form.type("1895", in: .year)
      browser.detail.finishAndAddAnother()
      try turn(until: "the next one is to be named") {
        browser.detail.form.map { $0 !== form } ?? false
      }
      XCTAssertEqual(browser.detail.form?.text(of: .title), "")
      XCTAssertEqual(browser.detail.form?.text(of: .year), "1895", "kept from the one before")
      XCTAssertEqual(try shop.product(titled: "Penny 1895").year?.value, 1895)
    }
  }

  /// A small photo that a camera took then.
  private static func photo(_ name: String, _ taken: String) throws -> PictureSource {
    let text =
      "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywt"
      + "QFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09P"
      + "T09PT09PT09PT09PT09PT09PT0//wAARCAAGAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAXEAEA"
      + "AwAAAAAAAAAAAAAAAAAAAhRh/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAZEQACAwEAAAAAAAAAAAAAAAAAAQQVUlP/"
      + "2gAMAwEAAhEDEQA/AI27PQFhWROaE2MrbP/Z"
    let picture = try XCTUnwrap(Data(base64Encoded: text))
    var block = Data("Exif\0\0II*\0".utf8)
    block += Data([8, 0, 0, 0, 1, 0, 0x32, 1, 2, 0, 20, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0])
    block += Data(taken.utf8)
    block.append(0)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vitrine-taken-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    // A comment makes each another picture.
    var bytes = picture.prefix(2)
    bytes += Data([0xff, 0xe1, 0, UInt8(block.count + 2)])
    bytes += block
    bytes += Data([0xff, 0xfe, 0, UInt8(name.utf8.count + 2)])
    bytes += Data(name.utf8)
    bytes += picture.dropFirst(2)
    try bytes.write(to: file)
    return .file(file)
  }

  func testPhotosAreCalledByWhenTheyWereTakenAndQuickOnesAreOfOneThing() throws {
    let photos = try [
      ("IMG_1.jpg", "2026:11:28 14:03:05"), ("IMG_2.jpg", "2026:11:28 14:03:15"),
      ("IMG_3.jpg", "2026:11:28 14:03:40"), ("IMG_4.jpg", "2026:11:28 14:03:50"),
      ("IMG_5.jpg", "2026:11:28 14:04:00"), ("Brooch.jpg", "2026:11:28 15:00:00"),
    ].map { try Self.photo($0.0, $0.1) }
    try withShop(adding: photos, by: .time) { shop, browser in
      let counts = try finish("they are counted") { await ProductsFromPhotos.counts(of: photos) }
      XCTAssertEqual(counts, [.one: 1, .each: 6, .pairs: 3, .time: 3])
      try turn(until: "they are listed") {
        Self.titles(browser).sorted() == ["2026-11-28 14:03", "2026-11-28 14:03", "Brooch"]
      }
      XCTAssertEqual(try shop.product(titled: "Brooch").pictures.count, 1)
      XCTAssertEqual(browser.detail.form?.isReady, true, "the time may do as a title")
      XCTAssertEqual(browser.detail.form?.selection?.anchor, 0)
      XCTAssertEqual(shop.catalogue.unfinished.all.count, 3)
      let sizes = try (0..<3).map { place in
        let id = try XCTUnwrap(browser.list.item(at: place)?.id)
        let store = shop.store
        return try finish("it is read") { try await store.product(id)?.pictures.count ?? 0 }
      }
      XCTAssertEqual(sizes.sorted(), [1, 2, 3])
    }
    try withShop(adding: Array(photos.prefix(4)), by: .pairs) { _, browser in
      try turn(until: "they are listed") { browser.list.count == 2 }
      XCTAssertEqual(browser.detail.product?.pictures.count, 2)
    }
  }

  func testPhotosOfOneThingArePutTogetherAndTakenApartByUndo() throws {
    try withShop { shop, browser in
      try turn(until: "they are listed") { browser.list.count == 3 }
      let ids = (0..<3).compactMap { browser.list.item(at: $0)?.id }
      let walnuts = try shop.product(titled: "Walnuts").id
      XCTAssertFalse(browser.fromPhotos.areUntitled([walnuts, ids[0]]))
      browser.fromPhotos.join([walnuts], to: ids[0])
      var offers: [UndoOffer] = []
      browser.fromPhotos.offers.add(shop) { offers.append($0) }
      browser.fromPhotos.join([ids[1], ids[2]], to: ids[0])
      try turn(until: "one is left") { browser.list.count == 1 && !offers.isEmpty }
      XCTAssertEqual(offers.map(\.sentence), ["3 photos put together in “Untitled”"])
      try turn(until: "the others want no title") { shop.catalogue.unfinished.all == [ids[0]] }
      let store = shop.store
      let joined = try finish("it is read") { try await store.product(ids[0]) }
      XCTAssertEqual(joined?.pictures.count, 3)
      XCTAssertEqual(try shop.product(titled: "Walnuts").pictures.count, 0)
      offers[0].undo()
      try turn(until: "they are three drafts again") {
        shop.catalogue.unfinished.all == Set(ids) && browser.list.count == 3
      }
    }
  }

  func testNamesThatCamerasGiveAreNoTitles() {
    for name in [
      "IMG_2034.JPG", "DSC00012.jpg", "PXL_20240512_140312345.jpg", "20240512_140312.jpg",
      "scan0001.png", "Screenshot 2024-05-12.png", "3f2a9c1e-77ab-4d.png", "a.jpg",
      "WhatsApp Image 2024-05-12.jpeg", "deadbeef.png",
    ] {
      XCTAssertNil(FileTitle.title(of: name), name)
    }
    XCTAssertEqual(FileTitle.title(of: "gouda_old-24.jpg"), "gouda old 24")
    XCTAssertEqual(FileTitle.title(of: "Brie de Meaux"), "Brie de Meaux")
    XCTAssertEqual(FileTitle.title(of: "IMG_12 teapot.jpeg"), "IMG 12 teapot")
  }

  func testOneOfAllHasThemInTheirOrder() throws {
    try withShop(by: .one) { shop, browser in
      let product = try shop.product(titled: "Untitled")
      XCTAssertEqual(product.pictures.count, 3)
      XCTAssertEqual(shop.catalogue.unfinished.all, [product.id])
    }
  }

  func testTheyAreNamedOneAfterTheOther() throws {
    try withShop { shop, browser in
      for (number, title) in ["Mango", "Cherries", "Ginger"].enumerated() {
        let form = try XCTUnwrap(browser.detail.form)
        XCTAssertEqual(form.text(of: .title), "")
        XCTAssertEqual(browser.detail.nextUntitled != nil, number < 2)
        form.type(title, in: .title)
        browser.detail.finishAndAddAnother()
        try turn(until: "\(title) is saved") {
          browser.detail.form !== form && (number == 2 || browser.detail.form != nil)
        }
        XCTAssertEqual(try shop.product(titled: title).pictures.count, 1)
      }
      try turn(until: "no draft is left") { shop.catalogue.unfinished.all.isEmpty }
    }
  }

  func testTheyAreUndoneTogetherAndRedoneAsDrafts() throws {
    try withShop { shop, browser in
      let names = try finish("the history is read") {
        try await shop.store.history().undoable.map { "\($0.kind) \($0.count)" }
      }
      XCTAssertEqual(names, ["createProduct 3", "createProduct 1"])
      shop.catalogue.commands.undo()
      try turn(until: "no draft is left") { shop.catalogue.unfinished.all.isEmpty }
      try turn(until: "the form closes: nothing was typed") { browser.detail.form == nil }
      XCTAssertEqual(browser.detail.drafts.unfinished, [])
      shop.catalogue.commands.redo()
      try turn(until: "they are drafts again") { shop.catalogue.unfinished.all.count == 3 }
      try turn(until: "the form is open again") { browser.detail.form?.text(of: .title) == "" }
    }
  }

  func testTheyComeBackWithTheWindow() throws {
    try withShop { shop, browser in
      let first = try XCTUnwrap(browser.detail.productID)
      let again = try shop.closedAndOpenedAgain()
      let same = ProductBrowser(again.catalogue, try again.scenes()[0])
      try turn(until: "they are drafts again") { again.catalogue.unfinished.all.count == 3 }
      try turn(until: "the form is open again") { same.detail.form?.text(of: .title) == "" }
      XCTAssertEqual(same.detail.productID, first)
    }
  }

  func testAfterACautiousStartTheNextOneOpensWhenAskedFor() throws {
    try withShop { shop, browser in
      let again = try shop.closedAndOpenedAgain()
      let same = ProductBrowser(
        again.catalogue, try again.scenes()[0], opensForms: false)
      try turn(until: "it is shown") { same.detail.product != nil }
      XCTAssertNil(same.detail.form)
      same.detail.beginEditing()
      same.detail.form?.type("Mango", in: .title)
      let form = same.detail.form
      same.detail.finishAndAddAnother()
      try turn(until: "the next one has its form") {
        same.detail.form != nil && same.detail.form !== form
      }
    }
  }

  func testMovingOnKeepsTheDraftAndLeavesNothingElse() throws {
    try withShop { shop, browser in
      let first = try XCTUnwrap(browser.detail.productID)
      browser.select(try shop.product(titled: "Walnuts").id)
      try turn(until: "Walnuts are shown") { browser.detail.product?.title.text == "Walnuts" }
      XCTAssertNil(browser.detail.drafts[product: first])
      XCTAssertEqual(shop.catalogue.unfinished.all.count, 3)
      browser.select(first)
      try turn(until: "the form is open again") { browser.detail.form?.text(of: .title) == "" }
    }
  }

  func testOneThatIsLeftAsItIsCalledOrNamedElsewhereIsNoDraft() throws {
    try withShop { shop, browser in
      let first = try XCTUnwrap(browser.detail.product)
      browser.detail.cancelEditing()
      XCTAssertFalse(shop.catalogue.unfinished.all.contains(first.id))
      let second = try XCTUnwrap(shop.catalogue.unfinished.all.first)
      browser.select(second)
      try turn(until: "its form is open") { browser.detail.form != nil }
      var change = ProductChange()
      change.title = try ProductTitle("Ginger")
      let (store, base) = (shop.store, try XCTUnwrap(browser.detail.product))
      try finish("it is named") { [change] in
        _ = try await store.edit(base.id, basedOn: base.revision, applying: change)
      }
      try turn(until: "it is no draft") { shop.catalogue.unfinished.all.count == 1 }
      try turn(until: "the form closes, and it has its title") {
        browser.detail.form == nil && browser.detail.product?.title.text == "Ginger"
      }
    }
  }

  // Which of the two is read first is chance.
  func testATitleGivenElsewhereMayBeKnownBeforeTheProductIsReadAgain() throws {
    try withShop { shop, browser in
      let product = try XCTUnwrap(browser.detail.product)
      browser.detail.untitled.remove(product.id)
      XCTAssertNotNil(browser.detail.form)
      var change = ProductChange()
      change.title = try ProductTitle("Ginger")
      let store = shop.store
      try finish("it is named") { [change] in
        _ = try await store.edit(product.id, basedOn: product.revision, applying: change)
      }
      try turn(until: "the form closes, and it has its title") {
        browser.detail.form == nil && browser.detail.product?.title.text == "Ginger"
      }
      XCTAssertTrue(browser.detail.drafts.unfinished.isEmpty)
    }
  }

  func testBeforeTheirWindowIsForgottenThoseWithoutATitleAreNamed() throws {
    try withShop { shop, browser in
      let (coordinator, store) = (shop.coordinator, shop.store)
      @MainActor func unfinished() throws -> [UnfinishedEdit] {
        try finish("edits are found") { await UnfinishedEdit.all(in: coordinator, of: store) }
      }
      XCTAssertEqual(try unfinished(), [.untitled(count: 3)])
      browser.detail.cancelEditing()
      XCTAssertEqual(try unfinished(), [.untitled(count: 2)])
      _ = coordinator.makeScene(kind: WindowKind.browser.sceneKind, activity: nil)
      coordinator.close(browser.session)
      XCTAssertEqual(try unfinished(), [.untitled(count: 2)])
      shop.catalogue.commands.undo()
      try turn(until: "they are gone") { (try? unfinished()) == [] }
    }
  }

  func testWhatCannotBeUsedIsNamedAndIsNoDraft() throws {
    let bad = PictureSource.bytes(Array("text".utf8), name: "notes.png")
    try withShop(adding: [bad] + Self.three) { shop, browser in
      XCTAssertEqual(
        browser.fromPhotos.adding.problems,
        ["The picture “notes.png” is not in PNG, JPEG, WebP, GIF, SVG, AVIF or HEIC format."])
      XCTAssertEqual(shop.catalogue.unfinished.all.count, 3)
    }
  }

  func testACodeOnAPhotoIsTakenIfItsCheckDigitIsRight() throws {
    try MainActor.assumeIsolated {
      let first = try Data(contentsOf: Self.sample.appendingPathComponent("mango.png"))
      let shop = try Shop(barcodes: { file in
        let isFirst = FileManager.default.contents(atPath: file.path) == first
        return [isFirst ? "4006381333931" : "4006381333930", "none"]
      })
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.fromPhotos.add(Self.three, by: .each)
      try turn(until: "they are named") { browser.detail.form != nil }
      XCTAssertEqual(browser.detail.form?.text(of: .gtin), "4006381333931")
      let codes = try finish("they are read") {
        var codes: [String?] = []
        for product in try await shop.store.products(ProductQuery()) {
          codes.append(try await shop.store.product(product.id)?.gtin?.text)
        }
        return codes
      }
      XCTAssertEqual(codes, ["4006381333931", nil, nil])
    }
  }

  func testCancelledNoneIsAdded() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      let photos = browser.fromPhotos
      photos.add((0..<40).map { Self.three[$0 % 3] }, by: .each)
      try turn(until: "some are read") { (photos.adding.progress?.done ?? 0) > 2 }
      photos.adding.cancel()
      try turn(until: "it has ended") { photos.adding.progress == nil }
      let count = try finish("they are counted") { try await shop.store.productCount() }
      XCTAssertEqual(count, 0)
      XCTAssertEqual(browser.listed.place, .allProducts)
      let untitled = browser.session.value(UntitledState.self, for: SceneKey.untitled)
      XCTAssertEqual(untitled?.products.count, 0)
    }
  }

  func testThoseThatWereBeingAddedWhenTheProgramWasKilledBecomeProductsInTheNextOne() throws {
    try MainActor.assumeIsolated {
      var shop = try Shop(products: ["Walnuts"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.fromPhotos.add((0..<40).map { Self.three[$0 % 3] }, by: .each)
      try turn(until: "some are read") { (browser.fromPhotos.adding.progress?.done ?? 0) > 2 }
      let windows = try shop.copyOfWindows()
      browser.fromPhotos.adding.cancel()
      try turn(until: "it has ended") { !shop.catalogue.isAddingPhotos }
      shop = try shop.killedAndOpenedAgain(with: windows)
      let again = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "it goes on") { shop.catalogue.isAddingPhotos }
      try turn(until: "it has ended") { !shop.catalogue.isAddingPhotos }
      XCTAssertEqual(shop.catalogue.unfinished.all.count, 40)
      XCTAssertEqual(again.listed.place, .allProducts, "the window is as it was")
      let store = shop.store
      XCTAssertEqual(try finish("they are counted") { try await store.productCount() }, 41)
    }
  }

  func testPhotosAreBeingAddedUntilTheLastBatchIsInTheCatalogueEvenWithoutTheirWindow() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      var browser: ProductBrowser? = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      XCTAssertFalse(shop.catalogue.isAddingPhotos)
      for _ in 0..<2 { browser?.fromPhotos.add(Self.three, by: .each) }
      XCTAssertTrue(shop.catalogue.isAddingPhotos)
      XCTAssertFalse(shop.catalogue.wouldLosePhotos)
      browser = nil
      XCTAssertTrue(shop.catalogue.wouldLosePhotos, "a closed window does not come back by itself")
      try turn(until: "they are added") { !shop.catalogue.isAddingPhotos }
      let count = try finish("they are counted") { try await shop.store.productCount() }
      XCTAssertEqual(count, 6)
    }
  }

  func testWhoWorksOnMeanwhileKeepsTheirPlace() throws {
    let ways: [(String, @MainActor (ProductBrowser) throws -> Void)] = [
      ("searches", { $0.listed.search("wal") }),
      ("opens the search", { $0.listed.isSearching = true }),
      ("goes elsewhere", { $0.listed.show(.recentlyChanged) }),
      ("selects", { $0.select($0.list.item(at: 1)?.id) }),
      ("selects several", { $0.selected.select(at: 0..<2, only: true) }),
      ("begins a product", { $0.beginNewProduct() }),
      (
        "edits",
        { browser in
          browser.detail.beginEditing()
          browser.detail.form?.type("Wal", in: .title)
        }
      ),
    ]
    for (what, goOn) in ways {
      try MainActor.assumeIsolated {
        let shop = try Shop(products: ["Pecans", "Walnuts"])
        defer { shop.remove() }
        let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
        try turn(until: "the list is there") { browser.list.count == 2 }
        browser.select(browser.list.item(at: 0)?.id)
        try turn(until: "it is shown") { browser.detail.product != nil }
        browser.fromPhotos.add(Self.three, by: .each)
        try goOn(browser)
        let (place, query, selection) = (
          browser.listed.place, browser.listed.query, browser.listed.state.selection
        )
        let (isSearching, form) = (browser.listed.isSearching, browser.detail.form)
        var said: [String] = []
        browser.fromPhotos.offers.add(shop) { said.append($0.sentence) }
        try turn(until: "they are added") { said == ["3 products added"] }
        XCTAssertEqual(browser.listed.place, place, what)
        XCTAssertEqual(browser.listed.query, query, what)
        XCTAssertEqual(browser.listed.state.selection, selection, what)
        XCTAssertEqual(browser.listed.isSearching, isSearching, what)
        if let form { XCTAssertTrue(browser.detail.form === form, what) }
      }
    }
  }
}
