// SPDX-License-Identifier: Apache-2.0
// Two people at two machines, and what becomes of what both do.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

final class SharingTests: HubTestCase {
  func testDifferentFieldsGoTogetherAndStocksAddUp() async throws {
    let (_, stores) = try await machines(2)
    let (anna, bert) = (stores[0], stores[1])
    let rose = try await add("Rose", to: anna, stock: 10)
    try await sync(stores)
    try await edit(rose.id, in: anna, ProductChange(title: ProductTitle("Tulip"), stock: 7))
    try await edit(
      rose.id, in: bert, ProductChange(description: "Red", stock: 8))
    _ = try await bert.addNote(to: rose.id, title: "B", text: "b")
    _ = try await anna.addNote(to: rose.id, title: "A", text: "a")
    try await sync(stores)
    try await assertEqual(stores)
    let product = try await product(rose.id, in: bert)
    XCTAssertEqual(product.title.text, "Tulip")
    XCTAssertEqual(product.description.text, "Red")
    XCTAssertEqual(product.stock, 5)
    let notes = try await anna.notes(of: rose.id)
    XCTAssertEqual(notes.map(\.title.text), ["A", "B"])
    let questions = try await column("SELECT count(*) FROM vitrine_1.question")
    XCTAssertEqual(questions, ["0"])
  }

