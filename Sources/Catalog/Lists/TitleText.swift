// SPDX-License-Identifier: Apache-2.0
// Finds the products whose title contains a text, in the packed titles.

struct TitleText {
  /// Folded like the titles.
  let text: String

  /// Nil if the packed titles can't tell.
  init?(_ text: String) {
    guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: "\n")) else { return nil }
    self.text = text
  }

  /// The products, including the trash; nil if they are more than `limit`, or if many products wait
  /// to be indexed. `condition` is that a product's title contains the text.
  func keys(
    _ finder: ProductFinder, _ condition: QueryConditions.Condition, atMost limit: Int
  ) throws -> KeySet? {
    let connection = finder.connection
    let stale = try SearchIndex(connection: connection).stale()
    guard stale.count <= finder.limits.few,
      var keys = try TitleBlocks(connection: connection).keys(containing: text, atMost: limit)
    else { return nil }
    keys.subtract(stale)
    for key in try finder.meeting(stale.keys, [condition]) { keys.insert(key) }
    return keys
  }
}
