// SPDX-License-Identifier: Apache-2.0
// A window on a backup or a copy: what it shows, what comes back from there, and what it says of one that is gone.

import Catalog
import Foundation
import StateRestoration
import Wording
import XCTest

@testable import VitrineModel

final class BackupSceneTests: XCTestCase {
  @MainActor
  private static func scene(
    in shop: Shop, isFirst: Bool = true, _ fill: (SceneSession) -> Void
  ) throws -> (scene: BackupScene, session: SceneSession) {
    if isFirst { _ = try shop.scenes() }
    let session = shop.coordinator.makeScene(kind: WindowKind.backup.sceneKind, activity: nil)
    fill(session)
    let cache = shop.folder.appendingPathComponent("cache")
    let scene = BackupScene(shop.catalogue, session, cache: cache)
    try turn(until: "it is open or not") {
      if case .opening = scene.content { false } else { true }
    }
    return (scene, session)
  }

  func testWhatWasLostOnADayComesBackAndUndoTakesItAway() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      let store = shop.store
      let backup = try finish("a backup is made") { try await store.backUp() }
      let lost = try shop.product(titled: "Cherries").id
      _ = try finish("it is gone") {
        _ = try await store.delete([lost])
        return try await store.erase([lost])
      }
      let (scene, session) = try Self.scene(in: shop) { BackupScene.fill($0, backup) }
      guard case .open(let catalogue) = scene.content else { return XCTFail("\(scene.content)") }
      XCTAssertTrue(catalogue.isBackup)
      XCTAssertTrue(scene.sentence.contains(backup.dateText))
      XCTAssertTrue(scene.shows(backup))
      let browser = ProductBrowser(catalogue, session)
      try turn(until: "the list is read") { browser.list.isComplete }
      XCTAssertEqual(browser.list.count, 2)
      browser.select(lost)
      try turn(until: "it is shown") { browser.detail.product != nil }
      XCTAssertEqual(
        session.activity?.kind, .backup, "who asks for the product does not mean this window")

      let putting = try XCTUnwrap(scene.puttingBack)
      let plan = try finish("it is planned") { try await putting.plan([lost]) }
      XCTAssertEqual([plan.missing, plan.changed], [1, 0])
      XCTAssertNil(plan.question(day: scene.day))
      let outcome = try finish("it is put back") {
        await putting.putBack(plan.products, onlyMissing: false)
      }
      guard case .done(let sentence, let offer?) = outcome else { return XCTFail("\(outcome)") }
      XCTAssertEqual(sentence, "1 product put back.")
      XCTAssertEqual(try shop.product(titled: "Cherries").id, lost)
      offer.undo()
      try turn(until: "it is undone") {
        shop.catalogue.commands.redoable?.kind == .putBackProducts
      }
      XCTAssertNil(try finish("it is looked for") { try await store.product(lost) })
      scene.close()
    }
  }

  func testAProductThatIsStillThereIsAskedAbout() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango", "Orchid"])
      let store = shop.store
      let backup = try finish("a backup is made") { try await store.backUp() }
      let ids = try ["Cherries", "Mango", "Orchid"].map { try shop.product(titled: $0).id }
      _ = try finish("things change") {
        _ = try await store.change([ids[0]]) { $0.product.price = nil }
        return try await store.delete([ids[1]])
      }
      let (scene, _) = try Self.scene(in: shop) { BackupScene.fill($0, backup) }
      let putting = try XCTUnwrap(scene.puttingBack)
      let plan = try finish("it is planned") { try await putting.plan(ids) }
      let question = try XCTUnwrap(plan.question(day: "Monday"))
      XCTAssertEqual(question.title, "Replace 1 Product That Is Still There?")
      XCTAssertTrue(question.text.contains("1 other is gone and comes back."), question.text)
      let one = try finish("it is planned") { try await putting.plan([ids[0]]) }
      XCTAssertEqual(one.question(day: "Monday")?.title, "Replace “Cherries”?")
      let same = try finish("it is planned") { try await putting.plan([ids[2]]) }
      XCTAssertTrue(same.isNothing)
      scene.close()
    }
  }

  func testABackupThatIsGoneOrDamagedIsSaid() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      let store = shop.store
      let backup = try finish("a backup is made") { try await store.backUp() }
      let file = store.directory.appendingPathComponent("backups/\(backup.name)")
      let whole = try Data(contentsOf: file)
      try whole.prefix(5_000).write(to: file)
      let (damaged, _) = try Self.scene(in: shop) { BackupScene.fill($0, backup) }
      guard case .failed(let sentence) = damaged.content else { return XCTFail("it was opened") }
      XCTAssertTrue(sentence.contains("damaged"), sentence)
      try FileManager.default.removeItem(at: file)
      let (gone, _) = try Self.scene(in: shop, isFirst: false) { BackupScene.fill($0, backup) }
      guard case .gone = gone.content else { return XCTFail("it was opened") }
      // What is saved of the window may be anything.
      let (other, _) = try Self.scene(in: shop, isFirst: false) {
        $0.set(BackupState(backup: "../../secret"), for: SceneKey.backup)
      }
      guard case .gone = other.content else { return XCTFail("it was opened") }
    }
  }

  func testACopyIsSavedOpenedAndKept() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      let file = shop.folder.appendingPathComponent("shop.vitrine-copy")
      let saving = CopySaving(shop.catalogue)
      let said = try finish("it is saved") { await saving.save(to: file) }
      XCTAssertEqual(said, "Copy with 2 products saved.")
      let into = try finish("it is refused") {
        await saving.save(to: shop.store.directory.appendingPathComponent("a.vitrine-copy"))
      }
      XCTAssertTrue(into.hasPrefix("Not saved: "), into)

      let other = try Shop(products: ["Rose"])
      let (scene, _) = try Self.scene(in: other) { BackupScene.fill($0, copy: file) }
      guard case .open(let catalogue) = scene.content else { return XCTFail("\(scene.content)") }
      XCTAssertTrue(scene.canBeKept)
      XCTAssertTrue(scene.sentence.contains("shop.vitrine-copy"), scene.sentence)
      let count = try finish("it is read") { try await catalogue.store.productCount() }
      XCTAssertEqual(count, 2)
      let kept = try finish("it is kept") { await scene.keep() }
      XCTAssertTrue(kept.hasPrefix("It is your catalogue now. What you had is the backup of"), kept)
      XCTAssertNoThrow(try other.product(titled: "Mango"))
      let unpacked = try XCTUnwrap(scene.unpacked)
      scene.close()
      try turn(until: "nothing is left of it in the cache") {
        !FileManager.default.fileExists(atPath: unpacked.path)
      }
      try FileManager.default.removeItem(at: file)
      let (gone, _) = try Self.scene(in: other, isFirst: false) { BackupScene.fill($0, copy: file) }
      guard case .gone = gone.content else { return XCTFail("it was opened") }
    }
  }

  func testWhatIsDraggedSaysWhereItComesFrom() {
    let (window, product) = (UUID(), UUID())
    MainActor.assumeIsolated {
      let dragged = BackupScene.dragged(BackupScene.draggedText([product], from: window))
      XCTAssertEqual(dragged?.window, window)
      XCTAssertEqual(dragged?.products, [product])
      for text in ["", "\(window)", "\(window)\nrose", "vitrine:product/\(product)"] {
        XCTAssertNil(BackupScene.dragged(text), text)
      }
    }
  }
}
