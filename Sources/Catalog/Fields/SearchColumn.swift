// The columns of the full-text index, and which of a product's words each of them has. The view
// `searchable` says the same in SQL; the index must be told exactly what that says, in its order.

/// A column of the full-text index, in the order in which it has them.
enum SearchColumn: String, CaseIterable, Sendable {
  case title, codes, tags, description, notes, fields

  /// As lists of columns in SQL have them.
  static let names = allCases.map(\.rawValue)
  static let list = names.joined(separator: ", ")

  /// The fields of a product whose words are in it; what has a table of its own comes first.
  var productFields: [ProductField] { Self.fieldsByColumn[self] ?? [] }

  private static let fieldsByColumn = Dictionary(
    grouping: ProductField.all.filter { $0.columns.isEmpty } + ProductField.stored, by: \.searched
  ).reduce(into: [SearchColumn: [ProductField]]()) { fields, column in
    if let key = column.key { fields[key] = column.value }
  }

  /// What the index is told of a product; `custom` is what it has in the person's own fields.
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
