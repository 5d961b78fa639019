// SPDX-License-Identifier: Apache-2.0
// Finds products that may be one and the same: with the same code, however it is written, with the same
// picture, or with nearly the same title. Variants are known to be alike in title and pictures.

import Foundation

/// Everything is read at once; the titles are compared afterwards, when nobody waits for the
/// connection.
struct DuplicateFinder: Sendable {
  /// Products with something in common.
  struct Group: Sendable {
    let keys: [Int64]
    var reasons: [DuplicateReason] = []
    /// The hashes of the pictures that all of them have.
    var pictures: Set<String> = []
  }

  private var found: [(reason: DuplicateReason, same: String, keys: [Int64])] = []
  private var titles = NearTitles()
  /// How many groups are found for each reason. Those that were told apart take no place of others.
  private let most: Int

  init(_ connection: Connection) throws {
    most = 500 + (try MarkedDistinctTable(connection: connection).all().count)
    // Shorter ones are the same with zeros before them.
    try find(
      .gtin, by: "substr('00000000000000' || p.gtin, -14)", in: "product AS p",
      where: "p.gtin IS NOT NULL", on: connection)
    try find(
      .sku, by: "replace(replace(lower(p.sku), ' ', ''), '-', '')", in: "product AS p",
      where: "p.sku IS NOT NULL", on: connection)
    try find(
      .picture, by: "i.hash",
      in: "product_image AS i CROSS JOIN product AS p ON p.key = i.product",
      where: "p.head IS NULL",
      on: connection)
    try connection.forEachRow(
      "SELECT key, title_key FROM product WHERE deleted IS NULL AND head IS NULL", arguments: []
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
      SELECT \(same) AS same, group_concat(DISTINCT p.key) AS keys FROM \(tables)
      WHERE p.deleted IS NULL AND \(condition)
      GROUP BY \(same) HAVING count(DISTINCT p.key) BETWEEN 2 AND \(DuplicateGroup.mostProducts)
      LIMIT \(most)
      """
    ) { ($0.text("same"), $0.text("keys")) }
    found += lists.map { same, list in
      (reason, same, list.split(separator: ",").compactMap { Int64($0) }.sorted())
    }
  }

  /// The most certain first.
  func groups() -> [Group] {
    let near = titles.groups().lazy.filter { $0.count <= DuplicateGroup.mostProducts }
    var groups: [Group] = []
    var places: [[Int64]: Int] = [:]
    for (reason, same, keys) in found + near.prefix(most).map({ (.title, "", $0.sorted()) }) {
      let place = places[keys] ?? groups.endIndex
      if place == groups.endIndex { groups.append(Group(keys: keys)) }
      places[keys] = place
      // Several pictures may be the same.
      if groups[place].reasons.last != reason { groups[place].reasons.append(reason) }
      if reason == .picture { groups[place].pictures.insert(same) }
    }
    return groups
  }
}
