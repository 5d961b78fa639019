// SPDX-License-Identifier: Apache-2.0
// What it costs to compare each page with its sum: the same catalogue with sums and without, by the same code, each time
// newly opened, so that every page is read from the file.

import BenchTables
import Catalog
import Foundation

extension Bench {
  func measureSums(_ large: BenchCatalogue) async throws {
    let copy = scratch.appendingPathComponent("without-sums")
    defer { try? FileManager.default.removeItem(at: copy) }
    try FileManager.default.copyItem(at: large.directory, to: copy)
    // What is in their place can't be a file of sums.
    let sums = copy.appendingPathComponent("catalog.sums")
    try? FileManager.default.removeItem(at: sums)
    try FileManager.default.createDirectory(at: sums, withIntermediateDirectories: false)
    let bare = BenchCatalogue(directory: copy, count: large.count)
    report.section(
      "Sums of pages, of \(large.size) products", ours: "with sums", theirs: "without")
    let filters = [ProductFilter.contains(.description, "zqqzyx")]
    for (name, query) in [
      ("the first page by title after opening", ProductQuery(sort: .title)),
      (
        "the first page of the newest after opening", ProductQuery(sort: .changed, ascending: false)
      ),
      ("all texts after opening", ProductQuery(filters: filters)),
    ] {
      let pairs = try await byTurns(repetitions()) {
        try await large.opened { try await $0.firstPage(query) }
      } against: {
        try await bare.opened { try await $0.firstPage(query) }
      }
      report.add(Finding(name, pairs, limit: .times(1.1)))
    }
  }
}
