// SPDX-License-Identifier: Apache-2.0
// What people type finds what they mean, first: the table `Tests/Fixtures/Search/questions.tsv`.

import Catalog
import Foundation
import XCTest

@testable import CatalogBench

final class SearchQuestionTests: XCTestCase {
  func testEveryQuestionFindsWhatIsMeant() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("questions-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = try await CatalogStore.open(in: directory)
    let quality = try SearchQuality()
    XCTAssertGreaterThanOrEqual(quality.questions.count, 200)
    try await quality.fill(store)
    // At first most products are found by their texts, then all by the index.
    for place in ["before", "after"] {
      for answer in try await quality.answers(in: store) where answer.place != 0 {
        XCTFail(
          """
          \(place) indexing, \(answer.question.text) finds \(answer.titles), not \
          \(answer.question.expected) first
          """)
      }
      let problems = try await store.check()
      XCTAssertEqual(problems, [])
    }
    await store.close()
  }
}
