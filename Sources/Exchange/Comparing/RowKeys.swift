// SPDX-License-Identifier: Apache-2.0
// By which fields the rows of a list are compared.

import Catalog

struct RowKeys: Sendable {
  /// What a person chose; empty if each row goes by the first code it has.
  let chosen: [AnyField]
  private let order: [AnyField]

  init(_ understanding: Understanding, chosen: [AnyField]) {
    self.chosen = chosen
    order = Self.order(understanding)
  }

  /// What a row goes by: the first of these that it has.
  private static func order(_ understanding: Understanding) -> [AnyField] {
    let codes: [AnyField] = [.builtIn(.sku), .builtIn(.gtin)]
    // In some shops' lists all variants of a product have one code.
    guard let place = understanding.place(of: .field(.sku)),
      understanding.known.map({ $0.rows.hasVariants }) ?? false,
      understanding.repeats[place] > 0
    else { return codes + [.builtIn(.title)] }
    return [.builtIn(.title)]
  }

  func first(of row: ReadRow) -> RowKey? { all(of: row).first }

  /// By each of its codes; only what has none goes by its title.
  func all(of row: ReadRow) -> [RowKey] {
    if !chosen.isEmpty {
      let values = chosen.compactMap { row.values[$0] }
      return values.count == chosen.count ? [RowKey(fields: chosen, values: values)] : []
    }
    let all = order.compactMap { field in
      row.values[field].map { RowKey(fields: [field], values: [$0]) }
    }
    let codes = all.filter { $0.fields != [.builtIn(.title)] }
    return codes.isEmpty ? all : codes
  }

  /// The key of a row as text, and what it may have been called in a list without that code.
  func texts(of row: ReadRow) -> [String] {
    func text(_ key: RowKey) -> String { key.identity }
    if let id = row.id { return ["id=\(id)"] }
    let title = row.values[.builtIn(.title)].map {
      RowKey(fields: [.builtIn(.title)], values: [$0])
    }
    let keys = all(of: row)
    return keys.map(text)
      + (chosen.isEmpty && !keys.isEmpty ? [title].compactMap { $0.map(text) } : [])
      .filter { !keys.map(text).contains($0) }
  }

  /// The fields of the first key of a row.
  func fields(of row: ReadRow) -> [AnyField] { first(of: row)?.fields ?? [] }

  /// The fields that rows go by in a list as a whole, if any row has one.
  func names(in understanding: Understanding) -> [String] {
    if !chosen.isEmpty { return chosen.map(Comparison.name) }
    if understanding.place(of: .id) != nil { return ["id"] }
    // A row without it goes by the next one.
    let filled = order.first { field in
      guard case .builtIn(let field) = field, let place = understanding.place(of: .field(field))
      else { return false }
      return understanding.filled[place] > 0
    }
    return filled.map { [Comparison.name($0)] } ?? []
  }
}
