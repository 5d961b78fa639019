// SPDX-License-Identifier: Apache-2.0
// The complete order of a large list, compared with stepping through the same SQLite index in C;
// and the cost of a list that another keystroke has made obsolete.

import BenchTables
import Catalog
import Foundation

extension Bench {
  func measureOrder(_ large: BenchCatalogue) async throws {
    report.section(
      "The complete order of \(large.size) products", theirs: "the bare query in C")
    let bare = try Baseline(large.file.path)
    try await large.opened { store in
      for sort in ProductSort.allCases {
        guard let columns = sort.columns else { continue }
        let sql = "SELECT key FROM product ORDER BY \(columns)"
        let pairs = try await byTurns(repetitions(Repetitions(atLeast: 5, enough: 9))) {
          let (time, list) = try await store.list(ProductQuery(sort: sort), until: .completeOrder)
          try Self.expect(large.count, from: await list.count)
          return time
        } against: {
          try await milliseconds { try Self.expect(large.count, from: try bare.collect(sql)) }
        }
        report.add(Finding("by \(sort.rawValue)", pairs, limit: .times(1.5)))
      }
    }
  }

  private static func expect(_ count: Int, from found: Int) throws {
    guard found == count else { throw Failure("\(found) products were found, not \(count).") }
  }

  /// A window starts a slow search and moves on to another while it runs. The second time, another
  /// window keeps searching, so that no idle reader can take over.
  func measureKeystrokes(_ large: BenchCatalogue) async throws {
    report.section(
      "A newer keystroke cancels the older search", theirs: "no older search")
    try await large.opened { store in
      let words = try Words()
      let older = ProductQuery(searchText: String(words.commonest.prefix(1)))
      let newer = ProductQuery(searchText: words.two)
      let whole = try await store.list(older, until: .completeOrder).time
      for windows in 1...2 {
        let pairs = try await byTurns(repetitions()) {
          var lists: [ListOfWindow] = []
          for _ in 0..<windows { lists.append(await ListOfWindow(older, of: store)) }
          try await Task.sleep(for: .milliseconds(min(50, whole / 4)))
          return try await lists[0].firstPage(afterShowing: newer)
        } against: {
          let list = try await store.list(ProductQuery(), until: .completeOrder).list
          return try await list.firstPage(afterShowing: newer)
        }
        report.add(
          Finding(
            """
            first page of the newer while the older, of \(Int(whole)) ms, is under way in \
            \(windows == 1 ? "one window" : "two windows")
            """, pairs, limit: .timesOrMilliseconds(1.2, 30)))
      }
    }
  }
}

extension ProductSort {
  /// The columns of the order's index.
  fileprivate var columns: String? {
    switch self {
    case .title: "title_key"
    case .category: "category, title_key"
    case .price: "currency, price"
    case .year: "year"
    case .stock: "stock"
    case .created: "created"
    case .changed: "changed"
    case .manual: "position"
    default: nil
    }
  }
}
