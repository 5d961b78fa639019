// SPDX-License-Identifier: Apache-2.0
// The disk fills up in every phase of a write: the error is typed, and the data is unchanged. A
// limit on the size of files, raised step by step, makes each write fail once.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class DiskFullTests: CatalogTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    // As in the program: exceeding the limit must be an error, not end the process.
    signal(SIGXFSZ, SIG_IGN)
  }

  func testMakingACatalogue() async throws {
    try skipWithoutFaults()
    var limit = 3001 * Int.random(in: 0..<pace())
    while limit < 2_000_000 {
      let place = directory.appendingPathComponent("\(limit)")
      let result = await limitingFiles(to: limit) { try await CatalogStore.open(in: place) }
      let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
      switch result {
      case .failure(let error):
        assertDiskFull(error, limit)
        XCTAssertFalse(
          names.contains { $0.hasPrefix("catalog.sqlite.new") }, "limit \(limit): \(names)")
      case .success(let store):
        await store.close()
        XCTAssertGreaterThan(limit, 40_000, "nothing failed")
        return
      }
      let store = try await CatalogStore.open(in: place)
      _ = try await store.create(makeProduct("Rose"))
      await store.close()
      limit += 3001 * pace()
    }
    XCTFail("nothing succeeded")
  }

  func testEditing() async throws {
    let store = try await CatalogStore.open(in: directory)
    var product = try await store.create(makeProduct("Rose"))
    await store.close()
    var limit = 3001 * Int.random(in: 0..<pace())
    var failures = 0
    while limit < 2_000_000 {
      let store = try await CatalogStore.open(in: directory)
      let change = ProductChange(
        description: try FreeText(description: String(repeating: "\(limit) ", count: 8000)),
        tags: ["\(limit)"])
      let result = await limitingFiles(to: limit) {
        [revision = product.revision, id = product.id] in
        try await store.edit(id, basedOn: revision, applying: change)
      }
      let after = try await store.product(product.id)
      await store.close()
      let reopened = try await CatalogStore.open(in: directory)
      let kept = try await reopened.product(product.id)
      await reopened.close()
      XCTAssertEqual(kept, after, "limit \(limit)")
      switch result {
      case .failure(let error):
        assertDiskFull(error, limit)
        XCTAssertEqual(after, product, "limit \(limit)")
        failures += 1
      case .success(let outcome):
        product = try XCTUnwrap(after)
        XCTAssertEqual(outcome, .saved(product))
        XCTAssertGreaterThan(failures, 10 / pace(), "nothing failed")
        XCTAssertEqual(try integrity(), "ok")
        return
      }
      limit += 3001 * pace()
    }
    XCTFail("nothing succeeded")
  }

  func testImporting() async throws {
    let sample = directory.appendingPathComponent("sample")
    try FileManager.default.createDirectory(at: sample, withIntermediateDirectories: false)
    let picture =
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + [UInt8](repeating: 7, count: 20_000)
    try Data(picture).write(to: sample.appendingPathComponent("a.png"))
    let line = #"{"id":"\#(UUID())","title":"Rose","images":[{"file":"a.png"}]}"#
    try Data(line.utf8).write(to: sample.appendingPathComponent("products.jsonl"))
    let images = directory.appendingPathComponent("images").path
    let store = try await CatalogStore.open(in: directory)
    var limit = 3001 * Int.random(in: 0..<pace())
    while limit < 2_000_000 {
      let result = await limitingFiles(to: limit) { try await store.importSample(from: sample) }
      let count = try await store.productCount()
      let files = (FileManager.default.subpaths(atPath: images) ?? []).filter { $0.contains(".") }
      XCTAssertEqual(files.count, count, "limit \(limit): \(files)")
      switch result {
      case .failure(let error):
        assertDiskFull(error, limit)
        XCTAssertEqual(count, 0)
      case .success:
        XCTAssertGreaterThan(limit, 20_000, "nothing failed")
        await store.close()
        return
      }
      limit += 3001 * pace()
    }
    XCTFail("nothing succeeded")
  }

  func testAddingAPicture() async throws {
    let source = directory.appendingPathComponent("a.png")
    try (pngStart + Data(repeating: 7, count: 200_000)).write(to: source)
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let images = directory.appendingPathComponent("images").path
    var limit = 3001 * Int.random(in: 0..<pace())
    while limit < 2_000_000 {
      let result = await limitingFiles(to: limit) {
        try await store.addPictures(from: [source], to: rose.id)
      }
      let after = try await store.product(rose.id)
      let files = (FileManager.default.subpaths(atPath: images) ?? []).filter { $0.contains(".") }
      XCTAssertEqual(files.count, after?.pictures.count, "limit \(limit): \(files)")
      switch result {
      case .failure(let error):
        assertDiskFull(error, limit)
        XCTAssertEqual(after, rose, "limit \(limit)")
      case .success(let images):
        XCTAssertEqual(after?.pictures, images)
        XCTAssertGreaterThan(limit, 200_000, "nothing failed")
        await store.close()
        return
      }
      limit += 9001
    }
    XCTFail("nothing succeeded")
  }

  /// Runs `body` while no file may grow beyond `size`; nothing may be printed in the meantime.
  private func assertDiskFull(_ error: any Error, _ limit: Int) {
    guard case CatalogError.diskFull = error else {
      return XCTFail("limit \(limit): \(error)")
    }
  }

  private func integrity() throws -> String? {
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readOnly)
    return try connection.first("PRAGMA integrity_check") { $0.onlyText }
  }
}
