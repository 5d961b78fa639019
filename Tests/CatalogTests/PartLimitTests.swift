// SPDX-License-Identifier: Apache-2.0
// A product has at most a thousand tags and a thousand notes, whatever adds them; one that has more already can still be
// changed.

import Foundation
import XCTest

@testable import Catalog

final class PartLimitTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  private func entry(tags: Int = 0, notes: Int = 0) throws -> CatalogEntry {
    var entry = CatalogEntry(product: try makeProduct("Rose"))
    for number in 0..<tags { entry.product.tags.add(try Tag("tag \(number)")) }
    let id = entry.product.id
    entry.notes = try (0..<notes).map {
      Note(productID: id, title: try NoteTitle("note \($0)"), text: "")
    }
    return entry
  }

  private func assertRefused(
    _ problem: InvalidValue.Problem, line: UInt = #line,
    _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      XCTFail("taken", line: line)
    } catch {
      XCTAssertEqual((error as? InvalidValue)?.problem, problem, "\(error)", line: line)
    }
  }

  func testTagsAndNotesBeyondAThousandAreRefused() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.add(entry(tags: 1_000, notes: 1_000)).product
    let (tooManyTags, tooManyNotes) = (
      InvalidValue.Problem.tooManyTags(limit: 1_000),
      InvalidValue.Problem.tooManyNotes(limit: 1_000)
    )
    await assertRefused(tooManyTags) {
      _ = try await store.change([rose.id]) { $0.product.tags.add(try Tag("one more")) }
    }
    await assertRefused(tooManyNotes) {
      _ = try await store.addNote(to: rose.id, title: "one more", text: "")
    }
    await assertRefused(tooManyTags) { _ = try await store.add(self.entry(tags: 1_001)) }
    await assertRefused(tooManyNotes) { _ = try await store.add(self.entry(notes: 1_001)) }
    let kept = try await store.entry(rose.id)
    XCTAssertEqual(kept?.product, rose)
    XCTAssertEqual(kept?.notes.count, 1_000)
    let count = try await store.productCount()
    XCTAssertEqual(count, 1)
    await store.close()
  }

  func testWhatHasMoreAlreadyCanBeChanged() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.add(entry(tags: 1_000)).product
    try Connection(file.path, .readWrite).run(
      """
      WITH RECURSIVE more(place) AS (SELECT 1000 UNION ALL SELECT place + 1 FROM more LIMIT 200)
      INSERT INTO product_tag (product, position, tag) SELECT 1, place, 'old ' || place FROM more
      """)
    _ = try await store.change([rose.id]) {
      $0.product.title = try ProductTitle("Red rose")
      $0.product.tags.remove(try Tag("tag 7"))
    }
    let changed = try await store.product(rose.id)
    XCTAssertEqual(changed?.title.text, "Red rose")
    XCTAssertEqual(changed?.tags.count, 1_199)
    await store.close()
  }
}
