// SPDX-License-Identifier: Apache-2.0
// What Google calls the fields that a catalogue may have of its own.

enum GoogleAttribute {
  /// The attribute for a field of this name; nil if Google does not know it.
  static func of(_ name: String) -> String? {
    let name = name.lowercased()
    let attribute = name == "colour" ? "color" : name
    return names.contains(attribute) ? attribute : nil
  }

  /// What each of our lists begins with.
  static let written = [
    "id", "title", "description", "availability", "price", "gtin", "product_type", "quantity",
    "image_link", "additional_image_link", group, "unit_pricing_measure",
    "unit_pricing_base_measure",
  ]

  /// What variants of one product have in common.
  static let group = "item_group_id"

  static let names: Set<String> = [
    "link", "brand", "mpn", "condition", "color", "size", "material", "pattern", "gender",
    "age_group", "google_product_category",
  ]
}
