// SPDX-License-Identifier: Apache-2.0
// The beginning of a long list is read as if there were no more; a list that has no more is read as a whole.

import Catalog
import Foundation
import XCTest

@testable import Exchange

final class FirstRowsTests: XCTestCase {
  private var directory = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  }

  override func tearDown() { try? FileManager.default.removeItem(at: directory) }

  func testItIsWhatAListOfTheseRowsWouldBe() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rows = (1...1_200).map { "A\($0);Thing \($0);\($0),50\n" }
    let file = try ForeignFile.open(pasted: "SKU;Title;Price EUR\n" + rows.joined())
    for most in [1, 2, 3, 499, 500, 501, 999, 1_200, 1_201, 1_202, 5_000] {
      let plan = try await ListImport.prepare(file, ImportChoices(), with: store, atMost: most)
      XCTAssertEqual(plan.rows.count, min(most - 1, 1_200), "\(most)")
      XCTAssertEqual(plan.isBeginning, most < 1_201, "\(most)")
    }
    let whole = try await ListImport.prepare(file, ImportChoices(), with: store)
    XCTAssertEqual(whole.rows.count, 1_200)
    XCTAssertFalse(whole.isBeginning)
    await store.close()
  }
}
