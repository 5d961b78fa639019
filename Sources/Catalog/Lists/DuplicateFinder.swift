// Finds products that may be one and the same: with the same code, however it is written, with the same
// picture, or with nearly the same title.

import Foundation

/// Products that may be one and the same.
public struct DuplicateGroup: Sendable, Equatable, Identifiable {
  public let reasons: [DuplicateReason]
  public let products: [ListedProduct]

  /// The same for the same products.
  public var id: String { products.map(\.id.uuidString).sorted().joined(separator: "+") }

  /// What more products have in common does not make them one: a code that stands for none, a
  /// picture of all.
  public static let mostProducts = 12
}

/// What is read at once; the titles are compared afterwards, when nobody waits for the connection.
struct DuplicateFinder: Sendable {
  private var found: [(reason: DuplicateReason, keys: [Int64])] = []
  private var titles = NearTitles()

  /// How many groups are found for each reason.
  private static let most = 500

  init(_ connection: Connection) throws {
    // Shorter ones are the same with zeros before them.
    try find(
      .gtin, by: "substr('00000000000000' || p.gtin, -14)", in: "product AS p",
      where: "p.gtin IS NOT NULL", on: connection)
    try find(
      .sku, by: "replace(replace(lower(p.sku), ' ', ''), '-', '')", in: "product AS p",
      where: "p.sku IS NOT NULL", on: connection)
    try find(
      .picture, by: "i.hash",
      in: "product_image AS i CROSS JOIN product AS p ON p.key = i.product", where: "true",
      on: connection)
    try connection.forEachRow(
      "SELECT key, title_key FROM product WHERE deleted IS NULL", arguments: []
    ) {
      titles.add($0.text("title_key"), of: $0.int64("key"))
      return true
    }
  }

  /// - Parameters:
  ///   - same: what the products of a group have in common.
  ///   - tables: with `p` for the product.
  private mutating func find(
    _ reason: DuplicateReason, by same: String, in tables: String, where condition: String,
    on connection: Connection
  ) throws {
    let lists = try connection.rows(
      """
      SELECT group_concat(DISTINCT p.key) AS keys FROM \(tables)
      WHERE p.deleted IS NULL AND \(condition)
      GROUP BY \(same) HAVING count(DISTINCT p.key) BETWEEN 2 AND \(DuplicateGroup.mostProducts)
      LIMIT \(Self.most)
      """
    ) { $0.text("keys") }
    found += lists.map { list in
      (reason, list.split(separator: ",").compactMap { Int64($0) }.sorted())
    }
  }

  /// The row numbers of each group, the surest first.
  func groups() -> [(keys: [Int64], reasons: [DuplicateReason])] {
    let near = titles.groups().lazy.filter { $0.count <= DuplicateGroup.mostProducts }
    var order: [[Int64]] = []
    var reasons: [[Int64]: [DuplicateReason]] = [:]
    for (reason, keys) in found + near.prefix(Self.most).map({ (.title, $0.sorted()) }) {
      if reasons[keys] == nil { order.append(keys) }
      // Several pictures may be the same.
      if reasons[keys]?.last != reason { reasons[keys, default: []].append(reason) }
    }
    return order.map { ($0, reasons[$0] ?? []) }
  }
}
