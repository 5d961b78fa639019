// SPDX-License-Identifier: Apache-2.0
// Reads a cell of a table that Vitrine wrote: as the field itself reads what it has written, without a guess. A
// spreadsheet that saved the table may have made texts of numbers, and numbers of texts.

import Catalog
import Foundation

struct OwnCell {
  let cell: Cell
  let field: AnyField
  /// Of the price, from another column.
  let currency: String?
  /// Between several values; nil if they are as people type them.
  let separator: String?

  func value() throws -> FieldValue? {
    if field.kind == .tags, let separator {
      let tags = try Tags(Self.names(cell.text, separator).map { try Tag($0) })
      return tags.isEmpty ? nil : .tags(tags)
    }
    return try field.value(from: text)
  }

  static func names(_ text: String, _ separator: String?) throws -> [String] {
    if let separator { return text.split(separator: separator).map(String.init) }
    guard case .tags(let tags)? = try FieldKind.tags.value(from: text, for: .variant) else {
      return []
    }
    return tags.map(\.text)
  }

  private var text: String {
    switch cell.kind {
    case .empty: ""
    case .money(let own): "\(cell.text) \(own)"
    case .text, .number:
      // An amount that is too large for a spreadsheet's numbers is a text with its currency.
      field == .builtIn(.price) && cell.text.last?.isNumber ?? false
        ? [cell.text, currency ?? ""].joined(separator: " ") : cell.text
    case .day, .moment: String(cell.text.prefix(10))
    case .percent, .time, .yesNo, .failed: cell.text
    }
  }
}

extension ReadRow {
  /// Takes what a row says of the products that it belongs to.
  mutating func take(_ cell: Cell, as column: TableColumn, separatedBy separator: String?) throws {
    guard !cell.text.isEmpty else { return }
    switch column {
    case .id: id = UUID(uuidString: cell.text.trimmed)
    case .variantOf: structure.head = UUID(uuidString: cell.text.trimmed)
    case .taken: structure.taken = try OwnCell.names(cell.text, separator)
    case .options: structure.options = try OwnCell.names(cell.text, separator)
    case .field, .currency, .pictures: break
    }
  }
}
