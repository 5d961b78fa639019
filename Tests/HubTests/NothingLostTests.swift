// SPDX-License-Identifier: Apache-2.0
// What could be lost between a machine and its hub without anybody noticing: what is refused, what goes in large
// numbers, what was taken back, a hub that is older than it looks, two processes on one machine.

import Foundation
import XCTest

@testable import Catalog
@testable import Hub

final class NothingLostTests: HubTestCase {
  /// With a hundred machines at once, twenty times in a row happened.
  func testWhoeverOthersAreInTheWayOfTriesAgainLater() async throws {
    let (cluster, stores) = try await machines(1)
    let rose = try await add("Rose", to: stores[0])
    _ = try await column("ALTER FUNCTION vitrine_1.apply RENAME TO apply_really")
    _ = try await column(
      """
      CREATE FUNCTION vitrine_1.apply(steps jsonb) RETURNS TABLE (id uuid, refused text, questions integer) LANGUAGE plpgsql AS
      'BEGIN RAISE ''in the way'' USING ERRCODE = ''40P01''; END'
      """)
    do {
      try await HubSync(stores[0]).run()
      XCTFail("it was sent")
    } catch HubError.cutOff {}
    let unsent = try await stores[0].sharing()?.unsent
    XCTAssertEqual(unsent, 1)
    _ = try await column("DROP FUNCTION vitrine_1.apply")
    _ = try await column("ALTER FUNCTION vitrine_1.apply_really RENAME TO apply")
    try await sync(stores)
    try await assertEqual(stores)
    let titles = try await HubServer(cluster.address(database)).rows(
      "SELECT id FROM vitrine.product"
    ).map(\.[0])
    XCTAssertEqual(titles, [rose.id.uuidString])
  }

