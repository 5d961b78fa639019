// SPDX-License-Identifier: Apache-2.0
// The page with the search and its filters, and the index behind it. Pages that are opened from a disk can load scripts
// but no data, so the index consists of scripts; in parts, so that one that is changed is not all of it.

import Catalog
import Foundation
import Wording

struct SearchPage {
  let frame: PageFrame
  private let tags: [String]
  private var site: Site { frame.site }
  private static let mostTags = 200

  init(_ site: Site) {
    frame = PageFrame(site)
    tags = Array(Set(site.items.flatMap(\.tags)).sorted().prefix(Self.mostTags))
  }

  static func parts(_ site: Site) -> Int {
    (site.items.count + Site.itemsInPart - 1) / Site.itemsInPart
  }

  /// A part of the index, from 1 on.
  func part(_ number: Int) -> String {
    let places = Dictionary(uniqueKeysWithValues: tags.enumerated().map { ($1, $0) })
    let items = site.items.dropFirst((number - 1) * Site.itemsInPart).prefix(Site.itemsInPart)
    let rows = items.map { item -> String in
      let category = item.category.flatMap { site.places[$0] }
      let cover = item.cover.flatMap { site.photos[$0.photoKey]?.first }
      let tags = item.tags.compactMap { places[$0] }.map { JSON.number("\($0)") }
      var row: [JSON] = [.string(item.page), .string(item.title)]
      row.append(item.price.map { .string($0.text) } ?? .null)
      row.append(item.price.map { .number($0.lowest.decimalText) } ?? .null)
      row.append(category.map { .number("\($0)") } ?? .null)
      row.append(cover.map { .string($0.file) } ?? .null)
      row += [.array(tags), .string(item.searchText)]
      row.append(item.price.map { .number($0.highest.decimalText) } ?? .null)
      return JSON.array(row).text
    }
    return "vitrine([\n" + rows.joined(separator: ",\n") + "\n]);\n"
  }

  func text() -> String {
    let title = tr("Search", context: "heading of a page")
    let order = choice(
      "order", tr("Order", context: "of a list"),
      options: [
        ("", tr("As listed")), ("title", tr("By name")),
        ("cheap", currency == nil ? nil : tr("Cheapest first")),
        ("dear", currency == nil ? nil : tr("Dearest first")),
      ])
    let content: HTML = """
      <h1>\(title)</h1>
      <noscript><p class="lead">\(tr("The search needs a script, which your browser does not run."))
      <a href="list.html">\(tr("All Products"))</a></p></noscript>
      <form role="search" id="search" class="filters" data-parts="\(Self.parts(site))" hidden>
      <label class="words">\(tr("Words", context: "field of a published page")) <input type="search" name="q" autocomplete="off"></label>
      \(categories)\(tagChoice)\(prices)\(order)</form>
      <p id="said" class="lead" dir="auto" role="status" data-text="\(tr("Products found: %@", "%@"))"></p>
      <ul id="found" class="cards" aria-label="\(tr("Products", context: "heading of a page"))"></ul>
      <p class="more"><button type="button" id="more" hidden>\(tr("Show more"))</button></p>

      """
    let facts = JSON.object([
      ("@context", .string("https://schema.org")), ("@type", .string("SearchResultsPage")),
      ("name", .string(title)),
    ])
    return frame.page(title, at: .search, facts: facts, content: content)
  }

  private func choice(_ name: String, _ label: String, options: [(String, String?)]) -> HTML {
    let options = options.map { value, text -> HTML in
      text.map { "<option value=\"\(value)\">\($0)</option>\n" } ?? .none
    }
    return "<label>\(label) <select name=\"\(name)\">\n\(options)</select></label>\n"
  }

  /// A category stands for those below it, which follow it.
  private var categories: HTML {
    if site.categories.isEmpty { return .none }
    let options = site.categories.enumerated().map { place, category -> HTML in
      let below = site.categories[place...].prefix { category.path.contains($0.path) }
      let name =
        String(repeating: "\u{2003}", count: category.path.components.count - 1) + category.name
      return """
        <option value="\(place)" data-last="\(place + below.count - 1)">\(name)</option>

        """
    }
    let label = tr("Category", context: "field of a product")
    return """
      <label>\(label) <select name="category">
      <option value="">\(tr("All", context: "categories or tags"))</option>
      \(options)</select></label>

      """
  }

  private var tagChoice: HTML {
    if tags.isEmpty { return .none }
    return choice(
      "tag", tr("Tag", context: "word that products are marked with"),
      options: [("", tr("All", context: "categories or tags"))]
        + tags.enumerated().map { ("\($0)", $1) })
  }

  /// That of all prices; nil if there are none, or amounts that can't be compared.
  private var currency: Currency? {
    let currencies = Set(site.items.compactMap(\.price?.lowest.currency))
    return currencies.count == 1 ? currencies.first : nil
  }

  private var prices: HTML {
    guard let currency else { return .none }
    return """
      <fieldset><legend>\(ProductField.price.label) (\(currency.code))</legend>
      <span class="range"><input name="from" inputmode="decimal" aria-label="\(tr("From", context: "the lowest price"))">–\
      <input name="to" inputmode="decimal" aria-label="\(tr("To", context: "the highest price"))"></span></fieldset>

      """
  }
}
