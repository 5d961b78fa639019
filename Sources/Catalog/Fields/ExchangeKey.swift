// SPDX-License-Identifier: Apache-2.0
// The keys of an exported line besides those of the fields. They are in this room because a custom
// field may not have such a name.

enum ExchangeKey: String, CaseIterable {
  case id, notes, created, changed, revision, deleted
  case pictures = "images"
  /// The values of custom fields.
  case fields
  /// On a line that defines a custom field.
  case field
  /// The identifier of the product of which it is a variant, the fields it takes from there, and the
  /// custom fields in which its own variants differ.
  case variantOf, taken, options
}
