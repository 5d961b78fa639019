// SPDX-License-Identifier: Apache-2.0
// The names of the columns of a table that Vitrine wrote. That of a custom field says its kind, so that another
// catalogue gets the same field: “Weight [number kg]”, “Colour [choice red|green]”, “Paid [cost money]”. Writing and reading are side by
// side here, so that they stay in step.

import Catalog

enum OwnHead: KnownFormat {
  static let format = ForeignFormat.vitrine

  static func isHead(_ names: Set<String>) -> Bool {
    names.contains(KnownFormats.fold(OwnTable.firstColumn))
  }

  // MARK: Writing

  /// - Parameter saysKinds: whether the table is to be read again; without it, names are as people like them.
  static func name(of column: TableColumn, sayingKinds saysKinds: Bool) -> String {
    switch column {
    case .id: return OwnTable.firstColumn
    case .field(.builtIn(let field)): return title(of: field)
    case .field(.custom(let field)):
      guard saysKinds else {
        guard case .number(let unit) = field.kind, !unit.isEmpty else { return field.name }
        return "\(field.name) (\(unit))"
      }
      let isPlain =
        field.kind == .line && !field.isCost && byName[KnownFormats.fold(field.name)] == nil
        && !field.name.hasSuffix("]")
      let cost = field.isCost ? costBefore : ""
      return isPlain ? field.name : "\(field.name) [\(cost)\(word(of: field.kind))]"
    case .currency: return "Currency"
    case .variantOf: return "Variant of"
    case .taken: return "Taken"
    case .options: return "Options"
    case .pictures: return "Images"
    }
  }

  /// “Minimum stock”, “SKU”.
  static func title(of field: ProductField) -> String {
    if field.isCode { return field.name.uppercased() }
    let words = field.words(joinedBy: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private static func word(of kind: FieldKind) -> String {
    let details = kind.details.map { detail in
      detail.reduce(into: "") { text, character in
        if "\\|[]".contains(character) { text.append("\\") }
        text.append(character)
      }
    }
    return details.isEmpty ? kind.word : "\(kind.word) \(details.joined(separator: "|"))"
  }

  // MARK: Reading

  static func column(_ name: String, named original: String) -> KnownColumn? {
    if let column = byName[name] {
      switch column {
      case .field(let field): return KnownColumn(original, .field(field.id))
      case .currency: return KnownColumn(original, .currency)
      case .pictures: return KnownColumn(original, .pictures, separator: "\n")
      case .id, .variantOf, .taken, .options: return KnownColumn(original, .own(column))
      }
    }
    let (title, kind, isCost) = parts(of: original)
    var column = KnownColumn(original, .custom(title: title, kind: kind))
    column.isCost = isCost
    return column
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: TableColumn.builtIn.map {
      (KnownFormats.fold(name(of: $0, sayingKinds: true)), $0)
    })

  /// Stands before the kind of a field for what something costs.
  private static let costBefore = "cost "

  private static func parts(of name: String) -> (title: String, kind: FieldKind, isCost: Bool) {
    let characters = Array(name)
    guard characters.last == "]",
      let open = characters.indices.last(where: { place in
        characters[place] == "[" && place > 1 && characters[place - 1] == " "
      })
    else { return (name, .line, false) }
    var inside = characters[(open + 1)..<(characters.count - 1)]
    let isCost = inside.starts(with: costBefore)
    if isCost { inside = inside.dropFirst(costBefore.count) }
    let word = String(inside.prefix { $0 != " " })
    guard
      let kind = FieldKind(
        word: word, details: details(inside.dropFirst(word.count + 1)))
    else { return (name, .line, false) }
    return (String(characters[..<(open - 1)]), kind, isCost)
  }

  private static func details(_ text: ArraySlice<Character>) -> [String] {
    var details: [String] = []
    var detail = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        detail.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "|" {
        details.append(detail)
        detail = ""
      } else {
        detail.append(character)
      }
    }
    return text.isEmpty ? [] : details + [detail]
  }
}

extension ProductField {
  /// Whether it is called by letters.
  fileprivate var isCode: Bool { self == .sku || self == .gtin }
}
