// SPDX-License-Identifier: Apache-2.0
// The page that a visitor comes to first: the categories, and the first products.

import Catalog
import Foundation
import Wording

struct StartPage {
  let frame: PageFrame
  private static let mostProducts = 24

  init(_ site: Site) { frame = PageFrame(site) }

  func text() -> String {
    let site = frame.site
    let outermost = site.categories.filter { $0.path.parent == nil }
    var content: HTML = """
      <h1 dir="auto">\(site.title)</h1>
      <p class="lead" dir="auto">\(PublicLanguage.count(of: site.items.count))</p>

      """
    if outermost.count > 1 || site.categories.count > 1 {
      content += """
        <section aria-labelledby="categories">
        <h2 id="categories">\(tr("Categories", context: "part of a published page"))</h2>
        \(CategoryPage.cards(outermost, frame))</section>

        """
    }
    let first = site.items.prefix(Self.mostProducts)
    if !first.isEmpty {
      let more: HTML =
        first.count < site.items.count
        ? "<p class=\"more\"><a href=\"list.html\">\(tr("All Products"))</a></p>\n" : .none
      content += """
        <section aria-labelledby="products">
        <h2 id="products">\(tr("Products", context: "heading of a page"))</h2>
        \(frame.cards(first))\(more)</section>

        """
    }
    let facts = JSON.object([
      ("@context", .string("https://schema.org")), ("@type", .string("WebSite")),
      ("name", .string(site.title)), ("inLanguage", .string(site.language.tag)),
    ])
    return frame.page(nil, at: .start, facts: facts, content: content)
  }
}
