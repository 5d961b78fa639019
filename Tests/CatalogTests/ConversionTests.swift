// SPDX-License-Identifier: Apache-2.0
// A catalogue of an older version says beforehand how long its conversion may take, and meanwhile how far it has come.

import Foundation
import XCTest

@testable import Catalog

final class ConversionTests: CatalogTestCase {
  func testHowLongAConversionTakesIsSaidBeforehandAndMeanwhile() async throws {
    try makeOlder(products: 3_000)
    let reports = Reports()
    let store = try await CatalogStore.open(in: directory, whenConverting: { reports.add($0) })
    let said = reports.all
    XCTAssertEqual(said.first?.fraction, 0)
    XCTAssertGreaterThan(said.first?.secondsLeft ?? 0, 0)
    XCTAssertEqual(said.last?.fraction ?? 0, 1, accuracy: 1e-9)
    XCTAssertEqual(said.last?.secondsLeft ?? 1, 0, accuracy: 1e-9)
    let count = try await store.productCount()
    XCTAssertEqual(count, 3_000)
    await store.close()
    // There is nothing to say of one of this version.
    let again = Reports()
    await (try CatalogStore.open(in: directory, whenConverting: { again.add($0) })).close()
    XCTAssertEqual(again.all, [])
  }

  func testWhatTheFirstPartTakesTellsOfTheOthers() {
    let plan = ConversionPlan(
      bytes: 1 << 30, products: 1_000_000, pending: Schema.migrator.pending(after: 18))
    XCTAssertGreaterThan(plan.parts[0], 1, "a copy of a large file takes a while")
    XCTAssertGreaterThan(plan.parts.dropFirst().reduce(0, +), 1, "and so does what is in it")
    let before = plan.progress(done: 0, took: 0, current: 0)
    XCTAssertEqual(before, ConversionProgress(fraction: 0, secondsLeft: plan.seconds))
    let slow = plan.progress(done: 1, took: 3 * plan.parts[0], current: 0)
    XCTAssertEqual(slow.fraction, plan.parts[0] / plan.seconds, accuracy: 1e-9)
    XCTAssertEqual(slow.secondsLeft, 3 * (plan.seconds - plan.parts[0]), accuracy: 1e-6)
    // One that hangs never seems to be done.
    let stuck = plan.progress(done: 0, took: 0, current: 1e6)
    XCTAssertLessThan(stuck.fraction, plan.parts[0] / plan.seconds)
  }

  func testWhereNothingCanBeWrittenAnOlderCatalogueIsReadAllTheSame() async throws {
    try makeOlder(products: 3)
    try setMode(0o555, of: directory)
    defer { try? setMode(0o755, of: directory) }
    try await asOrdinaryUser {
      for isForReading in [true, false] {
        let store = try await CatalogStore.open(in: self.directory, isForReading: isForReading)
        XCTAssertTrue(store.isReadOnly)
        let rows = try await store.products(ProductQuery(sort: .stock))
        XCTAssertEqual(rows.map(\.title), ["p1", "p2", "p3"])
        let last = try await store.product(rows[2].id)
        XCTAssertEqual(last?.stock, 3, "a whole number of before")
        XCTAssertEqual(rows.map(\.variant), [nil, nil, nil])
        let found = try await store.products(ProductQuery(searchText: "p2"))
        XCTAssertEqual(found.count, 1)
        await store.close()
      }
    }
    let path = directory.resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite").path
    XCTAssertEqual(try Schema.migrator.version(of: Connection(path, .readOnly)), 18)
  }

  /// A catalogue of the version before units and variants.
  private func makeOlder(products: Int) throws {
    let path = directory.resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite").path
    XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
    let connection = try Connection(path, .readWrite)
    try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
    try Schema.migrator.migrate(connection, to: 18)
    try connection.transaction(.write) {
      for key in 1...products {
        try connection.run(
          """
          INSERT INTO product (key, id, title, title_key, description, stock, position, revision,
            created, changed) VALUES (?1, ?2, ?3, ?3, '', ?1, ?1, 1, 0, 0)
          """, key, UUID(), "p\(key)")
      }
    }
    connection.close()
  }
}

private final class Reports: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [ConversionProgress] = []

  var all: [ConversionProgress] { lock.withLock { kept } }
  func add(_ progress: ConversionProgress) { lock.withLock { kept.append(progress) } }
}
