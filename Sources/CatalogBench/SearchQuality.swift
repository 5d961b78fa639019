// SPDX-License-Identifier: Apache-2.0
// How well searches find what people mean: the products and the questions of `Tests/Fixtures/Search`,
// with the product that each question is expected to find first.

import BenchTables
import Catalog
import Foundation

struct SearchQuality {
  struct Question: Equatable {
    let text: String
    /// The title of the product that should come first.
    let expected: String
  }

  /// A question with the place where the expected product was found, from 0; nil if it was not.
  struct Answer {
    let question: Question
    let place: Int?
    let titles: [String]

    /// 1 for the first place, less for those behind it.
    var gain: Double { place.map { 1 / log2(Double($0) + 2) } ?? 0 }
  }

  let products: [Product]
  let questions: [Question]

  /// Reads the tables.
  init(directory: URL = Self.fixtures) throws {
    products = try Self.lines(of: directory.appendingPathComponent("products.tsv")).map { fields in
      func field(_ index: Int) -> String? {
        index < fields.count && !fields[index].isEmpty ? fields[index] : nil
      }
      var product = Product(title: try ProductTitle(fields[0]))
      product.sku = try field(1).map { try SKU($0) }
      product.gtin = try field(2).map { try GTIN($0) }
      product.category = try field(3).map { try CategoryPath($0) }
      product.tags = try Tags([field(4)].compactMap(\.self).map { try Tag($0) })
      product.description = try FreeText(description: field(5) ?? "")
      return product
    }
    questions = try Self.lines(of: directory.appendingPathComponent("questions.tsv")).map {
      guard $0.count == 2 else { throw Failure("A question has no answer: \($0)") }
      return Question(text: $0[0], expected: $0[1])
    }
  }

  private static var fixtures: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Tests/Fixtures/Search")
  }

  private static func lines(of file: URL) throws -> [[String]] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("# ") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Puts the products into an empty catalogue.
  func fill(_ store: CatalogStore) async throws {
    for product in products { _ = try await store.create(product) }
  }

  /// Asks every question.
  func answers(in store: CatalogStore) async throws -> [Answer] {
    var answers: [Answer] = []
    for question in questions {
      let titles = try await store.products(ProductQuery(searchText: question.text), limit: 10)
        .map(\.title)
      answers.append(
        Answer(
          question: question, place: titles.firstIndex(of: question.expected), titles: titles))
    }
    return answers
  }
}

extension Bench {
  /// How well the search finds what was meant: 1 if everything that is expected comes first.
  func measureSearchQuality() async throws {
    let directory = scratch.appendingPathComponent("questions")
    let store = try await CatalogStore.open(in: directory)
    let quality = try SearchQuality()
    try await quality.fill(store)
    let answers = try await quality.answers(in: store)
    await store.close()
    let mean = answers.map(\.gain).reduce(0, +) / Double(max(1, answers.count))
    let first = answers.filter { $0.place == 0 }.count
    report.say(
      """

      \(answers.count) questions as people spell: nDCG \(Double(Int(mean * 1000)) / 1000), \
      the expected product first for \(first).
      """)
  }
}
