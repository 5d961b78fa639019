// SPDX-License-Identifier: Apache-2.0
// Tests with a hub of their own, and some machines that share a catalogue through it.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

class HubTestCase: XCTestCase {
  private(set) var directory = URL(fileURLWithPath: "/nonexistent")
  /// The database of this test.
  private(set) var database = ""

  override func setUpWithError() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "hub-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: directory)
  }

  /// An empty database.
  func makeDatabase() async throws -> HubCluster {
    let cluster = try HubCluster.require()
    database = "d\(UUID().uuidString.prefix(8).lowercased())"
    let server = try await HubServer(cluster.address("postgres"))
    _ = try await server.rows("CREATE DATABASE \(database)")
    return cluster
  }

  /// Machines that share an empty catalogue.
  func machines(_ count: Int) async throws -> (HubCluster, [CatalogStore]) {
    let cluster = try await makeDatabase()
    let address = cluster.address(database)
    try await Hub.create(at: address)
    var stores: [CatalogStore] = []
    for number in 0..<count {
      let store = try await CatalogStore.open(in: place(number))
      try await HubSync(store).join(address, withProducts: false)
      try await HubSync(store).run()
      stores.append(store)
    }
    return (cluster, stores)
  }

  func place(_ number: Int) -> URL { directory.appendingPathComponent("machine \(number)") }

  /// Lets every machine have what all others did.
  func sync(_ stores: [CatalogStore]) async throws {
    for _ in 0..<2 { for store in stores { try await HubSync(store).run() } }
  }

  func unwrapped<Value>(_ value: Value?) throws -> Value { try XCTUnwrap(value) }

  /// What an SQL statement of the owner gives in its first column.
  func column(_ sql: String, file: StaticString = #filePath, line: UInt = #line) async throws
    -> [String]
  {
    let cluster = try HubCluster.require()
    return try await HubServer(cluster.address(database)).rows(sql).map {
      ($0.first ?? nil) ?? "NULL"
    }
  }

  /// All rows that travel, as this machine has them.
  func rows(of store: CatalogStore) async throws -> [String] {
    let found = FoundRows()
    try await store.sharedRows { found.rows.append(try Self.text($0)) }
    return found.rows.sorted()
  }

  /// All rows of the hub, or those that a member gets to see.
  func rowsOfHub(seenBy member: String = "owner") async throws -> [String] {
    let cluster = try HubCluster.require()
    let hub = try await Hub(at: cluster.address(database, as: member))
    var (texts, place): ([String], [String]) = ([], ["", ""])
    while case let rows = try await hub.rows(after: place), let last = rows.last {
      texts += try rows.map(Self.text)
      place = [last.kind, last.row]
    }
    return texts.sorted()
  }

  private static func text(_ row: HubRow) throws -> String {
    let values = try row.values() ?? [:]
    let fields = values.filter { $0.value != nil }.map {
      "\($0.key)=\($0.value.map { "\($0)" } ?? "")"
    }.sorted()
    return "\(row.kind) \(row.row) \(fields)"
  }

  /// Expects that every machine and the hub have the same.
  func assertEqual(_ stores: [CatalogStore], at database: String, line: UInt = #line)
    async throws
  {
    self.database = database
    try await assertEqual(stores, line: line)
  }

  func assertEqual(
    _ stores: [CatalogStore], seenBy member: String = "owner", file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let hub = try await rowsOfHub(seenBy: member)
    for (number, store) in stores.enumerated() {
      let here = try await rows(of: store)
      let (more, fewer) = (Set(here).subtracting(hub).sorted(), Set(hub).subtracting(here).sorted())
      XCTAssert(
        more.isEmpty && fewer.isEmpty,
        "machine \(number) has \(more.prefix(4)), the hub has \(fewer.prefix(4))", file: file,
        line: line)
      XCTAssertEqual(here.count, Set(here).count, "rows twice", file: file, line: line)
    }
  }

  @discardableResult
  func add(_ title: String, to store: CatalogStore, stock: Int? = nil) async throws -> Product {
    try await store.create(
      Product(
        title: ProductTitle(title),
        stock: stock.map { try Quantity(stock: DecimalNumber(whole: $0)) }))
  }

  func edit(_ id: UUID, in store: CatalogStore, _ change: ProductChange) async throws {
    let found = try await store.product(id)
    let product = try XCTUnwrap(found)
    _ = try await store.edit(id, basedOn: product.revision, applying: change)
  }

  func product(_ id: UUID, in store: CatalogStore) async throws -> Product {
    let found = try await store.product(id)
    return try XCTUnwrap(found)
  }
}

/// Filled on one thread at a time.
private final class FoundRows: @unchecked Sendable {
  var rows: [String] = []
}
