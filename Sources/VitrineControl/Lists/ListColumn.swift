// SPDX-License-Identifier: Apache-2.0
// A column of a list, besides the identifier.

import Catalog
import Foundation
import Wording

enum ListColumn {
  case builtIn(ProductField)
  case custom(CustomField)

  static let builtIn = ProductField.all
  /// Without `--columns`.
  static let usual = [ProductField.title, .price, .year, .category].map(ListColumn.builtIn)

  /// The columns that values of `--columns` name.
  static func columns(_ values: [String], among fields: [CustomField]) throws -> [ListColumn] {
    func column(_ name: String) -> ListColumn? {
      builtIn.first { $0.name == name }.map { .builtIn($0) }
        ?? fields.first { $0.isNamed(name) }.map { .custom($0) }
    }
    return try values.flatMap { value in
      if let column = column(value) { return [column] }
      return try value.split(separator: ",").map { name in
        if let column = column(String(name)) { return column }
        throw UsageError.unknownName(
          String(name), known: builtIn.map(\.name) + fields.map(\.name))
      }
    }
  }

  var field: AnyField {
    switch self {
    case .builtIn(let field): .builtIn(field)
    case .custom(let field): .custom(field)
    }
  }

  var builtInField: ProductField? { if case .builtIn(let field) = self { field } else { nil } }

  func text(of product: ListedProduct) -> String {
    switch self {
    case .builtIn(let field): product.value(of: field).map { field.kind.text(of: $0) } ?? ""
    case .custom(let field): product.values[field.id].map { field.kind.text(of: $0) } ?? ""
    }
  }
}

extension ListedProduct {
  /// A line of the output of `list`: columns separated by tabs.
  func line(_ columns: [ListColumn], snippet: String?) -> String {
    let texts = columns.map { $0.text(of: self).printable() }
    let place = snippet.map { "\n    " + $0.printable() } ?? ""
    return ([id.uuidString] + texts).joined(separator: "\t") + place
  }
}
