// SPDX-License-Identifier: Apache-2.0
// One file with all of a catalogue: complete or not there, without what is nobody else's business, and refused if it is not
// as it was written.

import Foundation
import XCTest

@testable import Catalog

final class CatalogCopyTests: CatalogTestCase {
  private var copy: URL { folder.appendingPathComponent("shop.vitrine-copy") }
  private var folder: URL { directory.appendingPathComponent("elsewhere") }
  private var shop: URL { directory.appendingPathComponent("shop") }
  private var unpacked: URL { directory.appendingPathComponent("unpacked") }

  override func setUpWithError() throws {
    try super.setUpWithError()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func picture(_ byte: UInt8) throws -> URL {
    let file = directory.appendingPathComponent("\(byte).png")
    try Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, byte]).write(to: file)
    return file
  }

  private func filledShop() async throws -> (CatalogStore, Product) {
    let store = try await CatalogStore.open(in: shop)
    let rose = try await store.add(
      CatalogEntry(product: makeProduct("Rose", category: "Flowers")),
      pictures: [picture(1), picture(2)])
    let secret = try await store.create(makeProduct("Confidential"))
    _ = try await store.delete([secret.id])
    _ = try await store.erase([secret.id])
    return (store, rose.product)
  }

  func testACopyHasAllThatIsThereAndNothingThatIsGone() async throws {
    let (store, rose) = try await filledShop()
    let before = try await store.products(ProductQuery())
    let saved = try await store.saveCopy(to: copy)
    XCTAssertEqual([saved.products, saved.pictures, saved.picturesMissing], [1, 2, 0])
    let bytes = try Data(contentsOf: copy)
    XCTAssertNil(bytes.range(of: Data("Confidential".utf8)), "what was erased stays at home")
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path).count, 1)
    let left = try FileManager.default.contentsOfDirectory(atPath: shop.path)
    XCTAssertFalse(left.contains { $0.hasSuffix(".copying") }, "\(left)")

    let head = try await CatalogStore.copyHead(of: copy)
    XCTAssertEqual([head.products, head.pictures], [1, 2])
    _ = try await CatalogStore.unpackCopy(copy, to: unpacked)
    let there = try await CatalogStore.openCopy(in: unpacked)
    XCTAssertTrue(there.isReadOnly)
    let listed = try await there.products(ProductQuery())
    XCTAssertEqual(listed.map(\.id), before.map(\.id))
    for picture in rose.pictures {
      XCTAssertTrue(FileManager.default.fileExists(atPath: there.pictureFile(picture).path))
    }
    let steps = try await there.history()
    XCTAssertEqual(steps.undoable.count, 0)
    await there.close()
    await store.close()
  }

  func testOtherProgramsTakeItApart() async throws {
    let (store, rose) = try await filledShop()
    _ = try await store.saveCopy(to: copy)
    await store.close()
    let tar = Process()
    tar.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    tar.arguments = ["tar", "-xf", copy.path, "-C", folder.path]
    try tar.run()
    tar.waitUntilExit()
    XCTAssertEqual(tar.terminationStatus, 0)
    let picture = rose.pictures[0]
    let file = folder.appendingPathComponent(
      "images/\(picture.contentHash.prefix(2))/\(picture.fileName)")
    XCTAssertEqual(SHA256.hexDigest(of: Array(try Data(contentsOf: file))), picture.contentHash)
  }

  func testABackupIsSavedAsACopyAndACopyBecomesTheCatalogue() async throws {
    let (store, rose) = try await filledShop()
    let backup = try await store.backUp()
    _ = try await store.delete([rose.id])
    _ = try await store.erase([rose.id])
    let old = try await CatalogStore.open(backup, in: shop)
    _ = try await old.saveCopy(to: copy)
    await old.close()
    await store.close()

    let other = directory.appendingPathComponent("other")
    let mine = try await CatalogStore.open(in: other)
    _ = try await mine.create(makeProduct("Mine"))
    _ = try await CatalogStore.unpackCopy(copy, to: unpacked)
    let aside = try await CatalogStore.keepCopy(in: unpacked, as: other)
    XCTAssertEqual(aside?.kind, .beforeRestoring)
    try await waitUntil { try await mine.products(ProductQuery()).map(\.title) == ["Rose"] }
    for picture in rose.pictures {
      XCTAssertTrue(FileManager.default.fileExists(atPath: mine.pictureFile(picture).path))
    }
    let problems = try await mine.check()
    XCTAssertEqual(problems, [])
    await mine.close()
    // Where there was none, there is one.
    let empty = directory.appendingPathComponent("empty")
    let none = try await CatalogStore.keepCopy(in: unpacked, as: empty)
    XCTAssertNil(none)
    let first = try await CatalogStore.open(in: empty)
    let count = try await first.productCount()
    XCTAssertEqual(count, 1)
    await first.close()
  }

  func testMissingPicturesAreCountedAndTheRestIsThere() async throws {
    let (store, rose) = try await filledShop()
    try Data("altered".utf8).write(to: store.pictureFile(rose.pictures[0]))
    try FileManager.default.removeItem(at: store.pictureFile(rose.pictures[1]))
    let saved = try await store.saveCopy(to: copy)
    XCTAssertEqual([saved.products, saved.pictures, saved.picturesMissing], [1, 0, 2])
    _ = try await CatalogStore.unpackCopy(copy, to: unpacked)
    await store.close()
  }

  func testStoppedOrWithoutRoomNothingIsLeft() async throws {
    let (store, _) = try await filledShop()
    try Data("what was there".utf8).write(to: copy)
    await assertStopped {
      try await store.saveCopy(to: self.copy) { _ in throw CancellationError() }
    }
    XCTAssertEqual(try String(contentsOf: copy, encoding: .utf8), "what was there")
    signal(SIGXFSZ, SIG_IGN)
    let target = copy
    let full = await limitingFiles(to: 20_000) { try await store.saveCopy(to: target) }
    XCTAssertThrowsError(try full.get()) { error in
      guard case CatalogError.diskFull? = error as? CatalogError else { return XCTFail("\(error)") }
    }
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path).count, 1)
    XCTAssertEqual(try String(contentsOf: copy, encoding: .utf8), "what was there")
    let left = try FileManager.default.contentsOfDirectory(atPath: shop.path)
    XCTAssertFalse(left.contains { $0.hasSuffix(".copying") }, "\(left)")
    await assertThrows(
      CatalogError.amongOwnFiles(file: shop.appendingPathComponent("a.vitrine-copy").path)
    ) { try await store.saveCopy(to: self.shop.appendingPathComponent("a.vitrine-copy")) }
    await assertThrows({
      try await store.saveCopy(to: self.directory.appendingPathComponent("none/a.vitrine-copy"))
    }) { if case CatalogError.noSuchFile? = $0 as? CatalogError { true } else { false } }

    _ = try await store.saveCopy(to: copy)
    await assertStopped {
      try await CatalogStore.unpackCopy(self.copy, to: self.unpacked) { _ in
        throw CancellationError()
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    XCTAssertFalse(names.contains { $0.hasPrefix("unpacked") }, "\(names)")
    await store.close()
  }

  func testWhatAKilledCopyHasLeftIsGoneOnceTheCatalogueIsOpenedOrSavedAgain() async throws {
    let (store, _) = try await filledShop()
    await store.close()
    let left = shop.appendingPathComponent("\(UUID().uuidString).copying").path
    func leave() throws {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try Data("left".utf8).write(to: URL(fileURLWithPath: left + suffix))
      }
    }
    func isThere() throws -> Bool {
      try FileManager.default.contentsOfDirectory(atPath: shop.path).contains {
        $0.contains(".copying")
      }
    }
    try leave()
    // What somebody works with stays.
    var atWork: PassingPlace? = try PassingPlace(.copying, in: shop.path)
    let path = try XCTUnwrap(atWork).path
    let again = try await CatalogStore.open(in: shop)
    try await waitUntil { !FileManager.default.fileExists(atPath: left) }
    XCTAssertTrue(FileManager.default.fileExists(atPath: path))
    atWork = nil
    try leave()
    _ = try await again.saveCopy(to: copy)
    XCTAssertFalse(try isThere())
    // And one that was being unpacked.
    let unpacking = directory.appendingPathComponent("\(UUID().uuidString).unpacking")
    try FileManager.default.createDirectory(
      at: unpacking.appendingPathComponent("images"), withIntermediateDirectories: true)
    _ = try await CatalogStore.unpackCopy(copy, to: unpacked)
    XCTAssertFalse(FileManager.default.fileExists(atPath: unpacking.path))
    await again.close()
  }

  /// Whatever becomes of the process.
  func testACopyHasNoNameUntilItIsComplete() async throws {
    let (store, _) = try await filledShop()
    let folder = folder.path
    let shop = shop.path
    _ = try await store.saveCopy(to: copy) { progress in
      guard progress.fraction != nil else { return }
      for folder in [folder, shop] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        // Of the database, too, which had one while it was made.
        let isSeen = names.contains { $0.hasSuffix(".tmp") || $0.contains(".copying") }
        XCTAssertFalse(isSeen, "\(names)")
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    XCTAssertEqual(names, ["shop.vitrine-copy"])
    await store.close()
  }

  private func assertStopped<Value>(_ body: () async throws -> Value) async {
    do {
      _ = try await body()
      XCTFail("it was not stopped")
    } catch { XCTAssertTrue(error is CancellationError, "\(error)") }
  }

  /// Wherever it ends or is different, it is refused with a sentence, and nothing is left of it.
  func testWhatIsNotAsItWasWrittenIsRefused() async throws {
    let (store, _) = try await filledShop()
    _ = try await store.saveCopy(to: copy)
    await store.close()
    let whole = try Data(contentsOf: copy)
    for length in [0, 100, 511, 512, 1_024, 5_000, whole.count / 2, whole.count - 1_025] {
      try whole.prefix(length).write(to: copy)
      await assertRefused("\(length) bytes")
    }
    // In the database, and in a picture.
    for place in [20_000, whole.range(of: Data([0x1a, 0x0a, 2]))?.lowerBound ?? 0] {
      var other = whole
      other[place] ^= 0x20
      try other.write(to: copy)
      await assertRefused("a byte at \(place)")
    }
    var newer = whole
    let version = try XCTUnwrap(newer.range(of: Data("\"version\":1".utf8)))
    newer.replaceSubrange(version, with: Data("\"version\":9".utf8))
    try newer.write(to: copy)
    await assertThrows(CatalogError.newerVersion(file: copy.path)) {
      try await CatalogStore.copyHead(of: self.copy)
    }
    try FileManager.default.removeItem(at: copy)
    await assertThrows(CatalogError.noSuchFile(file: copy.path)) {
      try await CatalogStore.copyHead(of: self.copy)
    }
  }

  private func assertRefused(_ what: String) async {
    do {
      _ = try await CatalogStore.unpackCopy(copy, to: unpacked)
      let store = try await CatalogStore.openCopy(in: unpacked)
      await store.close()
      XCTFail("it was opened: \(what)")
    } catch {
      XCTAssertTrue(error is CatalogError, "\(what): \(error)")
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    XCTAssertFalse(names.contains { $0.hasPrefix("unpacked") }, "\(what): \(names)")
  }

  func testTarHeadsOfVeryLargeFilesAreReadBack() throws {
    let size = 9 << 30
    var bytes: [UInt8] = []
    try TarWriter(at: Date()) { bytes += $0 }.begin("catalog.sqlite", size: size)
    let file = directory.appendingPathComponent("large.tar")
    try Data(bytes).write(to: file)
    // The bytes themselves are holes.
    XCTAssertEqual(truncate(file.path, off_t(size + 512)), 0)
    let entry = try TarReader(file.path).next()
    XCTAssertEqual(entry?.size, size)
  }

  /// Whatever a head says of its size, with a sum that is right.
  func testSizesThatCannotBeAreRefused() throws {
    let file = directory.appendingPathComponent("hostile.tar")
    var archive: [UInt8] = []
    let writer = TarWriter(at: Date()) { archive += $0 }
    try writer.add("a", Array("what is in it".utf8))
    try writer.finish()
    var draw = SystemRandomNumberGenerator()
    let sizes = ["-0000000001", "+0000000001", "-7777777777", "77777777777", "9", ""].map {
      Array($0.utf8)
    }
    let letters = Array("-+0123456789 ".utf8) + [0, 0x80, 0xFF]
    for round in 0..<2_000 {
      var hostile = archive
      let drawn = (0..<12).map { _ in letters.randomElement(using: &draw) ?? 0 }
      let size = round < sizes.count ? sizes[round] : drawn
      hostile.replaceSubrange(124..<136, with: size + [UInt8](repeating: 0, count: 12 - size.count))
      hostile.replaceSubrange(148..<156, with: Array("        ".utf8))
      let sum = String(hostile[..<512].reduce(0) { $0 + Int($1) }, radix: 8)
      hostile.replaceSubrange(
        148..<156, with: Array(sum.utf8) + [UInt8](repeating: 0, count: 8 - sum.utf8.count))
      try Data(hostile).write(to: file)
      do {
        let reader = try TarReader(file.path)
        while let entry = try reader.next() {
          XCTAssertTrue((0...hostile.count).contains(entry.size), "\(size)")
          _ = try reader.read(atMost: entry.size)
        }
      } catch { XCTAssertTrue(error is TarReader.Damaged, "\(size): \(error)") }
    }
  }
}
