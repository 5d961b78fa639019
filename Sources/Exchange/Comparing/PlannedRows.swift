// SPDX-License-Identifier: Apache-2.0
// The rows of a list with what becomes of them. There may be a million: as bytes they take a tenth of the memory, and from
// some size on they are in a file without a name. A row is made of them when somebody looks at it.

import Catalog
import Foundation

public struct PlannedRows: RandomAccessCollection, Sendable {
  private let bytes: StoredRows
  private let coding: RowCoding
  private let outcomes: [PlannedRow.Outcome]
  private let products: [FoundProduct?]
  /// Rows that have more to say than most.
  private let others: [Int: PlannedRow]
  /// What is wrong with the rest: a whole list may be refused.
  private let said: [Int: Said]

  private struct Said {
    let refusals: [RowRefusal]
    let remarks: [RowRefusal]
  }

  public let startIndex = 0
  public var endIndex: Int { outcomes.count }

  /// A row for showing. If the file can't be read any more, it has nothing in it.
  public subscript(place: Int) -> PlannedRow {
    (try? row(at: place)) ?? PlannedRow(read: ReadRow(0), outcome: outcomes[place])
  }

  func row(at place: Int) throws -> PlannedRow {
    if let row = others[place] { return row }
    var row = try coding.row(bytes.bytes(of: place), outcomes[place])
    if let said = said[place] {
      said.refusals.forEach { row.read.refuse($0) }
      said.remarks.forEach { row.read.remark($0) }
    }
    row.product = products.isEmpty ? nil : products[place]?.product
    return row
  }

  public func outcome(at place: Int) -> PlannedRow.Outcome { outcomes[place] }

  /// How often each outcome occurs.
  public var counts: [PlannedRow.Outcome: Int] {
    outcomes.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// The rows with this outcome, one after the other.
  public func rows(_ outcome: PlannedRow.Outcome) -> some Sequence<PlannedRow> {
    outcomes.indices.lazy.filter { outcomes[$0] == outcome }.map { self[$0] }
  }

  /// Rows that are not refused, but of which something is to be said. They may be all of a long list, of which a window
  /// shows a few.
  public var withRemarks: some Collection<PlannedRow> {
    let places =
      others.filter { !$0.value.read.remarks.isEmpty }.map(\.key)
      + said.filter { !$0.value.remarks.isEmpty }.map(\.key)
    return places.sorted().lazy.filter { outcomes[$0] != .refused }.map { self[$0] }
  }

  /// The places of rows in which both the source and a person changed something, in their order.
  public var withConflicts: [Int] {
    others.filter { !$0.value.conflicts.isEmpty }.map(\.key).sorted()
  }

  /// A product is large, and a place for one in each row would be, too.
  private final class FoundProduct: Sendable {
    let product: Product
    init(_ product: Product) { self.product = product }
  }

  /// Collects rows.
  struct Writer {
    private let bytes = StoredRows()
    private var coding = RowCoding()
    private var outcomes: [PlannedRow.Outcome] = []
    private var products: [FoundProduct?] = []
    private var others: [Int: PlannedRow] = [:]
    private var said: [Int: Said] = [:]
    private(set) var listed: Set<UUID> = []
    /// Whether a row is refused of which nobody knows what product it is about.
    private(set) var hasUnknownRefused = false
    private let tellsListed: Bool

    var count: Int { outcomes.count }

    /// - Parameter tellsListed: whether the products that rows are about are asked for.
    init(tellsListed: Bool) { self.tellsListed = tellsListed }

    mutating func append(_ row: PlannedRow) throws {
      let place = outcomes.count
      outcomes.append(row.outcome)
      if let product = row.product {
        if products.isEmpty { products = [FoundProduct?](repeating: nil, count: place) }
        products.append(FoundProduct(product))
        if tellsListed { listed.insert(product.id) }
      } else {
        if !products.isEmpty { products.append(nil) }
        if row.outcome == .refused { hasUnknownRefused = true }
      }
      if let packed = coding.bytes(of: row) {
        try bytes.append(packed)
        let read = row.read
        if !read.isRepeated, !read.refusals.isEmpty || !read.remarks.isEmpty {
          said[place] = Said(refusals: read.refusals, remarks: read.remarks)
        }
      } else {
        others[place] = row
        try bytes.append([])
      }
    }

    func rows() -> PlannedRows {
      PlannedRows(
        bytes: bytes, coding: coding, outcomes: outcomes, products: products, others: others,
        said: said)
    }
  }
}
