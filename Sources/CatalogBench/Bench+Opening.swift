// SPDX-License-Identifier: Apache-2.0
// What a user waits for: opening a catalogue, and the first page of a query. Both must be as fast
// with a million products as with a thousand.

import BenchTables
import Catalog
import Foundation

extension Bench {
  func measureOpening(_ small: BenchCatalogue, _ large: BenchCatalogue) async throws {
    report.section(
      "Opening, and the first page", ours: "\(large.size) products",
      theirs: "\(small.size) products")
    let limit = Limit.timesOrMilliseconds(1.2, 30)
    let pairs = try await byTurns(repetitions()) {
      try await Self.open(large)
    } against: {
      try await Self.open(small)
    }
    report.add(Finding("open, and the first page by title", pairs, limit: limit))
    try await large.opened { largeStore in
      try await small.opened { smallStore in
        for question in try await MeasuredQuery.all(of: largeStore) {
          let pairs = try await byTurns(repetitions()) {
            try await largeStore.firstPage(question.query)
          } against: {
            try await smallStore.firstPage(question.query)
          }
          report.add(Finding(question.name, pairs, limit: limit))
        }
      }
    }
  }

  private static func open(_ catalogue: BenchCatalogue) async throws -> Double {
    let start = ContinuousClock.now
    return try await catalogue.opened { store in
      _ = try await store.firstPage(ProductQuery(sort: .title))
      return start.duration(to: .now).milliseconds
    }
  }
}
