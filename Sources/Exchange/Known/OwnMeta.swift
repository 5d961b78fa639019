// SPDX-License-Identifier: Apache-2.0
// Fields that a shop has no column for, among those that anybody may add to its table: with a name that tells that
// Vitrine wrote them. Shops keep them or leave them out.

import Catalog

enum OwnMeta {
  static let prefix = "vitrine"

  /// What a column means whose folded name has this behind the prefix; nil if Vitrine writes none of this name.
  static func column(_ key: Substring, named original: String) -> KnownColumn? {
    if key == taken { return KnownColumn(original, .own(.taken), separator: separator) }
    if key == options { return KnownColumn(original, .own(.options), separator: separator) }
    if key == currency { return KnownColumn(original, .currency) }
    return ProductField.all.first { $0.name.lowercased() == key }
      .map { KnownColumn(original, .field($0.id)) }
  }

  static let currency = "currency"
  /// The fields whose values a variant has from its product.
  static let taken = "taken"
  /// In what the variants of a product differ, where that can't be seen.
  static let options = "options"
  /// Between the names of fields.
  static let separator = "\n"
  /// Before the name of a custom field that others take for something of the shop's own.
  static let field = "field_"

  /// Whether a name can't stand for itself behind “Meta: ”.
  static func needsMark(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("_") || name.hasPrefix("\(prefix)_")
  }
}
