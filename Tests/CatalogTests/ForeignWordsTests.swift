// SPDX-License-Identifier: Apache-2.0
// Another program cannot tell the search index what it changes: that is found, and can be mended.

import Foundation
import XCTest

@testable import Catalog

final class ForeignWordsTests: CatalogTestCase {
  func testCompactingMakesTheIndexAnewIfItDoesNotMatch() async throws {
    let store = try await CatalogStore.open(in: directory)
    for title in ["Rose", "Tulip", "Lily"] { _ = try await store.create(makeProduct(title)) }
    // From now on the index has these words.
    let before = try await store.check()
    XCTAssertEqual(before, [])
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readWrite)
    try connection.execute(
      """
      UPDATE product SET title = 'Orchid', title_key = 'orchid' WHERE title = 'Rose';
      DELETE FROM product WHERE title = 'Lily';
      """)
    connection.close()
    let problems = try await store.check()
    XCTAssertEqual(problems, [.staleSearchIndex])
    _ = try await store.compact()
    let after = try await store.check()
    XCTAssertEqual(after, [])
    for (word, titles) in [("orchid", ["Orchid"]), ("rose", []), ("lily", []), ("tul", ["Tulip"])] {
      let found = try await store.products(ProductQuery(searchText: word)).map(\.title)
      XCTAssertEqual(found, titles, word)
    }
    await store.close()
  }
}
