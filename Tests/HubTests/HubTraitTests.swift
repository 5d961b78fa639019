// SPDX-License-Identifier: Apache-2.0
// The hub knows the columns that travel, no more and no fewer.

import Foundation
import XCTest

@testable import Catalog
@testable import Hub

final class HubTraitTests: HubTestCase {
  func testTheHubKnowsEveryColumn() async throws {
    _ = try await machines(0)
    let known = try await column("SELECT kind || '.' || name FROM vitrine_1.trait")
    var ours = ["\(SharedPatch.tags).\(SharedPatch.tagColumn)"]
    for table in RecordedTable.all where table.name != "product_tag" {
      let columns = table.columns.filter {
        !SharedPatch.staying.contains($0) && !table.naming.contains($0)
      }
      ours += columns.map { "\(table.name).\($0)" }
    }
    XCTAssertEqual(known.sorted(), ours.sorted())
    let kinds = try await column("SELECT name FROM vitrine_1.kind ORDER BY rank")
    XCTAssertEqual(Set(kinds), Set(SharedPatch.kinds))
    XCTAssertEqual(Array(kinds.prefix(2)), Array(SharedPatch.kinds.prefix(2)))
  }

  /// Two that are compared in different ways keep the server from finding a row by an index: it read all of it, for
  /// every step.
  func testAllNamesAreComparedAlike() async throws {
    _ = try await machines(0)
    let others = try await column(
      """
      SELECT attrelid::regclass || '.' || attname FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
      WHERE relnamespace = 'vitrine_1'::regnamespace AND relkind IN ('r', 'i') AND attname IN ('kind', 'name', 'owner')
        AND atttypid = 'text'::regtype AND attcollation <> '"C"'::regcollation
      """)
    XCTAssertEqual(others, [])
  }
}
