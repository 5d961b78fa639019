// SPDX-License-Identifier: Apache-2.0
// What a row of a list goes by: the values of a field, or of several.

import Catalog

struct RowKey {
  let fields: [AnyField]
  let values: [FieldValue]

  /// What tells the row from others of its list: the same for a GTIN with and without zeros before it.
  var identity: String {
    zip(fields, values).map { field, value in
      "\(Comparison.name(field))=\(text(value, of: field))"
    }
    .joined(separator: "\n")
  }

  private func text(_ value: FieldValue, of field: AnyField) -> String {
    let text = field.kind.text(of: value)
    return field.kind == .code(.gtin) ? String(text.drop { $0 == "0" }) : text
  }

  /// The same, in little memory for the usual codes.
  var shortIdentity: String {
    guard fields.count == 1, case .builtIn(let field) = fields[0],
      case .text(let text) = values[0]
    else { return identity }
    if field === ProductField.sku { return "s" + text }
    if field === ProductField.gtin { return "g" + text.drop { $0 == "0" } }
    return identity
  }
}
