// SPDX-License-Identifier: Apache-2.0
// All products by name, in the order of the list that is published. Few long pages: a product that is changed changes
// one of them.

import Catalog
import Foundation
import Wording

struct ListPage {
  let frame: PageFrame
  let number: Int

  init(_ site: Site, _ number: Int) {
    frame = PageFrame(site)
    self.number = number
  }

  static func count(_ site: Site) -> Int {
    max(1, (site.items.count + Site.itemsInList - 1) / Site.itemsInList)
  }

  static func file(_ number: Int) -> String { number == 1 ? "list.html" : "list-\(number).html" }

  func text() -> String {
    let site = frame.site
    let items = site.items.dropFirst((number - 1) * Site.itemsInList).prefix(Site.itemsInList)
    let rows = items.map { item -> HTML in
      let price: HTML = item.price.map { "<span class=\"price\">\($0.text)</span>" } ?? .none
      return """
        <li><a href="products/\(item.page).html" dir="auto">\(item.title)</a>\(price)</li>

        """
    }
    let title = tr("All Products")
    let content: HTML = """
      <h1>\(title)</h1>
      <ul class="all">
      \(rows)</ul>
      \(frame.pages(Self.count(site), here: number, file: Self.file))
      """
    let facts = JSON.object([
      ("@context", .string("https://schema.org")), ("@type", .string("CollectionPage")),
      ("name", .string(title)),
      ("isPartOf", .object([("@type", .string("WebSite")), ("name", .string(site.title))])),
    ])
    return frame.page(title, at: .list, facts: facts, content: content)
  }
}
