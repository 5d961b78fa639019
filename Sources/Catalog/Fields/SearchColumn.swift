// SPDX-License-Identifier: Apache-2.0
// The columns of the full-text index, and which of a product's texts each contains. The view
// `searchable` says the same in SQL; what the index is given must match that view exactly, in its
// order.

/// A column of the full-text index, in the index's order.
enum SearchColumn: String, CaseIterable, Sendable {
  case title, codes, tags, description, notes, fields

  /// For lists of columns in SQL.
  static let names = allCases.map(\.rawValue)
  static let list = names.joined(separator: ", ")

  /// The fields whose words the column contains; a field with its own table comes first.
  var productFields: [ProductField] { Self.fieldsByColumn[self] ?? [] }

  private static let fieldsByColumn = Dictionary(
    grouping: ProductField.all.filter { $0.columns.isEmpty } + ProductField.stored, by: \.searched
  ).reduce(into: [SearchColumn: [ProductField]]()) { fields, column in
    if let key = column.key { fields[key] = column.value }
  }

  /// What is indexed for a product; `custom` is the text of its custom fields.
  static func texts(of entry: CatalogEntry, custom: String?) -> [String] {
    allCases.map { column in
      var words = column.productFields.map { Self.words(of: $0.value(of: entry.product)) }
      switch column {
      case .notes: words += entry.notes.map { "\($0.title.text) \($0.text.text)" }
      case .fields: words += [custom].compactMap(\.self)
      case .title, .codes, .tags, .description: break
      }
      return words.joined(separator: " ")
    }
  }

  private static func words(of value: FieldValue?) -> String {
    switch value {
    case .text(let text): text
    case .category(let path): path.text
    case .tags(let tags): tags.map(\.text).joined(separator: " ")
    case .integer, .number, .money, .day, .yesNo, nil: ""
    }
  }
}
