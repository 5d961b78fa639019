// The complete order of a large list, against stepping the same order out of SQLite's index in C;
// and what a list costs that nobody wants any more, because another letter was typed.

import Catalog
import Foundation

extension Bench {
  func measureOrder(_ large: BenchCatalogue) async throws {
    report.section(
      "The complete order of \(large.size) products", theirs: "the bare query in C")
    let bare = try Baseline(large.file.path)
    try await large.opened { store in
      for sort in ProductSort.allCases {
        let sql = "SELECT key FROM product WHERE deleted IS NULL ORDER BY \(sort.columns), key"
        let pairs = try await byTurns(repetitions(Repetitions(atLeast: 5, enough: 9))) {
          try await milliseconds {
            try Self.expect(large.count, from: try await Self.order(by: sort, of: store))
          }
        } against: {
          try await milliseconds { try Self.expect(large.count, from: try bare.collect(sql)) }
        }
        report.add(Finding("by \(sort.rawValue)", pairs, limit: .times(1.5)))
      }
    }
  }

  private static func order(by sort: ProductSort, of store: CatalogStore) async throws -> Int {
    try await store.rows(ProductQuery(sort: sort)).count
  }

  private static func expect(_ count: Int, from found: Int) throws {
    guard found == count else { throw Failure("\(found) products were found, not \(count).") }
  }

  /// Cancels a search that takes long as soon as it runs on every reader, and takes the time
  /// until the next question is answered.
  func measureCancelling(_ large: BenchCatalogue) async throws {
    report.section("A newer keystroke", theirs: "–")
    let sample = try large.sample(1)[0]
    try await large.opened { store in
      let letter = try await Words(in: store).commonest.prefix(1)
      let long = ProductQuery(searchText: String(letter))
      let whole = try await repeatedly(Repetitions(atLeast: 1, enough: 3)) {
        try await milliseconds { _ = try await store.rows(long) }
      }
      let letters = Duration.milliseconds(min(50, whole.median / 2))
      var stopped = 0
      let times = try await repeatedly(repetitions()) {
        let searches = (0..<2).map { _ in Task { try await store.rows(long).count } }
        try await Task.sleep(for: letters)
        let time = try await milliseconds {
          searches.forEach { $0.cancel() }
          _ = try await store.product(sample.id)
        }
        for search in searches {
          if case .failure(let error) = await search.result {
            guard error is CancellationError else { throw error }
            stopped += 1
          }
        }
        return time
      }
      report.add(
        Finding(
          """
          an answer after two searches of \(Int(whole.median)) ms each were cancelled \
          (\(stopped) were cut short)
          """, times, limit: .milliseconds(30)))
    }
  }
}

extension ProductSort {
  /// The columns of the index.
  fileprivate var columns: String {
    switch self {
    case .title: "title_key"
    case .category: "category, title_key"
    case .price: "currency, price"
    case .year: "year"
    case .stock: "stock"
    case .created: "created"
    case .changed: "changed"
    case .manual: "position"
    }
  }
}
