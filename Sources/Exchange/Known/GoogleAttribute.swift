// SPDX-License-Identifier: Apache-2.0
// What Google calls the fields that a catalogue may have of its own.

enum GoogleAttribute {
  /// The attribute for a field of this name; nil if Google does not know it.
  static func of(_ name: String) -> String? {
    let name = name.lowercased()
    let attribute = name == "colour" ? "color" : name
    return names.contains(attribute) ? attribute : nil
  }

  static let names: Set<String> = [
    "link", "brand", "mpn", "condition", "color", "size", "material", "pattern", "gender",
    "age_group", "google_product_category",
  ]
}
