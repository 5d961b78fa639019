// SPDX-License-Identifier: Apache-2.0
// Files that are written for a user: who may read them, where a path leads, and what is said when it leads nowhere.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class SharedFileTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/nonexistent")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shared-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: target)
  }

  private func permissions(of name: String) throws -> mode_t {
    var status = stat()
    XCTAssertEqual(stat(path(name), &status), 0)
    return status.st_mode & 0o777
  }

  func testWhatIsReplacedStaysAsPrivateAsItWas() async throws {
    for permissions: mode_t in [0o600, 0o640, 0o664] {
      try Data("old".utf8).write(to: folder.appendingPathComponent("list"))
      XCTAssertEqual(chmod(path("list"), permissions), 0)
      let new = try SharedFile.new(at: path("list"))
      try new.write([1])
      try new.putInPlace()
      XCTAssertEqual(try self.permissions(of: "list"), permissions)
      try await SharedFile.save([2], to: folder.appendingPathComponent("list"))
      XCTAssertEqual(try self.permissions(of: "list"), permissions)
      try SharedFile.writeQuickly([3], to: folder.appendingPathComponent("list"))
      XCTAssertEqual(try self.permissions(of: "list"), permissions)
    }
  }

  func testManyCreateTheSameDirectoriesAtOnce() async throws {
    for number in 0..<100 {
      for (kind, create) in [
        ("shared", { @Sendable in try SharedFile.makeDirectory($0) }),
        ("private", { @Sendable in try makeDirectories($0.path) }),
      ] as [(String, @Sendable (URL) throws -> Void)] {
        let directory = folder.appendingPathComponent("\(kind)\(number)/a/b/c")
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<8 { group.addTask { try create(directory) } }
          try await group.waitForAll()
        }
      }
    }
  }

  func testALinkIsFollowedAndStays() async throws {
    for (name, target) in [("absolute", path("one")), ("relative", "two"), ("chain", "relative")] {
      try link(name, to: target)
      let new = try SharedFile.new(at: path(name))
      try new.write(Array(name.utf8)[...])
      try new.putInPlace()
      XCTAssertNotNil(
        try? FileManager.default.destinationOfSymbolicLink(atPath: path(name)), name)
      XCTAssertEqual(try String(contentsOfFile: path(name), encoding: .utf8), name)
    }
    try link("saved", to: "three")
    try await SharedFile.save([1], to: folder.appendingPathComponent("saved"))
    XCTAssertEqual(try Data(contentsOf: folder.appendingPathComponent("three")), Data([1]))
    // To a directory that is not mounted.
    try link("away", to: "missing/list")
    XCTAssertThrowsError(try SharedFile.new(at: path("away"))) {
      XCTAssertTrue($0.sentence.contains("does not exist"), $0.sentence)
    }
    XCTAssertNotNil(try? FileManager.default.destinationOfSymbolicLink(atPath: path("away")))
    try link("ring", to: "ring")
    XCTAssertEqual(SharedFile.place(of: path("ring")).hasSuffix("/ring"), true)
  }

  func testTheCataloguesDirectoryIsNoticedThroughALink() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("catalogue"))
    try link("in", to: "catalogue")
    try link("file", to: "catalogue/list.csv")
    for name in ["catalogue/x.csv", "in/x.csv", "in/new/x.csv", "file", "in/../catalogue/x"] {
      XCTAssertThrowsError(try store.checkIsOutside(path(name)), name)
    }
    for name in ["x.csv", "new/x.csv", "catalogue.csv"] {
      XCTAssertNoThrow(try store.checkIsOutside(path(name)), name)
    }
    await store.close()
  }

  func testWhatStandsInTheWayIsNamed() throws {
    try Data("mine".utf8).write(to: folder.appendingPathComponent("file"))
    let mine = path("file")
    for name in ["file", "file/site", "file/site/a"] {
      XCTAssertThrowsError(try SharedFile.makeDirectory(folder.appendingPathComponent(name))) {
        XCTAssertEqual($0 as? CatalogError, .notADirectory(file: mine), name)
      }
    }
    XCTAssertThrowsError(try SharedFile.new(at: path("file/x.csv"))) {
      XCTAssertTrue($0.sentence.hasPrefix("“\(mine)” is not a directory"), $0.sentence)
    }
    let long = path(String(repeating: "x", count: 300))
    XCTAssertThrowsError(try SharedFile.new(at: long)) {
      XCTAssertTrue($0.sentence.contains("longer than a name can be"), $0.sentence)
    }
    XCTAssertEqual(
      CatalogError(systemError: EEXIST, file: mine).sentence, "“\(mine)” already exists.")
  }
}
