// SPDX-License-Identifier: Apache-2.0
// A product as text for people.

import Catalog
import Foundation
import Wording

extension CatalogEntry {
  /// `head`: of which product it is a variant. `variants`: how many it has itself.
  func text(
    files: [String], fields custom: [CustomField], head: String?, variants: Int
  ) -> String {
    // Added one after the other: as one sum of lists, the compiler took half a minute to understand it.
    var fields: [(name: String, value: String?)] = []
    for field in ProductField.all where field != .title && field.kind != .text {
      fields.append((field.label, counted(field.text(of: product), in: field)))
    }
    fields.append((tr("Unit Price"), product.unitPrice(in: .chosen)?.text))
    fields.append((tr("Variant Of"), head))
    let options = product.options.names(among: custom).joined(separator: ", ")
    fields.append((tr("Options", context: "in what the variants of a product differ"), options))
    fields.append(
      (tr("Variants", context: "what a product has"), variants == 0 ? nil : "\(variants)"))
    for field in custom {
      fields.append((field.name, product.values[field.id].map { field.kind.text(of: $0) }))
    }
    fields.append(
      (tr("Revision", context: "how many times a product was changed"), "\(product.revision)"))
    fields.append(
      (tr("Changed", context: "when a product was changed"), product.changed.minuteText))
    fields.append((tr("In trash"), deleted.map { tr("since %@", $0.minuteText) }))
    for (file, picture) in zip(files, product.pictures) {
      fields.append((tr("Picture", context: "of a product"), "\(file)  \(picture.caption.text)"))
    }
    var lines = [product.title.text, product.id.uuidString]
    lines += Self.table(of: fields)
    for field in ProductField.all where field.kind == .text {
      if let value = field.value(of: product) { lines += ["", field.kind.text(of: value)] }
    }
    for note in notes { lines += ["", "— \(note.title.text)", note.text.text] }
    return lines.joined(separator: "\n").printable(lines: true)
  }

  /// With what the amount counts.
  private func counted(_ text: String, in field: ProductField) -> String {
    guard !text.isEmpty else { return text }
    switch field.id {
    case .price: return product.countedUnit.map { "\(text) / \($0.symbol)" } ?? text
    case .stock, .minimumStock: return product.countedUnit.map { "\(text) \($0.symbol)" } ?? text
    case .packSize: return product.unit.map { "\(text) \($0.symbol)" } ?? text
    default: return text
    }
  }

  /// A line for each field that has a value, all values below each other.
  private static func table(of fields: [(name: String, value: String?)]) -> [String] {
    let shown = fields.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : (name: name, value: $0) }
    }
    let width = (shown.map(\.name.count).max() ?? 0) + 2
    return shown.map { name, value in
      "  " + name + String(repeating: " ", count: width - name.count) + value
    }
  }
}

extension UnitPrice {
  /// Such as “2.40 EUR / 100 g”.
  fileprivate var text: String {
    let price = FieldKind.money.text(of: .money(price))
    guard let unit else {
      return amount == 1
        ? tr("%@ each", price) : tr("%1$@ for %2$@ pieces", price, "\(amount)")
    }
    return price + " / " + (amount == 1 ? "" : "\(amount) ") + unit.symbol
  }
}
