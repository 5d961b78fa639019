// SPDX-License-Identifier: Apache-2.0
// What surrounds the content of every page. Links are relative, so that the folder works from a disk, from a stick and
// below any address.

import Catalog
import Foundation
import Wording

struct PageFrame {
  let site: Site
  /// What leads from the page to the folder: empty, or “../”.
  let root: String

  enum Place { case start, list, search, other }

  init(_ site: Site, root: String = "") {
    (self.site, self.root) = (site, root)
  }

  /// - Parameters:
  ///   - title: of the page alone; nil if it is that of the catalogue.
  ///   - description: what search engines show of it.
  ///   - facts: what machines read, after schema.org.
  func page(
    _ title: String?, description: String = "", at place: Place = .other, facts: JSON,
    content: HTML
  ) -> String {
    let full = title.map { "\($0) – \(site.title)" } ?? site.title
    let summary = String(description.prefix(200)).split(whereSeparator: \.isNewline)
      .joined(separator: " ")
    let about: HTML =
      summary.isEmpty ? .none : "<meta name=\"description\" content=\"\(summary)\">\n"
    let direction = site.language.isRightToLeft ? "rtl" : "ltr"
    // The page with the search itself needs no other.
    let search: HTML = place == .search ? .none : searchForm
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="\(site.language.tag)" dir="\(direction)">
      <head>
      <meta charset="utf-8">
      <title>\(full)</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(about)<link rel="icon" href="data:,">
      <link rel="stylesheet" href="\(root)site.css">
      <script src="\(root)site.js" defer></script>
      <script type="application/ld+json">\(facts)</script>
      </head>
      <body>
      <a class="skip" href="#content">\(tr("Skip to the content"))</a>
      <header class="top">
      <a class="brand" href="\(root)index.html" dir="auto">\(site.title)</a>
      <nav aria-label="\(tr("Pages", context: "of a published catalogue"))">
      \(link("index.html", tr("Start", context: "page of a published catalogue"), isHere: place == .start))
      \(link("list.html", tr("All Products"), isHere: place == .list))
      </nav>
      \(search)</header>
      <main id="content" tabindex="-1">
      \(content)</main>
      <footer class="foot"><bdi>\(site.title)</bdi></footer>
      </body>
      </html>

      """
    return page.text
  }

  private func link(_ file: String, _ text: String, isHere: Bool) -> HTML {
    isHere
      ? "<a href=\"\(root)\(file)\" aria-current=\"page\">\(text)</a>"
      : "<a href=\"\(root)\(file)\">\(text)</a>"
  }

  /// Shown by the script, without which it would lead nowhere.
  private var searchForm: HTML {
    """
    <form role="search" action="\(root)search.html" hidden>
    <label class="unseen" for="q">\(tr("Search this catalogue"))</label>
    <input type="search" id="q" name="q" placeholder="\(tr("Search", context: "field of a published page"))">
    <button>\(tr("Search", context: "button of a published page"))</button>
    </form>

    """
  }

  // MARK: Parts of pages

  func cards(_ items: some Sequence<SiteItem>) -> HTML {
    let cards = items.map { item -> HTML in
      let price: HTML = item.price.map { "<span class=\"price\">\($0.text)</span>" } ?? .none
      let link = card(to: "products/\(item.page).html", item.title, cover: item.cover)
      return "<li class=\"card\">\(link)\(price)</li>\n"
    }
    return "<ul class=\"cards\">\n\(cards)</ul>\n"
  }

  func card(to file: String, _ name: String, cover: ProductPicture?) -> HTML {
    """
    <a href="\(root)\(file)"><span class="case">\(picture(cover, of: name))</span>\
    <span class="name" dir="auto">\(name)</span></a>
    """
  }

  private func picture(_ cover: ProductPicture?, of name: String) -> HTML {
    guard let sizes = cover.flatMap({ site.photos[$0.photoKey] }), let small = sizes.first else {
      let letter = name.first { $0.isLetter || $0.isNumber }.map { String($0) } ?? "·"
      return "<span class=\"letter\" aria-hidden=\"true\">\(letter)</span>"
    }
    return """
      <img src="\(root)\(small.file)" alt="" loading="lazy"\(size(of: small))\
      \(others(sizes.prefix(2), shownAs: "(max-width: 40rem) 45vw, 14rem"))>
      """
  }

  /// So that nothing moves when a picture comes.
  func size(of photo: SitePhoto) -> HTML {
    photo.width > 0 ? " width=\"\(photo.width)\" height=\"\(photo.height)\"" : .none
  }

  /// The sizes that a browser may choose from.
  func others(_ photos: some Collection<SitePhoto>, shownAs sizes: String) -> HTML {
    guard photos.count > 1, photos.allSatisfy({ $0.width > 0 }) else { return .none }
    let set = photos.map { "\(root)\($0.file) \($0.width)w" }.joined(separator: ", ")
    return " srcset=\"\(set)\" sizes=\"\(sizes)\""
  }

  /// Links to the other pages of a long list.
  func pages(_ count: Int, here: Int, file: (Int) -> String) -> HTML {
    guard count > 1 else { return .none }
    let links = (1...count).map { number -> HTML in
      number == here
        ? "<span aria-current=\"page\">\(number)</span>\n"
        : "<a href=\"\(root)\(file(number))\">\(number)</a>\n"
    }
    let label = tr("Pages of this list")
    return "<nav class=\"pages\" aria-label=\"\(label)\">\n\(links)</nav>\n"
  }

  /// The categories that lead to a page.
  func path(to category: CategoryPath?, isWhole: Bool) -> HTML {
    guard let category else { return .none }
    let categories = ancestors(of: category, with: isWhole)
    guard !categories.isEmpty else { return .none }
    let links = categories.map { category -> HTML in
      """
      <li><a href="\(root)categories/\(category.page).html" dir="auto">\(category.name)</a></li>

      """
    }
    let label = tr("Category", context: "field of a product")
    return "<nav class=\"path\" aria-label=\"\(label)\">\n<ol>\n\(links)</ol>\n</nav>\n"
  }

  private func ancestors(of category: CategoryPath, with isWhole: Bool) -> [SiteCategory] {
    var (found, next): ([SiteCategory], CategoryPath?) = ([], isWhole ? category : category.parent)
    while let path = next {
      if let category = site.category(path) { found.insert(category, at: 0) }
      next = path.parent
    }
    return found
  }
}
