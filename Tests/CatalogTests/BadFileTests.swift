// SPDX-License-Identifier: Apache-2.0
// Whatever is not a complete catalogue is refused with a sentence and left unchanged.

import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Catalog

final class BadFileTests: CatalogTestCase {
  private var path: String {
    directory.resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite").path
  }

  func testWhatIsNotADatabaseIsLeftAlone() async throws {
    var random = SeededRandom(seed: 1)
    let noise = Data((0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) })
    for content in [Data(), Data("hello".utf8), Data(count: 4096), noise] {
      try content.write(to: file)
      await assertRefusedUntouched(.notADatabase(file: path))
    }
  }

  func testAnotherProgramsDatabaseIsLeftAlone() async throws {
    for id in [0, 0x1234] {
      try Data().write(to: file)
      let connection = try Connection(path, .readWrite)
      try connection.execute("PRAGMA application_id = \(id); CREATE TABLE theirs (a)")
      connection.close()
      await assertRefusedUntouched(.foreign(file: path))
      try FileManager.default.removeItem(at: file)
    }
  }

  func testOnlyAPlainFileWillDo() async throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    await assertRefused(.notAFile(file: path))
    try FileManager.default.removeItem(at: file)
    XCTAssertEqual(mkfifo(path, 0o600), 0)
    await assertRefused(.notAFile(file: path))
    try FileManager.default.removeItem(at: file)

    let elsewhere = directory.appendingPathComponent("elsewhere")
    let store = try await CatalogStore.open(in: elsewhere)
    await store.close()
    try FileManager.default.createSymbolicLink(
      at: file, withDestinationURL: elsewhere.appendingPathComponent("catalog.sqlite"))
    await assertRefused(.symbolicLink(file: path))
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(
      at: file, withDestinationURL: directory.appendingPathComponent("nowhere"))
    XCTAssertTrue(CatalogStore.exists(in: directory))
    await assertRefused(.symbolicLink(file: path))
  }

  /// A catalogue from elsewhere would have its pictures written into, and what none of its products has removed from, a
  /// place that it names: the pictures of another catalogue, for one.
  func testNothingOfACatalogueIsALink() async throws {
    let backup = try await makeBackedUpCatalogue()
    let elsewhere = directory.appendingPathComponent("elsewhere")
    try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: false)
    let names = [
      "images", "images/ab", "backups/images", "backups/images/ab", "catalog.lock", "catalog.sums",
      "catalog.reserve",
    ]
    for name in names + ["-wal", "-shm", "-journal"].map({ "catalog.sqlite\($0)" }) {
      for target in [elsewhere.path, "nowhere"] {
        let link = URL(fileURLWithPath: path).deletingLastPathComponent()
          .appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? FileManager.default.removeItem(at: link)
        try FileManager.default.createSymbolicLink(
          atPath: link.path, withDestinationPath: target)
        await assertRefused(.symbolicLink(file: link.path))
        await assertThrows(.symbolicLink(file: link.path)) {
          try await CatalogStore.restore(backup, in: directory)
        }
        try FileManager.default.removeItem(at: link)
      }
    }
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path), [])
    let backups = directory.appendingPathComponent("backups")
    try FileManager.default.moveItem(at: backups, to: directory.appendingPathComponent("moved"))
    try FileManager.default.createSymbolicLink(
      atPath: backups.path, withDestinationPath: "moved")
    await assertThrows({ try await CatalogStore.open(in: directory) }) {
      if case CatalogError.symbolicLink = $0 { true } else { false }
    }
  }

  func testADirectoryThatIsAFileIsRefused() async throws {
    try Data("mine".utf8).write(to: file)
    await assertThrows(.notADirectory(file: file.path)) { try await CatalogStore.open(in: file) }
    let below = file.appendingPathComponent("below")
    await assertThrows({ try await CatalogStore.open(in: below) }) {
      if case CatalogError.notADirectory = $0 { true } else { false }
    }
    XCTAssertEqual(try Data(contentsOf: file), Data("mine".utf8))
  }

  func testTheDirectoryMayBeReachedThroughALink() async throws {
    let link = directory.appendingPathComponent("link")
    let real = directory.appendingPathComponent("real")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    let store = try await CatalogStore.open(in: link)
    _ = try await store.create(makeProduct("Rose"))
    await store.close()
    XCTAssertTrue(CatalogStore.exists(in: real))
  }

  func testANameWithEveryKindOfCharacterWorks() async throws {
    let odd = directory.appendingPathComponent("a b?c#d%20é'\"&=:")
    for count in 0...1 {
      let store = try await CatalogStore.open(in: odd)
      let found = try await store.productCount()
      XCTAssertEqual(found, count)
      _ = try await store.create(makeProduct("Rose"))
      await store.close()
    }
    XCTAssertTrue(CatalogStore.exists(in: odd))
  }

  func testANewerCatalogueIsOpenedReadOnly() async throws {
    try await makeCatalogue(products: 3)
    let connection = try Connection(path, .readWrite)
    try connection.execute("PRAGMA user_version = 9999")
    connection.close()
    let store = try await CatalogStore.open(in: directory)
    XCTAssertTrue(store.isReadOnly)
    XCTAssertEqual(store.readOnlyReason, .newerVersion(file: path))
    let count = try await store.productCount()
    XCTAssertEqual(count, 3)
    await assertThrows(.readOnly(file: path)) { try await store.create(makeProduct("Rose")) }
    await store.close()
  }

  func testAnUnfinishedCatalogueIsCreatedAgain() async throws {
    try Data("left by a crash".utf8).write(to: URL(fileURLWithPath: path + ".new"))
    try Data("left by a crash".utf8).write(to: URL(fileURLWithPath: path + ".new-journal"))
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Rose"))
    await store.close()
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    XCTAssertEqual(left, ["catalog.lock", "catalog.sqlite", "catalog.sqlite-wal", "catalog.sums"])
  }

  func testATruncatedFileIsReportedAndReadAsFarAsItGoes() async throws {
    try await makeCatalogue(products: 400)
    let whole = try Data(contentsOf: file)
    for part in [whole.count / 2, whole.count - 4096, 4096, 1000, 100, 50] {
      try whole.prefix(part).write(to: file)
      await assertTypedErrorsOnly(expectDamage: true)
      XCTAssertEqual(try Data(contentsOf: file), whole.prefix(part), "\(part) bytes")
    }
  }

  /// Changes single bytes anywhere: no crash, and every error has a sentence.
  func testFlippedBytesNeverCrash() async throws {
    try skipWithoutFaults()
    try await makeCatalogue(products: 60)
    let whole = try Data(contentsOf: file)
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    // The header and the schema first, byte by byte; then anywhere.
    let places =
      Array(16..<110) + (0..<100).map { _ in Int.random(in: 0..<whole.count, using: &random) }
    for place in places {
      var flipped = whole
      flipped[place] ^= UInt8.random(in: 1...255, using: &random)
      try flipped.write(to: file)
      await assertTypedErrorsOnly(expectDamage: false, "seed \(seed), byte \(place)")
      for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
  }

  /// A large file is not read completely when it is opened: only its length and schema are checked,
  /// and deeper damage is found later.
  func testALargeFileThatIsCutShortOrFlipped() async throws {
    try skipWithoutFaults()
    let store = try await CatalogStore.open(in: directory)
    for number in 0..<12 {
      let product = try makeProduct("Product \(number)")
      let long = try FreeText(description: String(repeating: "-", count: 500_000))
      _ = try await store.create(Product(title: product.title, description: long))
    }
    await store.close()
    let whole = try Data(contentsOf: file)
    XCTAssertGreaterThan(whole.count, 5 << 20)
    for part in [whole.count / 2, whole.count - 4096, whole.count - 1] {
      try whole.prefix(part).write(to: file)
      await assertTypedErrorsOnly(expectDamage: true, "\(part) bytes")
      XCTAssertEqual(try Data(contentsOf: file), whole.prefix(part), "\(part) bytes")
    }
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<25 {
      var flipped = whole
      for _ in 0..<20 {
        flipped[Int.random(in: 100..<whole.count, using: &random)] ^= UInt8.random(
          in: 1...255, using: &random)
      }
      try flipped.write(to: file)
      await assertTypedErrorsOnly(expectDamage: false, "seed \(seed)")
      for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
  }

  func testAVersionMayBeAnyNumber() async throws {
    let store = try await CatalogStore.open(in: directory)
    await store.close()
    for version in [Int32.min, -1, .max] + (1...20).map({ _ in Int32.random(in: .min ... .max) }) {
      let connection = try Connection(path, .readWrite)
      try connection.execute("PRAGMA user_version = \(version)")
      connection.close()
      await assertTypedErrorsOnly(expectDamage: false, "version \(version)")
    }
  }

  /// What says that it is a catalogue may stand in any file.
  func testAVersionThatNoneOfOursHasIsNotOurs() async throws {
    try await makeCatalogue(products: 1)
    for version in [Int32.min, -5, -1, 0] {
      let connection = try Connection(path, .readWrite)
      try connection.execute("PRAGMA user_version = \(version)")
      connection.allowCheckpointOnClose()
      connection.close()
      let before = try Data(contentsOf: file)
      await assertRefused(.foreign(file: path))
      await assertThrows(.foreign(file: path)) {
        try await CatalogStore.copyOwn(
          from: directory, to: directory.appendingPathComponent("rescued"))
      }
      XCTAssertEqual(try Data(contentsOf: file), before)
    }
  }

  /// Whatever another program has put into the header, in which each number has its place.
  func testAHeaderMayHaveAnyNumbers() async throws {
    try await makeCatalogue(products: 3)
    let whole = try Data(contentsOf: file)
    let places = [16, 18, 19, 20, 21, 22, 23] + Array(stride(from: 24, to: 100, by: 4))
    for _ in 0..<rounds(40, withFaults: 400, withAll: 1_000) {
      var changed = whole
      for place in places.shuffled().prefix(Int.random(in: 1...3)) {
        let numbers: [UInt32] = [
          0, 1, 2, 5, 0x7FFF_FFFF, 0x8000_0000, .max, .random(in: 0 ... .max),
        ]
        let number = numbers.randomElement() ?? 0
        let length = place < 18 ? 2 : place < 24 ? 1 : 4
        for byte in 0..<length {
          changed[place + byte] = UInt8(
            truncatingIfNeeded: number >> UInt32(8 * (length - 1 - byte)))
        }
      }
      try changed.write(to: file)
      let header = changed[0..<100].map { String($0, radix: 16) }.joined(separator: " ")
      do {
        let store = try await CatalogStore.open(in: directory)
        if changed[60] >= 0x80 { XCTFail("opened: \(header)") }
        await store.close()
      } catch {
        XCTAssertEqual(try Data(contentsOf: file), changed, "\(error): \(header)")
      }
      try changed.write(to: file)
      await assertTypedErrorsOnly(expectDamage: false, header)
      for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
  }

  /// SQLite takes such a number when it opens the file, and not when it reads the tables again.
  func testATextEncodingOfItsOwnIsRefusedBeforeAnythingIsWritten() async throws {
    try await makeCatalogue(products: 3)
    var changed = try Data(contentsOf: file)
    changed[19] = 0  // Not in use with a log, so that opening would switch it on.
    for encoding: [UInt8] in [[0, 0, 0, 0], [0, 0, 0, 2], [0xF7, 0xCB, 0x23, 0x30]] {
      changed.replaceSubrange(56..<60, with: encoding)
      try changed.write(to: file)
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
      await assertThrows({ try await CatalogStore.open(in: directory) }) {
        if case CatalogError.damaged = $0 { true } else { false }
      }
      XCTAssertEqual(try Data(contentsOf: file), changed, "\(encoding)")
    }
  }

  func testAMissingTableIsDamage() async throws {
    try await makeCatalogue(products: 1)
    let connection = try Connection(path, .readWrite)
    try connection.execute("PRAGMA foreign_keys = OFF; DROP TABLE note")
    connection.close()
    await assertThrows({ try await CatalogStore.open(in: directory) }) {
      if case CatalogError.damaged = $0 { true } else { false }
    }
  }

  // MARK: Permission

  func testWithoutPermission() async throws {
    try await makeCatalogue(products: 2)
    let other = directory.appendingPathComponent("missing")
    try setMode(0o000, of: file)
    try await asOrdinaryUser {
      await self.assertRefused(.noPermission(file: self.path))
    }
    // A readable file in a directory that is not writable.
    try setMode(0o644, of: file)
    try setMode(0o555, of: directory)
    try await asOrdinaryUser {
      let store = try await CatalogStore.open(in: self.directory)
      XCTAssertEqual(store.readOnlyReason, .noPermission(file: self.path))
      let rows = try await store.products(ProductQuery())
      XCTAssertEqual(rows.count, 2)
      await assertThrows(.readOnly(file: self.path)) {
        try await store.create(makeProduct("Rose"))
      }
      await store.close()
      await assertThrows(.noPermission(file: other.path)) {
        try await CatalogStore.open(in: other)
      }
    }
    try setMode(0o755, of: directory)
  }

  // MARK: What the tests share

  private func makeCatalogue(products: Int) async throws {
    let store = try await CatalogStore.open(in: directory)
    for index in 0..<products {
      let product = try await store.create(makeProduct("Product \(index)", category: "A/B"))
      if index.isMultiple(of: 20) {
        _ = try await store.addNote(to: product.id, title: "Note", text: "Text")
      }
    }
    await store.close()
  }

  private func makeBackedUpCatalogue() async throws -> CatalogBackup {
    try await makeCatalogue(products: 1)
    let store = try await CatalogStore.open(in: directory)
    let backup = try await store.backUp()
    await store.close()
    return backup
  }

  private func assertRefused(_ expected: CatalogError, line: UInt = #line) async {
    await assertThrows(expected, line: line) { try await CatalogStore.open(in: directory) }
  }

  /// Refused, without changing a byte or creating a file.
  private func assertRefusedUntouched(_ expected: CatalogError, line: UInt = #line) async {
    let before = try? Data(contentsOf: file)
    await assertRefused(expected, line: line)
    XCTAssertEqual(try? Data(contentsOf: file), before, line: line)
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
    XCTAssertEqual(names, ["catalog.sqlite"], line: line)
  }

  /// Opens, reads and changes; whatever is thrown has a sentence.
  private func assertTypedErrorsOnly(
    expectDamage: Bool, _ message: String = "", line: UInt = #line
  ) async {
    var sawError = false
    func attempt(_ body: () async throws -> Void) async {
      do {
        try await body()
      } catch {
        sawError = true
        let sentence = (error as? CatalogError)?.sentence ?? ""
        XCTAssertTrue(sentence.hasSuffix("."), "\(message): \(error)", line: line)
      }
    }
    await attempt {
      let store = try await CatalogStore.open(in: directory)
      sawError = store.isReadOnly
      for sort in ProductSort.allCases {
        await attempt { _ = try await store.products(ProductQuery(sort: sort)) }
      }
      await attempt { _ = try await store.categories() }
      await attempt {
        for row in try await store.products(ProductQuery(searchText: "product")).prefix(10) {
          _ = try await store.product(row.id)
          _ = try await store.notes(of: row.id)
        }
      }
      if !store.isReadOnly { await attempt { _ = try await store.create(makeProduct("New")) } }
      await store.close()
    }
    if expectDamage { XCTAssertTrue(sawError, message, line: line) }
  }
}