  func testAClashIsAQuestionWithBothValues() async throws {
    let (cluster, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0])
    try await sync(stores)
    try await edit(rose.id, in: stores[0], ProductChange(title: ProductTitle("Tulip")))
    try await edit(
      rose.id, in: stores[1], ProductChange(title: ProductTitle("Lily"), description: "Red"))
    try await sync(stores)
    try await assertEqual(stores)
    let title = try await product(rose.id, in: stores[1]).title.text
    XCTAssertEqual(title, "Tulip")
    let hub = try await Hub(at: cluster.address(database))
    let question = try await hub.questions()
    XCTAssertEqual(question.map(\.field), ["title"])
    XCTAssertEqual(question.map(\.mine), [#"{"title": "Lily"}"#])
    XCTAssertEqual(question.map(\.theirs), [#"{"title": "Tulip"}"#])
    try await hub.answer(question[0].id, takesMine: true)
    try await sync(stores)
    try await assertEqual(stores)
    let answered = try await product(rose.id, in: stores[0])
    XCTAssertEqual([answered.title.text, answered.description.text], ["Lily", "Red"])
    do {
      try await hub.answer(question[0].id, takesMine: false)
      XCTFail("answered twice")
    } catch HubError.notAnswerable {}
  }

  func testWhatSomebodyElseChangedIsNotErasedWithoutAsking() async throws {
    let (cluster, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0])
    let lily = try await add("Lily", to: stores[0])
    _ = try await stores[0].addNote(to: lily.id, title: "N", text: "kept")
    try await sync(stores)
    // One erases the rose, to which the other adds a note; the lily is edited after it was erased.
    try await stores[0].delete([rose.id, lily.id])
    try await stores[0].erase([rose.id])
    try await stores[0].erase([lily.id])
    _ = try await stores[1].addNote(to: rose.id, title: "Late", text: "but here")
    try await HubSync(stores[1]).run()
    try await HubSync(stores[0]).run()
    try await edit(lily.id, in: stores[1], ProductChange(description: "White"))
    try await sync(stores)
    try await assertEqual(stores)
    let hub = try await Hub(at: cluster.address(database))
    let questions = try await hub.questions()
    XCTAssertEqual(questions.map(\.row), [rose.id.uuidString, lily.id.uuidString])
    for question in questions { try await hub.answer(question.id, takesMine: true) }
    try await sync(stores)
    try await assertEqual(stores)
    for store in stores {
      let erased = try await store.product(rose.id)
      XCTAssertNil(erased)
      let white = try await store.entry(lily.id)
      XCTAssertEqual(white?.product.description.text, "White")
      XCTAssertEqual(white?.notes.map(\.text.text), ["kept"])
    }
  }

  func testTagsAreASet() async throws {
    let (_, stores) = try await machines(2)
    let rose = try await stores[0].create(Product(title: ProductTitle("Rose"), tags: ["a", "b"]))
    try await sync(stores)
    try await edit(rose.id, in: stores[0], ProductChange(tags: ["b", "c"]))
    try await edit(rose.id, in: stores[1], ProductChange(tags: ["a", "b", "d"]))
    try await sync(stores)
    try await assertEqual(stores)
    let tags = try await product(rose.id, in: stores[0]).tags
    XCTAssertEqual(tags.map(\.text), ["b", "c", "d"])
  }

  func testMoreSoldThanThereWasIsAskedAbout() async throws {
    let (cluster, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0], stock: 1)
    try await sync(stores)
    for store in stores { try await edit(rose.id, in: store, ProductChange(stock: 0)) }
    try await sync(stores)
    try await assertEqual(stores)
    let stock = try await product(rose.id, in: stores[1]).stock
    XCTAssertEqual(stock, 0)
    let questions = try await Hub(at: cluster.address(database)).questions()
    XCTAssertEqual(questions.map(\.mine), [#"{"stock": -1000000}"#])
  }

  func testAnUndoTakesBackNothingOfOthers() async throws {
    let (cluster, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0], stock: 10)
    try await edit(rose.id, in: stores[0], ProductChange(title: ProductTitle("Tulip"), stock: 8))
    try await sync(stores)
    try await edit(rose.id, in: stores[1], ProductChange(title: ProductTitle("Lily"), stock: 5))
    try await sync(stores)
    _ = try await stores[0].undo()
    try await sync(stores)
    try await assertEqual(stores)
    let found = try await product(rose.id, in: stores[0])
    XCTAssertEqual(found.title.text, "Lily")
    XCTAssertEqual(found.stock, 7)
    let questions = try await Hub(at: cluster.address(database)).questions()
    XCTAssertEqual(questions.map(\.mine), [#"{"title": "Rose"}"#])
  }

  func testTwoFieldsOfOneNameAreBothKept() async throws {
    let (_, stores) = try await machines(2)
    for (store, text) in zip(stores, ["red", "blue"]) {
      let field = try CustomField(name: "Colour", kind: .line)
      try await store.addField(field)
      let product = try await add(text, to: store)
      try await edit(product.id, in: store, ProductChange(values: [field.id: .text(text)]))
    }
    try await sync(stores)
    try await assertEqual(stores)
    let names = try await stores[1].fields().map(\.name)
    XCTAssertEqual(names, ["Colour", "Colour"])
  }

  func testPicturesFollowTheirRows() async throws {
    let (_, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0])
    let file = directory.appendingPathComponent("large")
    try (pngStart + Data(repeating: 7, count: 2_500_000)).write(to: file)
    _ = try await stores[0].addPictures(from: [file], to: rose.id)
    try await sync(stores)
    try await assertEqual(stores)
    let picture = try await unwrapped(product(rose.id, in: stores[1]).pictures.first)
    XCTAssertEqual(try Data(contentsOf: stores[1].pictureFile(picture)), try Data(contentsOf: file))

    // One that cannot be read when its step goes is sent as soon as somebody looks.
    try (pngStart + Data(repeating: 9, count: 1_000)).write(to: file)
    _ = try await stores[0].addPictures(from: [file], to: rose.id)
    let late = try await unwrapped(product(rose.id, in: stores[0]).pictures.last)
    let here = stores[0].pictureFile(late)
    let away = directory.appendingPathComponent("away")
    try FileManager.default.moveItem(at: here, to: away)
    try await sync(stores)
    XCTAssertFalse(FileManager.default.fileExists(atPath: stores[1].pictureFile(late).path))
    try FileManager.default.moveItem(at: away, to: here)
    _ = try await HubSync(stores[0]).check()
    try await sync(stores)
    XCTAssertTrue(FileManager.default.fileExists(atPath: stores[1].pictureFile(late).path))
  }

  /// The rows come first, their pictures' files later; between them one may be removed here.
  func testAPictureRemovedBeforeItsFileCameIsThereForUndo() async throws {
    let (_, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0])
    let file = directory.appendingPathComponent("picture")
    try (pngStart + Data(repeating: 7, count: 1_000)).write(to: file)
    _ = try await stores[0].addPictures(from: [file], to: rose.id)
    try await sync(stores)
    let picture = try await unwrapped(product(rose.id, in: stores[1]).pictures.first)
    try FileManager.default.removeItem(at: stores[1].pictureFile(picture))

    try await stores[1].removePicture(picture.id)
    try await sync(stores)
    let problems = try await stores[1].check()
    XCTAssertEqual(problems, [])
    _ = try await stores[1].undo()
    try await sync(stores)
    try await assertEqual(stores)
    XCTAssertEqual(try Data(contentsOf: stores[1].pictureFile(picture)), try Data(contentsOf: file))
  }

  func testACatalogueWithoutProductsSendsItsFieldsAndWhatIsInItsTrashIsAskedAbout() async throws {
    let cluster = try await makeDatabase()
    let address = cluster.address(database)
    try await Hub.create(at: address)
    let anna = try await CatalogStore.open(in: place(0))
    try await anna.addField(CustomField(name: "Colour", kind: .line))
    try await HubSync(anna).join(address, withProducts: false)
    try await HubSync(anna).run()
    let bert = try await CatalogStore.open(in: place(1))
    let rose = try await add("Rose", to: bert)
    _ = try await bert.delete([rose.id])
    do {
      try await HubSync(bert).join(address, withProducts: false)
      XCTFail("joined")
    } catch HubError.hasProducts(1) {}
    try await HubSync(bert).join(address, withProducts: true)
    try await sync([anna, bert])
    let names = try await bert.fields().map(\.name)
    XCTAssertEqual(names, ["Colour"])
    _ = try await bert.restore([rose.id])
    try await sync([bert, anna])
    let title = try await product(rose.id, in: anna).title.text
    XCTAssertEqual(title, "Rose")
    do {
      try await HubSync(bert).join(address, withProducts: true)
      XCTFail("joined twice")
    } catch HubError.alreadyShared {}
  }

  func testACatalogueWithProductsIsShared() async throws {
    let cluster = try await makeDatabase()
    let anna = try await CatalogStore.open(in: place(0))
    _ = try await anna.generate(GeneratedProducts(1200, seed: 7, hasPictures: false))
    let address = cluster.address(database)
    try await Hub.create(at: address)
    do {
      try await HubSync(anna).join(address, withProducts: false)
      XCTFail("joined")
    } catch HubError.hasProducts(1200) {}
    try await HubSync(anna).join(address, withProducts: true)
    let outcome = try await HubSync(anna).run()
    XCTAssertGreaterThan(outcome.sent, 2)
    let bert = try await CatalogStore.open(in: place(1))
    try await HubSync(bert).join(address, withProducts: false)
    try await HubSync(bert).run()
    try await assertEqual([anna, bert])
    let problems = try await bert.check()
    XCTAssertEqual(problems, [])
    // What another program changed is seen and put right.
    await bert.close()
    let connection = try Connection(
      place(1).resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite").path, .readWrite)
    try connection.run("UPDATE product SET year = 1900 WHERE key IN (3, 5)")
    connection.close()
    let again = try await CatalogStore.open(in: place(1))
    let (rows, repaired) = try await HubSync(again).check()
    XCTAssertGreaterThan(rows, 1200)
    XCTAssertEqual(repaired, 2)
    try await assertEqual([anna, again])
  }

  func testWhatIsDoneComesToTheOthersAtOnce() async throws {
    let (_, stores) = try await machines(2)
    let followers = stores.map { store in Task { try await HubFollower(store).run { _ in } } }
    defer { followers.forEach { $0.cancel() } }
    var waits: [Duration] = []
    for number in 0..<4 {
      let rose = try await add("Rose \(number)", to: stores[number % 2])
      let start = ContinuousClock.now
      let end = start.advanced(by: .seconds(10))
      while try await stores[1 - number % 2].product(rose.id) == nil, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(5))
      }
      waits.append(start.duration(to: .now))
    }
    print("from one machine to the other: \(waits.sorted()[1]), at most \(waits.sorted()[3])")
    for store in stores {
      let count = try await store.productCount()
      XCTAssertEqual(count, 4)
    }
  }

  /// Each saving is a transaction of its own; without anybody who answers, a shared catalogue only keeps its step.
  func testSavingDoesNotWaitForAHubThatIsGone() async throws {
    let alone = try await CatalogStore.open(in: place(8))
    let shared = try await CatalogStore.open(in: place(9))
    try await shared.share(
      Sharing(
        address: "postgresql:///gone?host=\(directory.path)", hub: UUID(), incarnation: UUID(),
        cursor: HubCursor(x: 0, n: 0)))
    let told = Told()
    let follower = Task {
      try await HubFollower(shared).run { event in
        if case .failed(.unreachable) = event { told.note() }
      }
    }
    defer { follower.cancel() }
    let end = ContinuousClock.now.advanced(by: .seconds(30))
    while told.count == 0, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(5))
    }
    var waits: [Bool: [Duration]] = [:]
    for number in 0..<rounds(20, withFaults: 20, withAll: 300) {
      for isShared in [false, true] {
        let start = ContinuousClock.now
        try await add("Rose \(number)", to: isShared ? shared : alone)
        waits[isShared, default: []].append(.now - start)
      }
    }
    let medians = [false, true].map { key -> Duration in
      let sorted = (waits[key] ?? []).sorted()
      return sorted[sorted.count / 2]
    }
    print("saving alone \(medians[0]), with a hub that is gone \(medians[1])")
    let unsent = try await shared.sharing()?.unsent
    XCTAssertEqual(unsent, waits[true]?.count)
    XCTAssertEqual(told.count, 1, "it is told once")
  }
}

private final class Told: @unchecked Sendable {
  private let lock = NSLock()
  private var noted = 0

  var count: Int { lock.withLock { noted } }
  func note() { lock.withLock { noted += 1 } }
}
