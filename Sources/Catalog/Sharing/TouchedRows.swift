// SPDX-License-Identifier: Apache-2.0
// What some steps have touched. Two copies are compared by what each has done that the other does not know: only what
// both have touched is a question.

import Foundation

struct TouchedRows {
  private var columns: [SharedName: Set<String>] = [:]
  /// By how much the stock of a product changed.
  private(set) var stock: [String: Int64] = [:]
  /// Products that got a stock or lost it.
  private(set) var setStock: Set<String> = []

  /// Stands for a row that was put in or taken out.
  private static let whole = "*"

  var names: some Sequence<SharedName> { columns.keys }

  mutating func add(_ patch: StepPatch) {
    guard let name = patch.sharedName else { return }
    guard let old = patch.old, let new = patch.new else {
      columns[name, default: []].insert(Self.whole)
      return
    }
    let changed = Set(new.keys).union(old.keys).filter {
      !SharedPatch.staying.contains($0) && old[$0] != new[$0]
    }
    columns[name, default: []].formUnion(changed)
    if changed.contains("stock") { setStock.insert(name.row) }
    for (column, count) in patch.added {
      columns[name, default: []].insert(column)
      stock[name.row, default: 0] &+= count
    }
  }

  /// A row that is no longer there.
  mutating func addGone(_ patch: StepPatch) {
    if let name = patch.sharedName { columns[name, default: []].insert(Self.whole) }
  }

  mutating func formUnion(_ other: TouchedRows) {
    columns.merge(other.columns) { $0.union($1) }
    stock.merge(other.stock) { $0 &+ $1 }
    setStock.formUnion(other.setStock)
  }

  /// Whether a row was put in, taken out, or changed in one of these columns.
  func touches(_ name: SharedName, _ some: [String]) -> Bool {
    columns[name].map { $0.contains(Self.whole) || !$0.isDisjoint(with: some) } ?? false
  }

  func touches(_ name: SharedName) -> Bool { columns[name] != nil }

  /// Whether a row was put in or taken out.
  func isWhole(_ name: SharedName) -> Bool { columns[name]?.contains(Self.whole) ?? false }
}

extension StepPatch {
  /// The row as a hub, or another copy, finds it. Tags are one list of their product.
  var sharedName: SharedName? {
    if table.name == "product_tag" {
      guard case .text(let product)?? = row["product"] else { return nil }
      return SharedName(kind: SharedPatch.tags, row: product)
    }
    return sharedRow.map { SharedName(kind: table.name, row: $0) }
  }
}
