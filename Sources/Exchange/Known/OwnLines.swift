// SPDX-License-Identifier: Apache-2.0
// Our own export: a product in a line, by the names of its fields.

import Catalog

enum OwnLines {
  @Sendable static func column(_ name: String) -> KnownColumn? {
    switch name {
    case "currency": return KnownColumn(name, .currency)
    case "yearIntroduced": return KnownColumn(name, .field(.year))
    case "tags": return KnownColumn(name, .field(.tags), separator: "\n")
    case "category": return KnownColumn(name, .field(.category), pathSeparator: " > ")
    case "images.file": return KnownColumn(name, .pictures, separator: "\n")
    case "notes.text": return KnownColumn(name, .note)
    default: break
    }
    if let field = ProductField.named(name) { return KnownColumn(name, .field(field.id)) }
    let ours = ["id", "created", "changed", "revision", "deleted", "images.", "notes."]
    if ours.contains(where: name.hasPrefix) { return KnownColumn(name, .leftOut) }
    let title = name.hasPrefix("fields.") ? String(name.dropFirst(7)) : name
    return KnownColumn(name, .custom(title: title, kind: nil))
  }
}
