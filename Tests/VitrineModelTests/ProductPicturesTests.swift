// SPDX-License-Identifier: Apache-2.0
// Photos of the product that a window shows: added, moved, removed, captioned; what cannot be added is
// said, and the selection is kept.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class ProductPicturesTests: XCTestCase {
  @MainActor
  private final class Seen {
    var offers: [UndoOffer] = []
    var sentences: [String] = []
    var progress: [AddingPictures.Progress] = []

    init(_ detail: ProductDetail) {
      detail.pictures.offers.add(self) { [weak self] in self?.offers.append($0) }
      detail.messages.add(self) { [weak self] in self?.sentences.append($0) }
      detail.pictures.adding.changed.add(self) { [weak self, weak detail] _ in
        if let progress = detail?.pictures.adding.progress { self?.progress.append(progress) }
      }
    }
  }

  @MainActor
  private static func detail(_ shop: Shop, _ title: String = "Cherries") throws -> ProductDetail {
    let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
    detail.show(try shop.product(titled: title).id)
    try turn(until: "\(title) are shown") { detail.product != nil }
    return detail
  }

  /// Pictures from the sample that comes with the program.
  private static func samples(_ names: String...) -> [PictureSource] {
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("data/sample")
    return names.map { .file(sample.appendingPathComponent("\($0).png")) }
  }

  @MainActor
  private static func addThree(to detail: ProductDetail) throws -> [UUID] {
    let before = detail.pictures.items.count
    detail.pictures.add(samples("mango", "cherries", "ginger"))
    try turn(until: "three more are there") { detail.pictures.items.count == before + 3 }
    return detail.pictures.items.map(\.id)
  }

  /// Runs `body` with a shop, its only product and the three photos of that.
  private func withThreePhotos(
    _ body: @MainActor (_ shop: Shop, _ detail: ProductDetail, _ ids: [UUID]) throws -> Void
  ) throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      try body(shop, detail, try Self.addThree(to: detail))
    }
  }

  @MainActor
  private static func order(_ shop: Shop) throws -> [UUID] {
    try shop.product(titled: "Cherries").pictures.map(\.id)
  }

  func testThoseAddedTogetherAreTakenBackTogether() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      let seen = Seen(detail)
      let ids = try Self.addThree(to: detail)
      try turn(until: "undo is offered") { !seen.offers.isEmpty }
      XCTAssertEqual(seen.offers.map(\.sentence), ["3 photos added"])
      XCTAssertEqual(detail.pictures.selectedID, ids[0])
      XCTAssertEqual(detail.pictures.adding.problems, [])
      XCTAssertNil(detail.pictures.adding.progress)
      seen.offers[0].undo()
      try turn(until: "they are gone") { detail.pictures.items.isEmpty }
      shop.catalogue.commands.redo()
      try turn(until: "they are back") { detail.pictures.items.map(\.id) == ids }
    }
  }

  func testWhatCannotBeAddedIsSaidUntilItIsDismissed() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      let seen = Seen(detail)
      let bad = PictureSource.bytes(Array("text".utf8), name: "notes.png")
      detail.pictures.add(Self.samples("mango") + [bad] + Self.samples("none", "ginger"))
      try turn(until: "the others are added") { detail.pictures.items.count == 2 }
      try turn(until: "undo is offered") { !seen.offers.isEmpty }
      XCTAssertEqual(
        detail.pictures.adding.problems,
        [
          "The picture “notes.png” is not in PNG, JPEG, WebP, GIF, SVG, AVIF or HEIC format.",
          "The picture “none.png” is missing.",
        ])
      detail.pictures.adding.dismissProblems()
      XCTAssertEqual(detail.pictures.adding.problems, [])
      detail.pictures.add([bad])
      try turn(until: "it is refused") { !detail.pictures.adding.problems.isEmpty }
      XCTAssertEqual(detail.pictures.items.count, 2)
      detail.show(try shop.product(titled: "Mango").id)
      try turn(until: "they went with their product") { detail.pictures.adding.problems.isEmpty }
    }
  }

  func testWhatCannotBeAddedToAClosedWindowIsSaidInAnother() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      var said: [String] = []
      shop.catalogue.notices.add(shop) { said.append($0) }
      var detail: ProductDetail? = try Self.detail(shop)
      let broken = shop.folder.appendingPathComponent("broken.png")
      try Data("no picture".utf8).write(to: broken)
      let gone = shop.folder.appendingPathComponent("gone.png")
      detail?.pictures.add(Self.samples("mango") + [.file(broken), .file(gone)])
      detail = nil
      try turn(until: "it is said") { !said.isEmpty }
      XCTAssertEqual(said.count, 1)
      XCTAssertTrue(said[0].hasPrefix("2 photos were not added\n"), said[0])
      XCTAssertTrue(said[0].hasSuffix(" And 1 other."), said[0])
      XCTAssertEqual(try Self.order(shop).count, 1)
    }
  }

  func testOfAFormatThatCannotBeShownHereTheReasonIsSaid() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      let gif = PictureSource.bytes(Array("GIF89a".utf8), name: "photo.png")
      shop.catalogue.shownFormats = [.png, .jpg]
      detail.pictures.add([gif] + Self.samples("mango"))
      // The photo may be shown before the batch it was in has ended.
      try turn(until: "the other is added") {
        detail.pictures.items.count == 1 && !detail.pictures.adding.problems.isEmpty
      }
      let needs = PictureFormat.gif.needs
      XCTAssertTrue(needs.hasPrefix("To show GIF, install what is missing"), needs)
      XCTAssertEqual(
        detail.pictures.adding.problems, ["The picture “photo.png” cannot be shown. \(needs)"])
      // One that came from elsewhere.
      let png = detail.pictures.items[0]
      XCTAssertTrue(detail.pictures.whyNotShown(png.id).contains("damaged"))
      shop.catalogue.shownFormats = []
      XCTAssertEqual(detail.pictures.whyNotShown(png.id), PictureFormat.png.needs)
    }
  }

  func testManyShowHowFarTheyAreAndCanBeCancelled() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      let seen = Seen(detail)
      let forty = (0..<10).flatMap { _ in Self.samples("mango", "cherries", "ginger", "orchid") }
      detail.pictures.add(forty)
      try turn(until: "some are read") { (detail.pictures.adding.progress?.done ?? 0) > 2 }
      XCTAssertEqual(detail.pictures.adding.progress?.count, 40)
      XCTAssertEqual(detail.pictures.adding.progress?.isWorthShowing, true)
      detail.pictures.adding.cancel()
      try turn(until: "it has ended") { detail.pictures.adding.progress == nil }
      XCTAssertEqual(seen.sentences, ["Cancelled: no photo was added"])
      XCTAssertEqual(try Self.order(shop), [])
      // The next batch is not cancelled with it.
      _ = try Self.addThree(to: detail)
      XCTAssertGreaterThan(seen.progress.count, 3)
    }
  }

  func testTheyGoToTheProductTheyWereMeantFor() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      detail.pictures.add(Self.samples("cherries", "cherries-detail"))
      detail.show(try shop.product(titled: "Mango").id)
      try turn(until: "cherries have theirs") { (try? Self.order(shop).count) == 2 }
      try turn(until: "it is over") { detail.pictures.adding.progress == nil }
      XCTAssertEqual(detail.pictures.items, [])
      XCTAssertNil(detail.pictures.selectedID)
    }
  }

  func testThoseChosenWhileAnotherProductIsShownGoToTheOneTheyWereMeantFor() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      let target = detail.pictures.target
      let mango = try shop.product(titled: "Mango")
      detail.show(mango.id)
      try turn(until: "the mango is shown") { detail.product?.id == mango.id }
      detail.pictures.add(Self.samples("cherries"), to: target)
      try turn(until: "it is there") { (try? Self.order(shop).count) == 1 }
      XCTAssertEqual(try shop.product(titled: "Mango").pictures, [])
      XCTAssertEqual(detail.pictures.items, [])
    }
  }

  func testQuickMovesAreWrittenInTheirOrder() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      let pictures = detail.pictures
      let ids = try Self.addThree(to: detail)
      for _ in 1...9 { for id in ids { pictures.move(id, by: 1) } }
      pictures.move(ids[2], by: -2)
      pictures.move(ids[0], beside: ids[1], below: true)
      let wanted = pictures.items.map(\.id)
      XCTAssertEqual(wanted.first, ids[2], "the cover")
      XCTAssertEqual(Array(wanted.suffix(2)), [ids[1], ids[0]])
      try turn(until: "the catalogue has the order") { (try? Self.order(shop)) == wanted }
      shop.catalogue.commands.undo()
      try turn(until: "the last move is undone") { pictures.items.map(\.id) != wanted }
    }
  }

  func testARemovedPhotoComesBackInItsPlaceAndItsNeighbourIsSelected() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let detail = try Self.detail(shop)
      let seen = Seen(detail)
      let ids = try Self.addThree(to: detail)
      try turn(until: "adding is over") { seen.offers.count == 1 }
      detail.pictures.select(ids[1])
      detail.pictures.remove(ids[1])
      XCTAssertEqual(detail.pictures.items.map(\.id), [ids[0], ids[2]])
      XCTAssertEqual(detail.pictures.selectedID, ids[2])
      try turn(until: "undo is offered") { seen.offers.count == 2 }
      XCTAssertEqual(seen.offers[1].sentence, "Photo removed")
      detail.pictures.remove(ids[2])
      XCTAssertEqual(detail.pictures.selectedID, ids[0])
      try turn(until: "undo is offered") { seen.offers.count == 3 }
      seen.offers[2].undo()
      try turn(until: "the last is back") { detail.pictures.items.count == 2 }
      seen.offers[1].undo()
      try turn(until: "both are back") { detail.pictures.items.map(\.id) == ids }
    }
  }

  func testACaptionIsChangedOrRefused() throws {
    try withThreePhotos { shop, detail, ids in
      XCTAssertNil(detail.pictures.setCaption("In a bowl", of: ids[1]))
      XCTAssertEqual(detail.pictures.items[1].caption.text, "In a bowl", "shown at once")
      let caption = { try? shop.product(titled: "Cherries").pictures[1].caption.text }
      try turn(until: "it is in the catalogue") { caption() == "In a bowl" }
      XCTAssertNotNil(detail.pictures.setCaption("Front\0back", of: ids[1]))
      XCTAssertNotNil(detail.pictures.setCaption("Nowhere", of: UUID()))
      XCTAssertNil(detail.pictures.setCaption("", of: ids[1]))
      try turn(until: "it is gone") { caption() == "" }
      XCTAssertEqual(detail.pictures.items.map(\.id), ids)
    }
  }

  func testAKillWhileACaptionIsWrittenLosesNothingAndMakesNoConflict() throws {
    try withThreePhotos { shop, detail, ids in
      var typed = try XCTUnwrap(detail.pictures.beginCaption(of: ids[1]))
      XCTAssertEqual(typed.typed, "")
      detail.pictures.typeCaption("In a bowl", anchor: 9, caret: 9)
      XCTAssertNil(detail.pictures.setCaption("In a bowl", of: ids[1]))
      XCTAssertEqual(detail.pictures.draft.typed, "In a bowl", "it is not written yet")
      XCTAssertNil(detail.pictures.openCaption)
      let draft = detail.pictures.draft
      try turn(until: "it is written") { detail.pictures.draft == CaptionDraft() }
      let caption = { try? shop.product(titled: "Cherries").pictures[1].caption.text }
      XCTAssertEqual(caption(), "In a bowl")
      // As it was when the program was killed.
      detail.pictures.draft = draft
      typed = try XCTUnwrap(detail.pictures.beginCaption(of: ids[1]))
      XCTAssertEqual(typed.was, "In a bowl")
      XCTAssertNil(detail.pictures.setCaption("In a blue bowl", of: ids[1]))
      try turn(until: "the next one is written") { caption() == "In a blue bowl" }
    }
  }

  func testCaptionsThatAreLeftWaitEachWithItsPhoto() throws {
    try withThreePhotos { shop, detail, ids in
      let (pictures, seen) = (detail.pictures, Offers(detail.pictures))
      let waiting = { pictures.items.filter { pictures.hasWaitingCaption($0) }.map(\.id) }
      for (id, text) in zip(ids, ["In a bow", "In a bl", ""]) {
        _ = try XCTUnwrap(pictures.beginCaption(of: id))
        pictures.typeCaption(text, anchor: 0, caret: 0)
        XCTAssertFalse(waiting().contains(id), "it is being typed")
        pictures.leaveCaption()
      }
      XCTAssertEqual(waiting(), Array(ids.prefix(2)))
      XCTAssertEqual(pictures.beginCaption(of: ids[0])?.typed, "In a bow")
      XCTAssertNil(pictures.setCaption("In a bowl", of: ids[0]))
      try turn(until: "it is written") {
        (try? shop.product(titled: "Cherries").pictures[0].caption.text) == "In a bowl"
          && waiting() == [ids[1]]
      }
      pictures.discardCaption(of: ids[1])
      XCTAssertEqual(waiting(), [])
      try XCTUnwrap(seen.all.last).undo()
      XCTAssertEqual(waiting(), [ids[1]])
      XCTAssertEqual(pictures.beginCaption(of: ids[1])?.typed, "In a bl")
    }
  }

  private final class Offers {
    var all: [UndoOffer] = []

    @MainActor init(_ pictures: ProductPictures) {
      pictures.offers.add(self) { [weak self] in self?.all.append($0) }
    }
  }

  func testPhotosAreTurnedAtOnceAndInOrder() throws {
    try withThreePhotos { shop, detail, ids in
      let turns = { try? shop.product(titled: "Cherries").pictures.map(\.turn) }
      detail.pictures.rotate(ids[1], by: .right)
      detail.pictures.rotate(ids[1], by: .right)
      detail.pictures.rotate(ids[2], by: .left)
      XCTAssertEqual(detail.pictures.items.map(\.turn), [.none, .half, .left], "shown at once")
      try turn(until: "the catalogue has them") { turns() == [.none, .half, .left] }
      shop.catalogue.commands.undo()
      try turn(until: "the last is undone") {
        detail.pictures.items.map(\.turn) == [.none, .half, .none]
      }
      detail.pictures.rotate(UUID(), by: .left)
      XCTAssertEqual(detail.pictures.items.map(\.id), ids)
    }
  }

  func testAReplacedPhotoKeepsCaptionAndPlaceAndComesBackByUndo() throws {
    try withThreePhotos { shop, detail, ids in
      let seen = Seen(detail)
      XCTAssertNil(detail.pictures.setCaption("In a bowl", of: ids[1]))
      let old = detail.pictures.items[1].contentHash
      detail.pictures.replace(ids[1], with: Self.samples("orchid")[0])
      try turn(until: "undo is offered") { seen.offers.last?.sentence == "Photo replaced" }
      try turn(until: "it is shown") { detail.pictures.items[1].contentHash != old }
      XCTAssertEqual(detail.pictures.items.map(\.id), ids)
      XCTAssertEqual(detail.pictures.items[1].caption.text, "In a bowl")
      detail.pictures.replace(ids[1], with: .bytes(Array("text".utf8), name: "notes.png"))
      try turn(until: "it is refused") { !seen.sentences.isEmpty }
      XCTAssertEqual(
        seen.sentences,
        [
          "Not replaced: The picture “notes.png” is not in PNG, JPEG, WebP, GIF, SVG, AVIF or HEIC format."
        ])
      seen.offers.last?.undo()
      try turn(until: "the old one is back") { detail.pictures.items[1].contentHash == old }
    }
  }

  func testThoseOfAProductInTheTrashStay() throws {
    try withThreePhotos { shop, detail, ids in
      detail.moveToTrash()
      try turn(until: "it is in the trash") { detail.trashedProduct != nil }
      XCTAssertFalse(detail.pictures.canChange)
      detail.pictures.remove(ids[0])
      detail.pictures.move(ids[0], by: 1)
      detail.pictures.rotate(ids[0], by: .left)
      detail.pictures.replace(ids[0], with: Self.samples("orchid")[0])
      detail.pictures.add(Self.samples("mango"))
      XCTAssertEqual(detail.pictures.items.map(\.turn), [.none, .none, .none])
      XCTAssertEqual(detail.pictures.items.map(\.id), ids)
    }
  }

  func testTheSelectedPhotoComesBack() throws {
    try withThreePhotos { shop, detail, ids in
      detail.pictures.select(ids[1])
      let again = try shop.closedAndOpenedAgain()
      let restored = try Self.detail(again)
      XCTAssertEqual(restored.pictures.selectedID, ids[1])
      XCTAssertEqual(restored.pictures.items.map(\.id), ids)
    }
  }

  /// A shop in which forty photos were being added when the program was killed; they were cancelled there if it was
  /// too early to be in the catalogue.
  @MainActor
  private static func killedWhileAdding(afterThat isAdded: Bool) throws -> Shop {
    let shop = try Shop(products: ["Cherries"])
    let detail = try Self.detail(shop)
    let names = ["mango", "cherries", "ginger", "orchid"]
    detail.pictures.add((0..<40).flatMap { Self.samples(names[$0 % 4]) }, at: 0)
    try turn(until: "some are read") { (detail.pictures.adding.progress?.done ?? 0) > 2 }
    let windows = try shop.copyOfWindows()
    XCTAssertEqual(detail.pictures.items, [])
    XCTAssertFalse(shop.catalogue.wouldLosePhotos)
    if isAdded {
      try turn(until: "they are added") { detail.pictures.items.count == 40 }
    } else {
      detail.pictures.adding.cancel()
    }
    try turn(until: "it has ended") { !shop.catalogue.isAddingPhotos }
    XCTAssertEqual(
      detail.session.value(PhotosUnderWayState.self, for: SceneKey.photosUnderWay)?.batches, [])
    return try shop.killedAndOpenedAgain(with: windows)
  }

  func testThoseThatWereBeingAddedWhenTheProgramWasKilledAreAddedByTheNextOne() throws {
    try MainActor.assumeIsolated {
      let shop = try Self.killedWhileAdding(afterThat: false)
      defer { shop.remove() }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      let seen = Seen(detail)
      try turn(until: "undo is offered") { !seen.offers.isEmpty }
      XCTAssertEqual(seen.sentences, ["40 photos that were being added are added now"])
      XCTAssertEqual(seen.offers.map(\.sentence), ["40 photos added"])
      let pictures = try shop.product(titled: "Cherries").pictures
      XCTAssertEqual(pictures.count, 40)
      XCTAssertEqual(pictures[0].contentHash, pictures[4].contentHash, "not in their order")
      let again = try shop.closedAndOpenedAgain()
      _ = ProductDetail(again.catalogue, try again.scenes()[0], delegate: nil)
      XCTAssertFalse(again.catalogue.isAddingPhotos)
    }
  }

  func testThoseThatWereInTheCatalogueAlreadyAreNotAddedTwice() throws {
    try MainActor.assumeIsolated {
      let shop = try Self.killedWhileAdding(afterThat: true)
      defer { shop.remove() }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      let batches = {
        detail.session.value(PhotosUnderWayState.self, for: SceneKey.photosUnderWay)?.batches
      }
      XCTAssertEqual(batches()?.count, 1)
      try turn(until: "it is known") { batches() == [] }
      XCTAssertFalse(shop.catalogue.isAddingPhotos)
      XCTAssertEqual(try shop.product(titled: "Cherries").pictures.count, 40)
    }
  }

  func testAfterCrashesNothingIsAddedByItself() throws {
    try MainActor.assumeIsolated {
      let shop = try Self.killedWhileAdding(afterThat: false)
      defer { shop.remove() }
      let detail = ProductDetail(
        shop.catalogue, try shop.scenes()[0], opensForms: false, delegate: nil)
      detail.show(try shop.product(titled: "Cherries").id)
      try turn(until: "they are shown") { detail.product != nil }
      XCTAssertFalse(shop.catalogue.isAddingPhotos)
      let state = detail.session.value(PhotosUnderWayState.self, for: SceneKey.photosUnderWay)
      XCTAssertEqual(state?.batches.first?.files.count, 40, "forgotten")
    }
  }
}
