// SPDX-License-Identifier: Apache-2.0
// The queries to measure: every order, categories and tags of every size, filters of every kind,
// searches that find nothing, little and nearly everything.

import BenchTables
import Catalog
import Foundation

/// A query with a name for the report.
struct MeasuredQuery {
  let name: String
  let query: ProductQuery

  static func all(of store: CatalogStore) async throws -> [MeasuredQuery] {
    try await orders + categories(of: store) + tags(of: store) + filters()
      + textsInTitles() + searches()
      + searchesInCategories(of: store)
  }

  private static var orders: [MeasuredQuery] {
    var orders = ProductSort.allCases.flatMap { sort in
      [true, false].map { ascending in
        MeasuredQuery(
          name: "all, by \(sort.rawValue)\(ascending ? "" : ", reversed")",
          query: ProductQuery(sort: sort, ascending: ascending))
      }
    }
    var query = ProductQuery()
    let pairs: [(ProductSort, ProductSort)] = [
      (.year, .title), (.category, .price), (.price, .title),
    ]
    for (first, second) in pairs {
      query.order = [ProductOrder(first, ascending: false), ProductOrder(second)]
      orders.append(
        MeasuredQuery(
          name: "all, by \(first.rawValue), reversed, then by \(second.rawValue)", query: query))
    }
    return orders
  }

  private static func categories(of store: CatalogStore) async throws -> [MeasuredQuery] {
    let bySize = try await store.categories().sorted { $0.count > $1.count }
    guard let largest = bySize.first, let smallest = bySize.last else { return [] }
    return [largest, bySize[bySize.count / 10], bySize[bySize.count / 2], smallest].flatMap {
      category in
      [ProductSort.manual, .title, .price, .changed].map { sort in
        MeasuredQuery(
          name: "a category of \(grouped(category.count)), by \(sort.rawValue)",
          query: ProductQuery(category: category.path, sort: sort))
      }
    }
  }

  private static func searchesInCategories(of store: CatalogStore) async throws -> [MeasuredQuery] {
    let bySize = try await store.categories().sorted { $0.count > $1.count }
    let word = try Words().commonest
    return [bySize.first, bySize.last].compactMap(\.self).flatMap { category in
      [ProductSort.manual, .title].map { sort in
        MeasuredQuery(
          name: "search: the commonest word in a category of \(grouped(category.count))"
            + (sort == .manual ? "" : ", by \(sort.rawValue)"),
          query: ProductQuery(category: category.path, searchText: word, sort: sort))
      }
    }
  }

  private static func tags(of store: CatalogStore) async throws -> [MeasuredQuery] {
    let bySize = try await store.tagCounts().sorted { $0.count > $1.count }
    guard let most = bySize.first, let least = bySize.last else { return [] }
    var questions = [most, least].map { tag in
      MeasuredQuery(
        name: "a tag of \(grouped(tag.count)), by title",
        query: ProductQuery(tags: [tag.tag], sort: .title))
    }
    questions.append(
      MeasuredQuery(
        name: "both tags, by title", query: ProductQuery(tags: [most.tag, least.tag], sort: .title))
    )
    return questions
  }

  private static func filters() throws -> [MeasuredQuery] {
    let euro = try Currency("EUR")
    let filters: [(String, ProductFilter)] = [
      ("nothing in stock", .number(.stock, from: nil, through: 0)),
      ("a wide range of prices", .price(euro, from: 1_000, through: 100_000)),
      ("a narrow range of prices", .price(euro, from: 12_300, through: 12_310)),
      ("one year", .number(.year, from: 1990, through: 1990)),
      ("no category", .isEmpty(.category)), ("no picture", .noPicture), ("low stock", .lowStock),
      ("bad GTIN", .badGTIN), ("duplicate GTIN", .duplicateGTIN),
      ("duplicate SKU", .duplicateSKU),
      ("a word in the title", .contains(.title, "lamp")),
    ]
    return filters.map { name, filter in
      MeasuredQuery(
        name: "filter: \(name), by title", query: ProductQuery(filters: [filter], sort: .title))
    }
  }

  private static func textsInTitles() throws -> [MeasuredQuery] {
    let texts = try [
      ("one common letter", "e"), ("two common letters", "er"), ("the beginning of a word", "lam"),
      ("two words", Words().two), ("one rare letter", "q"), ("two letters that are nowhere", "zq"),
      ("three of them", "zqq"), ("a word that is nowhere", "zzqqy"),
      ("common letters that are nowhere", "aeiea"),
    ]
    return texts.flatMap { name, text in
      [ProductSort.title, .price, .changed, .manual].map { sort in
        MeasuredQuery(
          name: "in the title: \(name), by \(sort.rawValue)",
          query: ProductQuery(filters: [.contains(.title, text)], sort: sort))
      }
    }
  }

  private static func searches() throws -> [MeasuredQuery] {
    let words = try Words()
    let texts = [
      ("the first letter of the commonest word", String(words.commonest.prefix(1))),
      ("two letters of it", String(words.commonest.prefix(2))),
      ("all of it", words.commonest), ("two words of a title", words.two),
      ("the same as a phrase", "\"\(words.two)\""), ("a rare word", words.rarest),
      ("one letter of it wrong", words.misspelt), ("no such word", "zzzyzx"),
      ("an exact SKU", words.sku),
    ]
    return texts.flatMap { name, text in
      [
        MeasuredQuery(name: "search: \(name)", query: ProductQuery(searchText: text)),
        MeasuredQuery(
          name: "search: \(name), by title", query: ProductQuery(searchText: text, sort: .title)),
      ]
    }
  }
}

/// Words of the first thousand products, which are the same in both catalogues.
struct Words {
  let commonest: String
  let rarest: String
  /// The first two words of a title.
  let two: String
  let sku: String
  /// The commonest word with two letters that changed places.
  var misspelt: String {
    String(commonest.prefix(1) + commonest.dropFirst().prefix(2).reversed())
      + commonest.dropFirst(3)
  }

  init() throws {
    var counts: [String: Int] = [:]
    var titles: [[Substring]] = []
    var skus: [String] = []
    for entry in GeneratedProducts(Bench.smallCount) {
      titles.append(entry.product.title.text.split(whereSeparator: { !$0.isLetter }))
      skus += [entry.product.sku?.text].compactMap(\.self)
      let description = entry.product.description.text.split(whereSeparator: { !$0.isLetter })
      for word in Set(titles[titles.count - 1] + description) where word.count > 2 {
        counts[word.lowercased(), default: 0] += 1
      }
    }
    // Ties are broken by the word itself, so that every run uses the same ones.
    let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    guard let commonest = words.first, let rarest = words.last,
      let title = titles.first(where: { $0.count >= 2 }), let sku = skus.last
    else { throw Failure("There are no words to search for.") }
    self.commonest = commonest
    self.rarest = rarest
    self.sku = sku
    two = title.prefix(2).joined(separator: " ")
  }
}
