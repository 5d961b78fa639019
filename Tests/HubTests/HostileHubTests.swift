// SPDX-License-Identifier: Apache-2.0
// A hub that is none, or whose owner means no good: whatever it answers is a reason, and never the end of the program or
// of its patience.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

final class HostileHubTests: XCTestCase {
  private var directory = URL(fileURLWithPath: "/nowhere")

  override func setUpWithError() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "hostile-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: directory) }

  private static let hello = [
    "11111111-2222-4333-8444-555555555555", "11111111-2222-4333-8444-666666666666", "1", "editor",
    "f", "1", "9",
  ]

  /// The path of a socket is no longer than a hundred letters.
  private var place: URL {
    directory.appendingPathComponent(String(UUID().uuidString.prefix(8)))
  }

  func testAnAnswerOfAnyShapeIsAHubOrAReason() async throws {
    for count in 0...Self.hello.count {
      for wrong in [nil, "", "x", "-1", "99999999999999999999"] {
        let row = Self.hello.prefix(count).enumerated().map {
          $0.offset == count - 1 ? wrong : $0.element
        }
        let server = try FakeServer(in: place) { _ in
          .rows([row])
        }
        defer { server.close() }
        do { _ = try await Hub(at: server.address) } catch is HubError {}
      }
    }
  }

  func testASilentServerIsNotWaitedForWithoutEnd() async throws {
    let server = try FakeServer(in: directory) { _ in .nothing }
    defer { server.close() }
    let connection = try await HubServer(server.address, patience: .seconds(2))
    do {
      _ = try await connection.rows("SELECT 1")
      XCTFail("there was an answer")
    } catch HubError.cutOff {}
    // And no call after it waits for what may still come.
    do {
      _ = try await connection.rows("SELECT 1")
      XCTFail("there was an answer")
    } catch HubError.cutOff {}
  }

  /// Of very many rows, or of one that is never whole.
  func testAnAnswerWithoutEndIsARefusal() async throws {
    for size in [1_000, 40 << 20] {
      let server = try FakeServer(in: place, isOnNetwork: true) { _ in .endless(size) }
      defer { server.close() }
      let connection = try await HubServer(server.address, most: 20 << 20)
      do {
        _ = try await connection.rows("SELECT 1")
        XCTFail("there was an end")
      } catch let error as HubError {
        XCTAssertEqual(error, .failed(reason: "its answer is too long"))
      }
    }
  }

  /// No more of it is kept than somebody reads.
  func testALongReasonIsCut() async throws {
    let words = String(repeating: "word ", count: 1_000_000)
    let fields = "SERROR\0VERROR\0CXX000\0M\(words)\0\0"
    let bytes = FakeServer.message("E", Array(fields.utf8)) + FakeServer.message("Z", [73])
    let server = try FakeServer(in: place) { [bytes] _ in .bytes(bytes) }
    defer { server.close() }
    let connection = try await HubServer(server.address)
    do {
      _ = try await connection.rows("SELECT 1")
      XCTFail("there was an answer")
    } catch let error as ServerError {
      XCTAssertLessThanOrEqual(error.text.utf8.count, 4_000)
    }
  }

  func testABrokenAnswerIsAReason() async throws {
    let rounds = rounds(60, withFaults: 2_000)
    let whole = FakeServer.messages([Self.hello, Self.hello]) + FakeServer.message("Z", [73])
    let kinds = "123ACDEGHIKNRSTVWZdcnstv".unicodeScalars.map { $0 }
    for _ in 0..<rounds {
      var broken = whole
      for _ in 0..<Int.random(in: 1...6) {
        broken[Int.random(in: 0..<broken.count)] = .random(in: .min ... .max)
      }
      if Bool.random(), let kind = kinds.randomElement() {
        broken = FakeServer.message(kind, broken) + broken
      }
      let server = try FakeServer(in: place) { [broken] _ in
        .bytes(broken)
      }
      defer { server.close() }
      // On a busy machine even a good answer may be too late.
      let connection: HubServer
      do {
        connection = try await HubServer(server.address, patience: .milliseconds(100))
      } catch is HubError { continue }
      for _ in 0..<2 {
        do { _ = try await connection.rows("SELECT 1") } catch is HubError {} catch is ServerError {
        }
      }
    }
  }

  /// No moment at all, one that is none, rows that come again and again, and a picture without an end.
  func testAFeedThatMeansNoGoodEndsWithAReason() async throws {
    let product = "22222222-2222-4333-8444-555555555555"
    let image =
      #"{"product":"\#(product)","hash":"\#(String(repeating: "ab", count: 32))","#
      + #""extension":"png","caption":"","position":0}"#
    let piece = String(repeating: "x", count: 1 << 20)
    for moment in ["nan", "-inf", "1e308", "-1e308", "", "today", nil] {
      let place = place
      let server = try FakeServer(in: place) { sql in
        if sql.contains("hello()") { return .rows([Self.hello]) }
        if sql.contains("remembers(") { return .rows([["t"]]) }
        if sql.contains("feed(") {
          return .rows([
            ["5", "1", "product", product, #"{"title":"Rose","position":1}"#, moment],
            ["5", "2", "product_image", "33333333-2222-4333-8444-555555555555", image, moment],
          ])
        }
        if sql.contains("blob(") { return .rows([[piece]]) }
        return .rows([])
      }
      defer { server.close() }
      let store = try await CatalogStore.open(in: place.appendingPathComponent("catalogue"))
      try await HubSync(store).join(server.address, withProducts: false)
      do {
        try await HubSync(store).run()
        XCTFail("there was an end")
      } catch let error as HubError {
        XCTAssertEqual(error, .failed(reason: "it repeats itself"))
      }
      let hub = try await Hub(at: server.address)
      if moment == nil {
        let endless = try await hub.picture(named: "x")
        XCTAssertNil(endless)
      }
      _ = try await store.products(ProductQuery())
      let past = try await hub.past(of: UUID())
      XCTAssertEqual(past.count, 0)
      await store.close()
    }
  }
}
