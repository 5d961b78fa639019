// SPDX-License-Identifier: Apache-2.0
// What follows from other columns, and can be made anew: the texts that rows are sorted and found by, and the codes that
// several products have. Another program can have written them, or written past them.

import Foundation

struct DerivedColumns {
  let connection: Connection

  private static let columns: [(table: String, key: String, text: String, derived: String)] = [
    ("product", "key", "title", "title_key"), ("product", "key", "supplier", "supplier_key"),
  ]

  /// The codes that are in one of the two lists only.
  private static func doubles(_ code: String) -> String {
    let actual = """
      SELECT \(code) AS code FROM product WHERE \(code) IS NOT NULL AND deleted IS NULL
      GROUP BY \(code) HAVING count(*) > 1
      """
    return """
      SELECT count(*) FROM (
        SELECT code FROM (\(actual)) WHERE code NOT IN (SELECT \(code) FROM doubled_\(code))
        UNION ALL SELECT \(code) FROM doubled_\(code) WHERE \(code) NOT IN (\(actual)))
      """
  }

  /// How many keys do not follow from their texts.
  func stale() throws -> Int {
    var count = 0
    try forEachStale { _, _, _ in count += 1 }
    return count
  }

  func staleDoubles() throws -> Int {
    try ["sku", "gtin"].reduce(0) { try $0 + connection.integer(Self.doubles($1)) }
  }

  /// Makes anew what does not follow.
  func mend() throws {
    var stale: [(sql: String, value: String?, key: Int64)] = []
    try forEachStale { stale.append(($0, $1, $2)) }
    for (sql, value, key) in stale { try connection.run(sql, value, key) }
    for code in ["sku", "gtin"] where try connection.integer(Self.doubles(code)) > 0 {
      try connection.run("DELETE FROM doubled_\(code)")
      try connection.run(
        """
        INSERT INTO doubled_\(code) SELECT \(code) FROM product
        WHERE \(code) IS NOT NULL AND deleted IS NULL GROUP BY \(code) HAVING count(*) > 1
        """)
    }
  }

  private func forEachStale(_ body: (String, String?, Int64) -> Void) throws {
    for (table, key, text, derived) in Self.columns {
      try connection.forEachRow(
        "SELECT \(key) AS key, \(text) AS text, \(derived) AS derived FROM \(table)", arguments: []
      ) { row in
        let wanted = row.textIfPresent("text").map(\.folded)
        if wanted != row.textIfPresent("derived") {
          body("UPDATE \(table) SET \(derived) = ? WHERE \(key) = ?", wanted, row.int64("key"))
        }
        return true
      }
    }
  }
}
