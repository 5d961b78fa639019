// SPDX-License-Identifier: Apache-2.0
// Notifications: every observer gets each change, in order, and those of other processes within 1
// s.

import Foundation
import XCTest

@testable import Catalog

final class ChangeTests: CatalogTestCase {
  func testEveryObserverIsNotifiedOfEveryCommitInOrder() async throws {
    let store = try await CatalogStore.open(in: directory)
    var streams = [store.changes(), store.changes()]
    let product = try await store.create(makeProduct("Rose"))
    let title = ProductChange(title: try ProductTitle("Tulip"))
    _ = try await store.edit(product.id, basedOn: 1, applying: title)
    // A conflict: nothing to report.
    _ = try await store.edit(product.id, basedOn: 1, applying: title)
    // Nothing changed: nothing to report.
    _ = try await store.edit(product.id, basedOn: 2, applying: title)
    let note = try await store.addNote(to: product.id, title: "", text: "")
    _ = try await store.editNote(note.id, basedOn: 1, title: "a", text: "")
    try await store.moveNote(note.id, to: 0)
    _ = try await store.deleteNote(note.id)
    _ = try await store.deleteNote(note.id)
    await store.close()
    streams.append(store.changes())

    func change(_ fields: ProductFields) -> CatalogChange {
      .products([product.id: .changed(fields)])
    }
    let expected = [
      .products([product.id: .created]), change(.title), change(.notes), change(.notes),
      change(.notes),
    ]
    for (stream, expected) in zip(streams, [expected, expected, []]) {
      var heard: [CatalogChange] = []
      for await change in stream { heard.append(change) }
      XCTAssertEqual(heard, expected)
    }
  }

  func testACommitOfAnotherStoreIsNoticed() async throws {
    let mine = try await CatalogStore.open(in: directory)
    let other = try await CatalogStore.open(in: directory)
    let stream = mine.changes()
    let first = try await mine.create(makeProduct("Rose"))
    _ = try await other.create(makeProduct("Tulip"))
    var heard: [CatalogChange] = []
    for await change in stream {
      heard.append(change)
      if change == .everything { break }
    }
    // Our own commit is reported exactly; only the other process's is "everything".
    XCTAssertEqual(heard, [.products([first.id: .created]), .everything])
    let count = try await mine.productCount()
    XCTAssertEqual(count, 2)
    await other.close()
    await mine.close()
  }

  func testACommitOfAnotherProcessIsNoticed() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    var heard = store.changes().makeAsyncIterator()
    let process = try vitrinectl("edit", rose.id.uuidString, "--stock", "5")
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
    let change = await heard.next()
    XCTAssertEqual(change, .everything)
    let product = try await store.product(rose.id)
    XCTAssertEqual(product?.stock, 5)
    let undone = try await store.undo()
    XCTAssertEqual(undone?.kind, .editProduct, "any process undoes what another did")
    let next = await heard.next()
    XCTAssertEqual(next, .products([rose.id: .changed(.stock)]))
    await store.close()
  }

  func testAStoreThatIsReleasedFinishesItsStreams() async throws {
    var store: CatalogStore? = try await CatalogStore.open(in: directory)
    let stream = try XCTUnwrap(store).changes()
    store = nil
    for await change in stream { XCTFail("\(change)") }
  }

  func testCancelledQueryIsInterrupted() async throws {
    let store = try await CatalogStore.open(in: directory)
    let database = store.database
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await database.read { connection in
        try connection.rows(
          "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
        ) { row in
          if row.onlyInteger == 1 { continuation.yield() }
          return row.onlyInteger
        }.count
      }
    }
    for await _ in started { break }
    task.cancel()
    let result = await task.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError, "\($0)") }
    let count = try await store.productCount()
    XCTAssertEqual(count, 0, "the connection goes on working")
    await store.close()
  }
}
