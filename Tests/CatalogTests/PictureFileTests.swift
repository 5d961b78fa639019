// SPDX-License-Identifier: Apache-2.0
// Picture files, and what can happen while they are added: other processes, a full disk, a kill,
// unsuitable files.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class PictureFileTests: CatalogTestCase {
  // MARK: Size

  func testASizeIsReadFromTheHeader() throws {
    let webp = [
      "UklGRtgAAABXRUJQVlA4IMwAAADQEACdASosAcgAPpE=",
      "UklGRiQAAABXRUJQVlA4TBcAAAAvK8ExAAcQ/Y/+BwA=",
      "UklGRjIBAABXRUJQVlA4WAoAAAAQAAAAKwEAxwAAQUw=",
    ]
    let files = [jpeg(width: 300, height: 200), png(width: 300, height: 200)]
    for bytes in try files + webp.map({ [UInt8](try XCTUnwrap(Data(base64Encoded: $0))) }) {
      let format = try XCTUnwrap(PictureFormat(magicOf: bytes))
      let size = PictureSize(of: bytes, format: format)
      XCTAssertEqual(size?.width, 300, "\(format)")
      XCTAssertEqual(size?.height, 200, "\(format)")
      for count in 0..<20 {
        XCTAssertNil(PictureSize(of: Array(bytes.prefix(count)), format: format), "\(count)")
      }
    }
    XCTAssertNil(PictureSize(of: png(width: 0, height: 9), format: .png))
    XCTAssertNil(PictureSize(of: png(width: 1 << 31, height: 1 << 31), format: .png))
    let drawn = GeneratedPictures.all[0]
    XCTAssertEqual(PictureSize(of: drawn.bytes, format: drawn.format)?.pixels, 160 * 120)
  }

  func testOneThatDecodesToGigabytesIsRefused() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    for bytes in [png(width: 20_000, height: 20_000), jpeg(width: 0xffff, height: 0xffff)] {
      let bad = try file("bad", bytes)
      await assertThrows({ try await store.addPictures(from: [bad], to: rose.id) }) {
        $0.sentence.contains("64 megapixels")
      }
    }
    XCTAssertEqual(try files(), [])
    // To the pixel at the limit that showing has too.
    let above = try file("above", png(width: 8192, height: 8193))
    await assertThrows({ try await store.addPictures(from: [above], to: rose.id) }) {
      $0.sentence.contains("64 megapixels")
    }
    XCTAssertEqual(try files(), [])
    XCTAssertEqual(PictureFormat.mostPixels, 8192 * 8192)
    // As large as cameras make them.
    let good = try file("good", png(width: 9248, height: 6936))
    let largest = try file("largest", png(width: 8192, height: 8192))
    _ = try await store.addPictures(from: [good, largest], to: rose.id)
    XCTAssertEqual(try files().count, 2)
    await store.close()
  }

  // MARK: What is refused

  func testNothingAndNul() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let none = try await store.addPictures(from: [], to: rose.id)
    XCTAssertEqual(none, [])
    let source = try file("a", png(width: 1, height: 1))
    let image = try await store.addPictures(from: [source], to: rose.id)[0]
    let before = try await store.product(rose.id)
    await assertThrows({
      try await store.editCaption(of: image.id, from: "", to: FreeText(caption: "Front\0back"))
    }) { ($0 as? InvalidValue)?.field == .caption }
    let after = try await store.product(rose.id)
    XCTAssertEqual(after, before)
    let names = try await store.history().undoable.map(\.name)
    XCTAssertEqual(names, ["Add Photos", "New Product"])
    await store.close()
  }

  func testAFileThatMayNotBeRead() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let secret = try file("secret", png(width: 1, height: 1))
    XCTAssertEqual(chmod(secret.path, 0), 0)
    // Permissions do not apply to root, so root reads it as nobody; that affects the whole process.
    if geteuid() == 0 {
      let readAll = try file("open", png(width: 1, height: 1))
      for path in [directory.path, readAll.path] { XCTAssertEqual(chmod(path, 0o755), 0) }
      guard seteuid(65534) == 0 else { throw XCTSkip("root cannot act for nobody here") }
      defer { seteuid(0) }
      XCTAssertNoThrow(try Picture(readAll.path))
      XCTAssertThrowsError(try Picture(secret.path)) {
        XCTAssertEqual($0 as? CatalogError, .picture(file: "secret", problem: .unreadable))
      }
    } else {
      await assertThrows(.picture(file: "secret", problem: .unreadable)) {
        try await store.addPictures(from: [secret], to: rose.id)
      }
    }
    await store.close()
  }

  // MARK: Others at it

  /// The picture to be added already exists; another process forgets the last step that needed it
  /// before the command gets its turn.
  func testAPictureThatIsForgottenWhileItIsAddedIsThere() async throws {
    let mine = try await CatalogStore.open(in: directory)
    let other = try CatalogStore(directory, historyLimit: 0)
    let rose = try await mine.create(makeProduct("Rose"))
    let source = try file("a", png(width: 1, height: 1))
    let first = try await mine.addPictures(from: [source], to: rose.id)[0]
    let staged = try await mine.database.pictureFiles.stage([source])
    defer { staged.forEach { $0.discard() } }
    // With no room for undo, nothing keeps it.
    try await other.removePicture(first.id)
    XCTAssertFalse(FileManager.default.fileExists(atPath: mine.pictureFile(first).path))
    try await mine.database.carryOut(.addPictures, storing: staged) { connection in
      let image = try ProductPicture(contentHash: staged[0].hash, fileExtension: "png")
      try PictureTable(connection: connection).insert([image], into: rose.id, at: 0, moment: Date())
    }
    let problems = try await mine.check()
    XCTAssertEqual(problems, [])
    await other.close()
    await mine.close()
  }

  /// The other way round: the clean-up comes between reading the files and the command.
  func testASweepLeavesWhatIsOnItsWay() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let source = try file("a", png(width: 1, height: 1))
    // It already exists, old and unused.
    let old = try Picture(source.path)
    try store.database.pictureFiles.store(old)
    let staged = try await store.database.pictureFiles.stage([source])
    defer { staged.forEach { $0.discard() } }
    try sweep(store)
    XCTAssertEqual(try files().count, 1, "only what is staged")
    try await store.database.carryOut(.addPictures, storing: staged) { connection in
      let image = try ProductPicture(contentHash: staged[0].hash, fileExtension: "png")
      try PictureTable(connection: connection).insert([image], into: rose.id, at: 0, moment: Date())
    }
    try sweep(store)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testUndoneAndThenImpossibleToRedoItIsCollected() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let source = try file("a", png(width: 1, height: 1))
    _ = try await store.addPictures(from: [source], to: rose.id)
    try await store.undo()
    XCTAssertEqual(try files().count, 1, "redo needs it")
    try await store.redo()
    try await store.undo()
    _ = try await store.create(makeProduct("Tulip"))
    XCTAssertEqual(try files(), [], "nothing can bring it back")
    await store.close()
  }

  /// What a process that was killed during an import leaves of a file.
  func testAnUnfinishedFileIsCollected() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let source = try file("a", png(width: 1, height: 1))
    let image = try await store.addPictures(from: [source], to: rose.id)[0]
    let path = store.pictureFile(image).path
    try Data("half".utf8).write(to: URL(fileURLWithPath: "\(path).\(UUID()).tmp"))
    let strange = path + ".mine.txt"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: strange))
    try sweep(store, youngest: 86_400)
    XCTAssertEqual(try files().count, 3, "it may be being written")
    try sweep(store)
    let left = [path, strange].map { ($0 as NSString).lastPathComponent }
    XCTAssertEqual(try files().sorted(), left.sorted())
    await store.close()
  }

  /// Removes orphans, however new they are.
  private func sweep(_ store: CatalogStore, youngest: TimeInterval = -1) throws {
    let database = store.database
    let lock = CatalogLock(database.file.lockPath, patience: 5)
    let loose = OrphanedPictures(
      pictureFiles: database.pictureFiles, backups: database.backups.directory, youngest: youngest)
    try loose.remove(BackupStop()) { body in
      try lock.hold { try body(database.file.reader()) }
    }
  }

  // MARK: What the tests share

  private func png(width: Int, height: Int) -> [UInt8] {
    let numbers = [13, 0x4948_4452, width, height].flatMap { (number: Int) -> [UInt8] in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return Array(pngStart) + numbers + [8, 2, 0, 0, 0]
  }

  /// With what may precede the frame of a JPEG: a table, padding, a comment.
  private func jpeg(width: Int, height: Int) -> [UInt8] {
    let start: [UInt8] = [0xff, 0xd8, 0xff, 0xdb, 0, 5, 0xff, 0xc0, 0, 0xff]
    let comment: [UInt8] = [0xff, 0xfe, 0, 4, 0xff, 0xc0]
    let sides = [height, width].flatMap { (side: Int) -> [UInt8] in
      [8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
    }
    return start + comment + [0xff, 0xc2, 0, 17, 8] + sides + [3, 1, 0x11, 0]
  }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
    let file = directory.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file
  }

  /// The names of the files below `images`.
  private func files() throws -> [String] {
    let root = directory.appendingPathComponent("images")
    return try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .map { ($0 as NSString).lastPathComponent }.filter { $0.count > 2 }
  }
}
