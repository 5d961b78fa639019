// SPDX-License-Identifier: Apache-2.0
// What machines read of a product: schema.org's words, as JSON-LD. Nothing that the page itself does not show.

import Catalog
import Foundation

struct ProductFacts {
  let frame: PageFrame
  let product: PublicProduct
  let variants: [PublicProduct]

  var json: JSON {
    var members: [(name: String, value: JSON?)] = [("@context", .string("https://schema.org"))]
    if variants.isEmpty {
      members.append(("@type", .string("Product")))  // Not for translation.
      members += Self.members(of: product, photos)
    } else {
      members.append(("@type", .string("ProductGroup")))
      members.append(("productGroupID", .string(product.sku ?? product.id.uuidString)))
      members += Self.members(of: product, photos, hasOffer: false)
      let names = product.options.fields.compactMap { id in
        frame.site.custom.first { $0.id == id }?.name
      }
      if !names.isEmpty { members.append(("variesBy", .strings(names))) }
      members.append(("hasVariant", .array(variants.map(variant))))
    }
    return .object(members)
  }

  private var photos: [String] { Self.photos(of: product, frame) }

  private func variant(_ variant: PublicProduct) -> JSON {
    let options = variant.optionTexts(
      of: product, frame.site.custom, in: frame.site.language)
    let properties = options.map { option -> JSON in
      .object([
        ("@type", .string("PropertyValue")), ("name", .string(option.name)),
        ("value", .string(option.text)),
      ])
    }
    let type: [(name: String, value: JSON?)] = [
      ("@type", .string("Product"))  // Not for translation.
    ]
    return .object(
      type + Self.members(of: variant, Self.photos(of: variant, frame)) + [
        ("additionalProperty", properties.isEmpty ? nil : .array(properties))
      ])
  }

  private static func photos(of product: PublicProduct, _ frame: PageFrame) -> [String] {
    frame.site.photos(of: product).compactMap { $0.sizes.last.map { frame.root + $0.file } }
  }

  private static func members(
    of product: PublicProduct, _ photos: [String], hasOffer: Bool = true
  ) -> [(name: String, value: JSON?)] {
    [
      ("name", .string(product.title)),
      ("description", product.description.isEmpty ? nil : .string(product.description)),
      ("category", product.category.map { .string($0.components.joined(separator: " > ")) }),
      ("sku", product.sku.map { .string($0) }), ("gtin", product.gtin.map { .string($0) }),
      ("keywords", product.tags.isEmpty ? nil : .strings(product.tags)),
      ("image", photos.isEmpty ? nil : .strings(photos)),
      ("offers", hasOffer ? offer(of: product) : nil),
    ]
  }

  private static func offer(of product: PublicProduct) -> JSON? {
    guard let price = product.price else { return nil }
    let place = product.isInStock.map { $0 ? "InStock" : "OutOfStock" }
    return .object([
      ("@type", .string("Offer")),  // Not for translation.
      ("price", .string(price.decimalText)),
      ("priceCurrency", .string(price.currency.code)),
      ("availability", place.map { .string("https://schema.org/\($0)") }),
    ])
  }
}
