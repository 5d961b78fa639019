// A product as text for people.

import Catalog
import Foundation
import Wording

extension CatalogEntry {
  func text(files: [String], fields custom: [CustomField]) -> String {
    let inColumns = ProductField.all.filter { $0 != .title && $0.kind != .text }
    let fields: [(name: String, value: String?)] =
      inColumns.map { ($0.label, $0.text(of: product)) }
      + custom.map { field in
        (field.name, product.values[field.id].map { field.kind.text(of: $0) })
      } + [
        ("Revision", "\(product.revision)"), ("Changed", product.changed.minuteText),
        ("In trash", deleted.map { "since \($0.minuteText)" }),
      ]
    var lines = [product.title.text, product.id.uuidString]
    for field in fields {
      guard let value = field.value, !value.isEmpty else { continue }
      lines.append(
        "  "
          + field.name.padding(toLength: max(15, field.name.count + 2), withPad: " ", startingAt: 0)
          + value)
    }
    for (file, picture) in zip(files, product.pictures) {
      lines.append("  Picture        \(file)  \(picture.caption.text)")
    }
    for field in ProductField.all where field.kind == .text {
      if let value = field.value(of: product) { lines += ["", field.kind.text(of: value)] }
    }
    for note in notes { lines += ["", "— \(note.title.text)", note.text.text] }
    return lines.joined(separator: "\n").printable(lines: true)
  }
}
