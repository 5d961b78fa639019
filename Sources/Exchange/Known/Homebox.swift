// SPDX-License-Identifier: Apache-2.0
// Homebox's export.

import Catalog

enum Homebox: KnownFormat {
  static let format = ForeignFormat.homebox
  static let decimalSign: Character? = "."

  static func isHead(_ names: Set<String>) -> Bool {
    names.contains("hb.name") && names.count(where: { $0.hasPrefix("hb.") }) > 1
  }

  static func column(_ name: String, named original: String) -> KnownColumn? {
    guard name.hasPrefix("hb.") else { return nil }
    let title = original.dropFirst(3).replacing("_", with: " ")
    let words = title.prefix(1).uppercased() + title.dropFirst()
    func custom(_ kind: FieldKind?) -> KnownColumn {
      KnownColumn(original, .custom(title: words, kind: kind))
    }
    switch name.dropFirst(3) {
    case "name": return KnownColumn(original, .field(.title))
    case "description": return KnownColumn(original, .field(.description))
    case "quantity": return KnownColumn(original, .field(.stock))
    case "tags", "labels": return KnownColumn(original, .field(.tags), separator: ";")
    case "location": return KnownColumn(original, .field(.category), pathSeparator: "/")
    // As “000-002”.
    case "asset_id": return KnownColumn(original, .field(.sku))
    case "notes": return KnownColumn(original, .note)
    case "purchase_from": return KnownColumn(original, .field(.supplier))
    case "purchase_price", "sold_price": return custom(.money)
    case "purchase_date", "purchase_time", "warranty_expires", "sold_date", "sold_time":
      return custom(.date)
    case "insured", "archived", "lifetime_warranty": return custom(.yesNo)
    case "import_ref", "parent_import_ref": return KnownColumn(original, .leftOut)
    case "url": return custom(.link)
    default:
      if name.hasPrefix("hb.field.") {
        return KnownColumn(original, .custom(title: String(original.dropFirst(9)), kind: nil))
      }
      return custom(nil)
    }
  }
}
