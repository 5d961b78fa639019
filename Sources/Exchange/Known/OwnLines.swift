// SPDX-License-Identifier: Apache-2.0
// Our own export: a product in a line, by the names of its fields.

import Catalog

enum OwnLines {
  /// - Parameters:
  ///   - kinds: of the custom fields that the file defines, by their names.
  ///   - costs: those of them for what something costs.
  static func column(
    _ name: String, _ kinds: [String: FieldKind], costs: Set<String>
  ) -> KnownColumn {
    switch name {
    case "id": return KnownColumn(name, .own(.id))
    case "variantOf": return KnownColumn(name, .own(.variantOf))
    case "taken": return KnownColumn(name, .own(.taken), separator: "\n")
    case "options": return KnownColumn(name, .own(.options), separator: "\n")
    case "currency": return KnownColumn(name, .currency)
    case "yearIntroduced": return KnownColumn(name, .field(.year))
    case "tags": return KnownColumn(name, .field(.tags), separator: "\n")
    case "images.file": return KnownColumn(name, .pictures, separator: "\n")
    case "notes.text": return KnownColumn(name, .note)
    default: break
    }
    if let field = ProductField.named(name) { return KnownColumn(name, .field(field.id)) }
    let ours = ["created", "changed", "revision", "deleted", "images.", "notes."]
    if ours.contains(where: name.hasPrefix) { return KnownColumn(name, .leftOut) }
    let title = name.hasPrefix("fields.") ? String(name.dropFirst(7)) : name
    var column = KnownColumn(name, .custom(title: title, kind: kinds[title]), separator: "\n")
    column.isCost = costs.contains(title)
    return column
  }
}
