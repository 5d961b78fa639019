// What a person waits for: a catalogue that opens, and the first page of whatever they ask for.
// The same must be as quick with a million products as with a thousand.

import Catalog
import Foundation

extension Bench {
  private static let pageLength = 100

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
        for question in try await Question.all(of: largeStore, and: smallStore) {
          let pairs = try await byTurns(repetitions()) {
            try await Self.firstPage(question.query, of: largeStore)
          } against: {
            try await Self.firstPage(question.query, of: smallStore)
          }
          report.add(Finding(question.name, pairs, limit: limit))
        }
      }
    }
  }

  private static func open(_ catalogue: BenchCatalogue) async throws -> Double {
    let start = ContinuousClock.now
    return try await catalogue.opened { store in
      _ = try await store.hits(ProductQuery(sort: .title), limit: pageLength)
      return start.duration(to: .now).milliseconds
    }
  }

  private static func firstPage(
    _ query: ProductQuery, of store: CatalogStore
  ) async throws -> Double {
    try await milliseconds { _ = try await store.hits(query, limit: pageLength) }
  }
}

/// Something to ask a catalogue, by name.
struct Question {
  let name: String
  let query: ProductQuery

  /// Every order, categories and searches of every kind. The words are the catalogue's own.
  static func all(of large: CatalogStore, and small: CatalogStore) async throws -> [Question] {
    var questions: [Question] = []
    func ask(_ name: String, _ query: ProductQuery) {
      questions.append(Question(name: name, query: query))
    }
    for sort in ProductSort.allCases {
      ask("all, by \(sort.rawValue)", ProductQuery(sort: sort))
      ask("all, by \(sort.rawValue), reversed", ProductQuery(sort: sort, ascending: false))
    }
    let categories = try await large.categories().sorted { $0.count > $1.count }
    for (name, category) in [
      ("the largest", categories.first), ("a middling", categories[categories.count / 2]),
      ("the smallest", categories.last),
    ] {
      guard let category else { continue }
      let size = grouped(category.count)
      for sort in [ProductSort.manual, .title, .price, .changed] {
        ask(
          "\(name) category (\(size)), by \(sort.rawValue)",
          ProductQuery(category: category.path, sort: sort))
      }
    }
    let words = try await Words(in: small)
    for (name, text) in [
      ("the first letter of the commonest word", String(words.commonest.prefix(1))),
      ("two letters of the commonest word", String(words.commonest.prefix(2))),
      ("the commonest word", words.commonest), ("two words", words.two),
      ("a phrase", "\"\(words.two)\""), ("a rare word", words.rarest),
      ("no such word", "zzzyzx"), ("an exact SKU", words.sku),
    ] {
      ask("search: \(name)", ProductQuery(searchText: text))
      ask("search: \(name), by title", ProductQuery(searchText: text, sort: .title))
    }
    return questions
  }
}

/// Words that a catalogue has.
struct Words {
  let commonest: String
  let rarest: String
  /// The first two words of a title.
  let two: String
  let sku: String

  init(in store: CatalogStore) async throws {
    let rows = try await store.rows(ProductQuery(sort: .title))
    var counts: [String: Int] = [:]
    for row in rows {
      for word in row.title.split(separator: " ") where word.count > 2 {
        counts[String(word), default: 0] += 1
      }
    }
    // The word itself decides between equals, so that every run asks the same.
    let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let withSKU = try await store.hits(ProductQuery(sort: .title), limit: 50).last
    guard let commonest = words.first, let rarest = words.last, let row = withSKU?.row,
      let product = try await store.product(row.id)
    else { throw Failure("The catalogue has no words to search for.") }
    self.commonest = commonest
    self.rarest = rarest
    two = row.title.split(separator: " ").prefix(2).joined(separator: " ")
    sku = product.sku?.text ?? ""
  }
}