  func testWhatTheHubRefusesStaysAndTheRestArrives() async throws {
    let (_, stores) = try await machines(2)
    // As if an older version had made the hub.
    _ = try await column("UPDATE vitrine_1.trait SET most = 5 WHERE name = 'year' RETURNING 1")
    var ids: [UUID] = []
    for year in [3, 1999, 4] {
      let product = try Product(title: ProductTitle("Year \(year)"), year: IntroductionYear(year))
      ids.append(try await stores[0].create(product).id)
    }
    try await edit(
      ids[0], in: stores[0], ProductChange(description: "Old", year: .some(IntroductionYear(2001))))
    // The product, its tags and its note, as one step.
    let whole = try Product(
      title: ProductTitle("With a note"), tags: ["a"], year: IntroductionYear(1950))
    _ = try await stores[0].add(
      CatalogEntry(
        product: whole, notes: [Note(productID: whole.id, title: NoteTitle("N"), text: "n")]))
    try await sync(stores)
    var titles = try await stores[0].products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles.sorted(), ["With a note", "Year 1999", "Year 3", "Year 4"])
    titles = try await stores[1].products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles.sorted(), ["Year 3", "Year 4"])
    // Once the hub can have them, it gets them.
    _ = try await column("UPDATE vitrine_1.trait SET most = 9999 WHERE name = 'year' RETURNING 1")
    let (_, repaired) = try await HubSync(stores[0]).check()
    XCTAssertEqual(repaired, 4)
    try await sync(stores)
    try await assertEqual(stores)
    let entry = try await stores[1].entry(whole.id)
    XCTAssertEqual(entry?.notes.map(\.text.text), ["n"])
    XCTAssertEqual(entry?.product.tags.map(\.text), ["a"])
  }

  func testHundredsThatAreErasedGoWithAllThatBelongsToThem() async throws {
    let (_, stores) = try await machines(2)
    let field = try CustomField(name: "Colour", kind: .line)
    try await stores[0].addField(field)
    var ids: Set<UUID> = []
    for number in 0..<140 {
      let product = try await stores[0].create(
        Product(title: ProductTitle("\(number)"), tags: ["a", "b"]))
      try await edit(product.id, in: stores[0], ProductChange(values: [field.id: .text("red")]))
      _ = try await stores[0].addNote(to: product.id, title: "N", text: "n")
      ids.insert(product.id)
    }
    try await sync(stores)
    try await stores[0].delete(ids)
    try await stores[0].erase(ids)
    try await sync(stores)
    try await assertEqual(stores)
    let questions = try await column("SELECT count(*) FROM vitrine_1.question")
    XCTAssertEqual(questions, ["0"])
    let left = try await rowsOfHub()
    XCTAssertEqual(left.count, 1)
  }

  /// The hub keeps a product that somebody else has changed since, with the photo that came before it was erased.
  func testAPhotoThatIsStillToBeSentStaysWhereItWasErased() async throws {
    let (cluster, stores) = try await machines(2)
    let (anna, bert) = (stores[0], stores[1])
    let rose = try await add("Rose", to: anna).id
    try await sync(stores)
    try await edit(rose, in: bert, ProductChange(description: "Red"))
    try await HubSync(bert).run()
    let file = directory.appendingPathComponent("rose.png")
    try Data(GeneratedPictures.all[0].bytes).write(to: file)
    _ = try await anna.addPictures(from: [file], to: rose, at: 0)
    try await anna.delete([rose])
    try await anna.erase([rose])
    _ = try await anna.forgetHistory()
    try await sync(stores)
    let hub = try await Hub(at: cluster.address(database))
    for question in try await hub.questions() {
      try await hub.answer(question.id, takesMine: false)
    }
    try await sync(stores)
    try await assertEqual(stores)
    for store in stores {
      let photos = try await store.product(rose, includingTrash: true)?.pictures
      XCTAssertEqual(photos?.count, 1)
      for photo in photos ?? [] { XCTAssertNoThrow(try Data(contentsOf: store.pictureFile(photo))) }
    }
  }

  func testATemplateThatTakesTheNameOfAnotherOneIsNotLost() async throws {
    let (_, stores) = try await machines(2)
    let (plants, herbs) = (try CategoryPath("Plants"), try CategoryPath("Plants > Herbs"))
    try await stores[0].setTemplate(
      ProductTemplate(category: plants, texts: [.builtIn("supplier"): "Orchard"]))
    try await stores[0].setTemplate(
      ProductTemplate(category: herbs, texts: [.builtIn("supplier"): "Garden"]))
    try await sync(stores)
    _ = try await stores[0].renameCategory(plants, to: herbs)
    try await sync(stores)
    try await assertEqual(stores)
    _ = try await stores[0].undo()
    try await sync(stores)
    try await assertEqual(stores)
    let templates = try await stores[1].templates().templates.map(\.category)
    XCTAssertEqual(Set(templates), [plants, herbs])
  }

  func testAStepWhoseFieldTheHubHasTakenAwayIsUnfitAndNothingIsDamaged() async throws {
    let (_, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0])
    let field = try CustomField(name: "Colour", kind: .line)
    try await stores[0].addField(field)
    try await edit(rose.id, in: stores[0], ProductChange(values: [field.id: .text("red")]))
    try await sync(stores)
    _ = try await stores[1].removeField(field.id)
    try await sync(stores)
    do {
      _ = try await stores[0].undo()
      XCTFail("a value of a field that is gone was taken back")
    } catch CatalogError.unfit(_, _) {}
    let problems = try await stores[0].check()
    // The step that fits no longer is said, and nothing else.
    guard problems.count == 1, case .unfitStep(_, isUndo: true)? = problems.first else {
      return XCTFail("\(problems)")
    }
    try await assertEqual(stores)
  }

  func testAHubThatWasPutBackInItsPlaceIsNoticed() async throws {
    let (_, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0])
    try await sync(stores)
    try await edit(rose.id, in: stores[0], ProductChange(title: ProductTitle("Tulip")))
    try await sync(stores)
    // All that came with the last step is gone, and others have gone on.
    _ = try await column(
      """
      WITH gone AS (DELETE FROM vitrine_1.step WHERE arrived = (SELECT max(arrived) FROM vitrine_1.step) RETURNING id)
      DELETE FROM vitrine_1.change WHERE step IN (SELECT id FROM gone) RETURNING 1
      """)
    for store in stores {
      do {
        try await HubSync(store).run()
        XCTFail("it was not noticed")
      } catch HubError.olderHub {}
    }
  }

  func testWhatTheOtherProcessOfThisMachineHasReadSinceIsNotOverwritten() async throws {
    let (cluster, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0])
    try await sync(stores)
    let earlier = try await unwrapped(stores[0].sharing())
    let hub = try await Hub(at: cluster.address(database))
    let old = try await hub.states(of: [["product", rose.id.uuidString]])
    try await edit(rose.id, in: stores[1], ProductChange(title: ProductTitle("Tulip")))
    try await sync(stores)
    let count = try await stores[0].adopt(old, basedOn: earlier)
    XCTAssertNil(count)
    let title = try await product(rose.id, in: stores[0]).title.text
    XCTAssertEqual(title, "Tulip")
  }

  func testAConnectionToAnEarlierHubIsUsedNoMore() async throws {
    let (_, stores) = try await machines(1)
    let hub = try await Hub(of: unwrapped(stores[0].sharing()))
    try await stores[0].endSharing()
    let other = try await makeDatabase()
    try await Hub.create(at: other.address(database))
    try await HubSync(stores[0]).join(other.address(database), withProducts: true)
    try await add("Rose", to: stores[0])
    do {
      try await HubSync(stores[0]).run(over: hub)
      XCTFail("sent to the earlier hub")
    } catch HubError.otherHub {}
    let unsent = try await stores[0].sharing()?.unsent
    XCTAssertEqual(unsent, 1)
  }

  func testWhoeverTakesBackWhatOthersHaveChangedIsAsked() async throws {
    let (cluster, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0])
    try await sync(stores)
    try await edit(rose.id, in: stores[1], ProductChange(description: "Red, with a scent"))
    _ = try await stores[1].addNote(to: rose.id, title: "N", text: "theirs")
    try await sync(stores)
    _ = try await stores[0].undo()
    try await sync(stores)
    try await assertEqual(stores)
    for store in stores {
      let entry = try await store.entry(rose.id)
      XCTAssertEqual(entry?.product.description.text, "Red, with a scent")
      XCTAssertEqual(entry?.notes.map(\.text.text), ["theirs"])
    }
    let hub = try await Hub(at: cluster.address(database))
    let question = try await unwrapped(hub.questions().first)
    try await hub.answer(question.id, takesMine: true)
    try await sync(stores)
    try await assertEqual(stores)
    let left = try await stores[0].product(rose.id)
    XCTAssertNil(left)
  }

  func testAnAnswerIsAboutWhatIsThereNow() async throws {
    let (cluster, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0], stock: 1)
    try await sync(stores)
    try await edit(rose.id, in: stores[0], ProductChange(title: ProductTitle("Tulip"), stock: 0))
    try await edit(rose.id, in: stores[1], ProductChange(title: ProductTitle("Lily"), stock: 0))
    try await sync(stores)
    try await edit(rose.id, in: stores[0], ProductChange(title: ProductTitle("Aster"), stock: 10))
    try await sync(stores)
    let hub = try await Hub(at: cluster.address(database))
    let questions = try await hub.questions()
    XCTAssertEqual(questions.map(\.field), ["title", "stock"])
    do {
      try await hub.answer(questions[0].id, takesMine: true)
      XCTFail("nobody has seen “Aster”")
    } catch HubError.questionChanged {}
    let anew = try await hub.questions().first?.theirs
    XCTAssertEqual(anew, #"{"title": "Aster"}"#)
    for question in questions { try await hub.answer(question.id, takesMine: true) }
    try await sync(stores)
    try await assertEqual(stores)
    let found = try await product(rose.id, in: stores[0])
    XCTAssertEqual(found.title.text, "Lily")
    XCTAssertEqual(found.stock, 9, "one was sold twice, ten came")
  }

  func testWhatIsSoldWhereNobodyCountsAnyMoreIsAskedAbout() async throws {
    let (cluster, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0], stock: 10)
    try await sync(stores)
    try await edit(rose.id, in: stores[1], ProductChange(stock: .some(nil)))
    try await HubSync(stores[1]).run()
    try await edit(rose.id, in: stores[0], ProductChange(stock: 7))
    try await sync(stores)
    try await assertEqual(stores)
    let stock = try await product(rose.id, in: stores[0]).stock
    XCTAssertNil(stock)
    let questions = try await Hub(at: cluster.address(database)).questions()
    XCTAssertEqual(questions.map(\.mine), [#"{"add": {"stock": -3000000}}"#])
  }

  /// Many at once may be in each other's way for longer than somebody waits: that is tried again, and no failure of
  /// what was sent.
  func testWhoeverWaitsTooLongIsCutOff() async throws {
    let (cluster, stores) = try await machines(1)
    let rose = try await add("Rose", to: stores[0])
    try await sync(stores)
    let other = try await HubServer(cluster.address(database))
    _ = try await other.rows("BEGIN")
    _ = try await other.rows("SELECT 1 FROM vitrine_1.item WHERE kind = 'product' FOR UPDATE")
    try await edit(rose.id, in: stores[0], ProductChange(description: "Red"))
    // As if nobody waited at all.
    _ = try await column("ALTER FUNCTION vitrine_1.apply SET lock_timeout = '50ms'")
    do {
      try await HubSync(stores[0]).run()
      XCTFail("it went by")
    } catch HubError.cutOff(_) {}
    _ = try await other.rows("ROLLBACK")
    try await sync(stores)
    let description = try await column(
      "SELECT value->>'description' FROM vitrine_1.item WHERE kind = 'product'")
    XCTAssertEqual(description, ["Red"])
  }

  func testHowASavedSearchIsArrangedStays() async throws {
    let (_, stores) = try await machines(2)
    var search = try SavedSearch(name: "Cheap", query: ProductQuery())
    try await stores[0].addSavedSearch(search)
    try await sync(stores)
    try await stores[0].arrangeSavedSearch(
      search.id, order: [ProductOrder(.title, ascending: false)], columns: [],
      hiddenColumns: ["sku"])
    search = try await unwrapped(stores[0].savedSearches().searches.first)
    try await stores[0].editSavedSearch(search.renamed("Very cheap"))
    try await sync(stores)
    try await assertEqual(stores)
    let hidden = try await stores[1].savedSearches().searches.map(\.hiddenColumns)
    XCTAssertEqual(hidden, [["sku"]])
    let questions = try await column("SELECT count(*) FROM vitrine_1.question")
    XCTAssertEqual(questions, ["0"])
  }

  func testADamagedPictureKeepsNoOtherOneFromComing() async throws {
    let (_, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0])
    // The second is just as long as a part.
    for (number, length) in [1000, 1 << 20, 2000].enumerated() {
      let file = directory.appendingPathComponent("picture \(number)")
      let bytes = pngStart + Data(repeating: UInt8(number), count: length - pngStart.count)
      try bytes.write(to: file)
      _ = try await stores[0].addPictures(from: [file], to: rose.id)
    }
    try await HubSync(stores[0]).run()
    let damaged = try await product(rose.id, in: stores[0]).pictures[0].contentHash
    _ = try await column(
      "UPDATE vitrine_1.picture SET bytes = '\\x00' WHERE name LIKE '\(damaged)%' RETURNING 1")
    let outcome = try await HubSync(stores[1]).run()
    XCTAssertEqual(outcome.pictures, 2)
    let lacking = try await stores[1].lackingPictures()
    XCTAssertEqual(lacking.map { String($0.prefix(64)) }, [damaged])
  }
}
