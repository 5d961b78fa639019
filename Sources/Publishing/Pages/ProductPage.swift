// SPDX-License-Identifier: Apache-2.0
// The page of a product: its photos, what is said of it, and its variants. It names no other product, so that it stays
// as it is when others change.

import Catalog
import Foundation
import Wording

struct ProductPage {
  let frame: PageFrame
  let product: PublicProduct
  /// In their order.
  let variants: [PublicProduct]
  private var site: Site { frame.site }

  init(_ site: Site, _ product: PublicProduct, variants: [PublicProduct]) {
    frame = PageFrame(site, root: "../")
    (self.product, self.variants) = (product, variants)
  }

  func text() -> String {
    let photos = site.photos(of: product)
    let gallery: HTML =
      photos.isEmpty ? .none : "<div class=\"gallery\">\n\(photos.map(figure))</div>\n"
    let content: HTML = """
      \(frame.path(to: product.category, isWhole: true))\
      <article>
      <div class="product\(photos.isEmpty ? " plain" : "")">
      \(gallery)<div class="about">
      <h1 dir="auto">\(product.title)</h1>
      \(price)\(description)\(facts)\(tags)</div>
      </div>
      \(table)</article>

      """
    return frame.page(
      product.title, description: product.description,
      facts: ProductFacts(frame: frame, product: product, variants: variants).json, content: content
    )
  }

  private func figure(_ picture: ProductPicture, _ sizes: [SitePhoto]) -> HTML {
    let caption = site.hasCaptions ? picture.caption.text : ""
    let name = caption.isEmpty ? product.title : caption
    guard let small = sizes.first, let large = sizes.last else { return .none }
    let shown = sizes.count > 1 ? sizes[1] : small
    let below: HTML =
      caption.isEmpty ? .none : "<figcaption dir=\"auto\">\(caption)</figcaption>"
    return """
      <figure><a class="case" href="\(frame.root)\(large.file)">\
      <img src="\(frame.root)\(shown.file)" alt="\(name)"\(frame.size(of: shown))\
      \(frame.others(sizes, shownAs: "(max-width: 52rem) 92vw, 38rem"))></a>\(below)</figure>

      """
  }

  private var price: HTML {
    let own = ShownPrice(of: product)
    let shown = ShownPrice(own, variants: variants.compactMap { ShownPrice(of: $0) })
    guard let shown else { return .none }
    let unit: HTML =
      shown != own
      ? .none : product.unitPriceText.map { "<p class=\"unit-price\">\($0)</p>\n" } ?? .none
    return "<p class=\"price\">\(shown.text)</p>\n\(unit)"
  }

  private var description: HTML {
    product.description.isEmpty
      ? .none : "<div class=\"text\">\n\(HTML.paragraphs(product.description))</div>\n"
  }

  private var facts: HTML {
    if product.facts.isEmpty { return .none }
    let rows = product.facts.map { fact -> HTML in
      let value: HTML =
        fact.link.map { "<a href=\"\($0)\" rel=\"nofollow noopener\">\(fact.text)</a>" }
        ?? "\(fact.text)"
      return "<div><dt dir=\"auto\">\(fact.name)</dt><dd dir=\"auto\">\(value)</dd></div>\n"
    }
    return "<dl class=\"facts\">\n\(rows)</dl>\n"
  }

  private var tags: HTML {
    if product.tags.isEmpty { return .none }
    let tags = product.tags.map { "<li dir=\"auto\">\($0)</li>\n" as HTML }
    let label = tr("Tags", context: "field of a product")
    return "<ul class=\"tags\" aria-label=\"\(label)\">\n\(tags)</ul>\n"
  }

  // MARK: Variants

  /// The fields with a column: the chosen ones of which a variant says something else than the product.
  private var differing: [AnyField] {
    let options = Set(product.options.fields.map { FieldID.custom($0) })
    return site.fields.fields.filter { field in
      field.id != .sku && !options.contains(field.id)
        && variants.contains { variant in
          variant.text(of: field.id).map { $0 != product.text(of: field.id) } ?? false
        }
    }
  }

  /// A row for each variant, with a column for each option and each field that differs.
  private var table: HTML {
    if variants.isEmpty { return .none }
    let texts = variants.map { $0.optionTexts(of: product, site.custom, in: site.language) }
    let options = product.options.fields.compactMap { id in
      site.custom.first { $0.id == id }?.name
    }
    let (hasPhotos, hasPrices, hasCodes) = (
      variants.contains { $0.pictures != product.pictures && !site.photos(of: $0).isEmpty },
      variants.contains { $0.priceText != nil }, variants.contains { $0.sku != nil }
    )
    let fields = differing
    let heads = options.map { "<th scope=\"col\" dir=\"auto\">\($0)</th>" as HTML }
    let facts = fields.map { "<th scope=\"col\" dir=\"auto\">\($0.label)</th>" as HTML }
    let rows = zip(variants, texts).map { variant, texts -> HTML in
      // Without options, a title of its own tells a variant.
      let cells =
        options.isEmpty
        ? ["<th scope=\"row\" dir=\"auto\">\(variant.title)</th>" as HTML]
        : options.map { name in
          let text = texts.first { $0.name == name }?.text ?? "–"
          return "<td dir=\"auto\">\(text)</td>"
        }
      let photo: HTML = hasPhotos ? "<td>\(small(variant))</td>" : .none
      let code: HTML = hasCodes ? "<td>\(variant.sku ?? "")</td>" : .none
      let unit: HTML =
        variant.unitPriceText.map { "<span class=\"unit-price\">\($0)</span>" } ?? .none
      let price: HTML =
        hasPrices ? "<td class=\"price\">\(variant.priceText ?? "")\(unit)</td>" : .none
      let values = fields.map { field in
        "<td dir=\"auto\">\(variant.text(of: field.id) ?? "")</td>" as HTML
      }
      let id = "variant-" + String(variant.id.uuidString.prefix(8).lowercased())
      return "<tr id=\"\(id)\">\(photo)\(cells)\(code)\(values)\(price)</tr>\n"
    }
    let title = tr("Variants", context: "what a product has")
    let name: HTML =
      options.isEmpty
      ? "<th scope=\"col\">\(tr("Title", context: "field of a product"))</th>" : .none
    let photo: HTML =
      hasPhotos
      ? "<th scope=\"col\">\(tr("Photo", context: "heading of a column"))</th>" : .none
    let code: HTML = hasCodes ? "<th scope=\"col\">\(ProductField.sku.label)</th>" : .none
    let price: HTML =
      hasPrices ? "<th scope=\"col\" class=\"price\">\(ProductField.price.label)</th>" : .none
    return """
      <section>
      <h2 id="variants">\(title)</h2>
      <div class="wide" role="region" aria-labelledby="variants" tabindex="0">
      <table>
      <thead><tr>\(photo)\(name)\(heads)\(code)\(facts)\(price)</tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </div>
      </section>

      """
  }

  private func small(_ variant: PublicProduct) -> HTML {
    guard let photo = site.photos(of: variant).first?.sizes.first else { return .none }
    return "<img src=\"\(frame.root)\(photo.file)\" alt=\"\" loading=\"lazy\">"
  }
}
