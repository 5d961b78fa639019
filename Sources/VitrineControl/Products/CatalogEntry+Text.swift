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
    let inColumns = ProductField.all.filter { $0 != .title && $0.kind != .text }
    let fields: [(name: String, value: String?)] =
      inColumns.map { ($0.label, counted($0.text(of: product), in: $0)) }
      + [
        (tr("Unit Price"), product.unitPrice(in: .chosen)?.text), (tr("Variant Of"), head),
        (
          tr("Options", context: "in what the variants of a product differ"),
          product.options.names(among: custom).joined(separator: ", ")
        ),
        (tr("Variants", context: "what a product has"), variants == 0 ? nil : "\(variants)"),
      ]
      + custom.map { field in
        (field.name, product.values[field.id].map { field.kind.text(of: $0) })
      } + [

        (tr("Revision", context: "how many times a product was changed"), "\(product.revision)"),
        (tr("Changed", context: "when a product was changed"), product.changed.minuteText),
        (tr("In trash"), deleted.map { tr("since %@", $0.minuteText) }),
      ]
    var lines = [product.title.text, product.id.uuidString]
    for field in fields {
      guard let value = field.value, !value.isEmpty else { continue }
      lines.append(Self.line(field.name, value))
    }
    for (file, picture) in zip(files, product.pictures) {
      lines.append(
        Self.line(tr("Picture", context: "of a product"), "\(file)  \(picture.caption.text)"))
    }
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

  private static func line(_ name: String, _ value: String) -> String {
    "  " + name.padding(toLength: max(15, name.count + 2), withPad: " ", startingAt: 0) + value
  }
}

extension UnitPrice {
  /// Such as “2.40 EUR / 100 g”.
  fileprivate var text: String {
    let measure = [amount == 1 && unit != nil ? nil : "\(amount)", unit?.symbol]
    return FieldKind.money.text(of: .money(price)) + " / "
      + measure.compactMap(\.self).joined(separator: " ")
  }
}
