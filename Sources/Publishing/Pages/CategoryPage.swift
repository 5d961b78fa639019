// SPDX-License-Identifier: Apache-2.0
// A category: the categories below it, and its own products.

import Catalog
import Foundation
import Wording

struct CategoryPage {
  let frame: PageFrame
  let category: SiteCategory
  let number: Int

  init(_ site: Site, _ category: SiteCategory, page number: Int) {
    frame = PageFrame(site, root: "../")
    (self.category, self.number) = (category, number)
  }

  static func count(_ category: SiteCategory) -> Int {
    max(1, (category.own.count + Site.itemsInCategory - 1) / Site.itemsInCategory)
  }

  /// Names never have two hyphens side by side.
  static func file(_ category: SiteCategory, _ number: Int) -> String {
    "categories/\(category.page)\(number == 1 ? "" : "--\(number)").html"
  }

  func text() -> String {
    let site = frame.site
    let first = (number - 1) * Site.itemsInCategory
    let items = category.own.dropFirst(first).prefix(Site.itemsInCategory).map { site.items[$0] }
    let below = number > 1 ? [] : site.categories.filter { $0.path.parent == category.path }
    let subcategories: HTML =
      below.isEmpty
      ? .none
      : """
      <section aria-label="\(tr("Categories", context: "part of a published page"))">
      \(Self.cards(below, frame))</section>

      """
    let products: HTML =
      items.isEmpty
      ? .none
      : """
      <section aria-label="\(tr("Products", context: "heading of a page"))">
      \(frame.cards(items))</section>

      """
    let content: HTML = """
      \(frame.path(to: category.path, isWhole: false))\
      <h1 dir="auto">\(category.name)</h1>
      <p class="lead" dir="auto">\(PublicLanguage.count(of: category.count))</p>
      \(subcategories)\(products)\
      \(frame.pages(Self.count(category), here: number) { Self.file(category, $0) })
      """
    return frame.page(
      category.path.components.reversed().joined(separator: " – "), facts: facts(items),
      content: content)
  }

  private func facts(_ items: [SiteItem]) -> JSON {
    let elements = items.enumerated().map { place, item -> JSON in
      .object([
        ("@type", .string("ListItem")), ("position", .number("\(place + 1)")),
        ("name", .string(item.title)),
        ("url", .string("\(frame.root)products/\(item.page).html")),
      ])
    }
    return .object([
      ("@context", .string("https://schema.org")), ("@type", .string("CollectionPage")),
      ("name", .string(category.name)),
      (
        "mainEntity",
        .object([("@type", .string("ItemList")), ("itemListElement", .array(elements))])
      ),
    ])
  }

  static func cards(_ categories: [SiteCategory], _ frame: PageFrame) -> HTML {
    let cards = categories.map { category -> HTML in
      let link = frame.card(to: file(category, 1), category.name, cover: category.cover)
      let count = PublicLanguage.count(of: category.count)
      return "<li class=\"card\">\(link)<span class=\"count\" dir=\"auto\">\(count)</span></li>\n"
    }
    return "<ul class=\"cards\">\n\(cards)</ul>\n"
  }
}
