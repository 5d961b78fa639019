// SPDX-License-Identifier: Apache-2.0
// What some steps have touched. Two copies are compared by what each has done that the other does not know: only what
// both have touched is a question.

import Foundation

struct TouchedRows {
  private(set) var columns: [SharedName: Set<String>] = [:]
  /// By how much the stock of a product changed.
  private(set) var stock: [String: Int64] = [:]

  /// Stands for a row that was put in or taken out.
  static let whole = "*"
  /// Stands for a stock that was not added to, but set.
  static let setStock = "stock="
  /// What `columns` can have besides the names of columns.
  static let signs: Set = [whole, setStock]

  /// What one step can add to a stock.
  static let stocks = -Int64(History.largest)...Int64(History.largest)

  static func possibleStock(_ count: Int64) -> Int64 {
    min(max(count, stocks.lowerBound), stocks.upperBound)
  }

  var names: some Sequence<SharedName> { columns.keys }
  var isEmpty: Bool { columns.isEmpty }

  /// - Parameter sign: -1 if the patch was taken back, 0 if it was done again as it was before.
  mutating func add(_ patch: StepPatch, times sign: Int64 = 1) {
    guard let name = patch.sharedName else { return }
    guard let old = patch.old, let new = patch.new else { return addWhole(name) }
    // A row that is found by its name goes and comes again if it gets another one.
    let naming = patch.table.naming[0]
    if naming != "id", case .text(let other)?? = new[naming], other != name.row,
      patch.table.name == name.kind, !patch.table.key.contains(naming)
    {
      addWhole(name)
      return addWhole(SharedName(kind: name.kind, row: other))
    }
    let changed = Set(new.keys).union(old.keys).filter {
      !SharedPatch.staying.contains($0) && old[$0] != new[$0]
    }
    columns[name, default: []].formUnion(changed)
    if changed.contains("stock") { columns[name, default: []].insert(Self.setStock) }
    for (column, count) in patch.added {
      columns[name, default: []].insert(column)
      stock[name.row, default: 0] &+= count &* sign
    }
  }

  /// A row that is no longer there.
  mutating func addGone(_ patch: StepPatch) {
    if let name = patch.sharedName { addWhole(name) }
  }

  mutating func addWhole(_ name: SharedName) { columns[name, default: []].insert(Self.whole) }

  mutating func add(_ name: SharedName, _ some: some Sequence<String>) {
    columns[name, default: []].formUnion(some)
  }

  mutating func addStock(_ count: Int64, of product: String) {
    stock[product, default: 0] &+= count
  }

  /// - Parameter sign: what the stocks of the other are multiplied by.
  mutating func formUnion(_ other: TouchedRows, times sign: Int64 = 1) {
    columns.merge(other.columns) { $0.union($1) }
    stock.merge(other.stock.mapValues { $0 &* sign }) { $0 &+ $1 }
  }

  /// Nothing was added to a stock: it is what somebody saw.
  mutating func settleStocks() {
    for (name, some) in columns where some.contains("stock") {
      columns[name, default: []].insert(Self.setStock)
    }
    stock = [:]
  }

  /// Whether a row was put in, taken out, or changed in one of these columns.
  func touches(_ name: SharedName, _ some: [String]) -> Bool {
    columns[name].map { $0.contains(Self.whole) || !$0.isDisjoint(with: some) } ?? false
  }

  func touches(_ name: SharedName) -> Bool { columns[name] != nil }

  /// Whether a row was put in or taken out.
  func isWhole(_ name: SharedName) -> Bool { columns[name]?.contains(Self.whole) ?? false }

  /// Whether a product got a stock or lost it.
  func setsStock(of product: String) -> Bool {
    columns[SharedName(kind: "product", row: product)]?.contains(Self.setStock) ?? false
  }
}

extension SharedName {
  /// Whether a row can have such a name.
  var canBe: Bool {
    let parts = row.split(separator: "/", omittingEmptySubsequences: false)
    if kind == "product_value" {
      return parts.count == 2 && parts.allSatisfy { UUID(uuidString: String($0)) != nil }
    }
    let table = RecordedTable.all.first { $0.name == kind }
    let isNamed = table.map { $0.naming[0] == "id" } ?? true
    return isNamed ? UUID(uuidString: row) != nil : !row.isEmpty
  }
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
