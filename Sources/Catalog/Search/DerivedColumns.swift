// SPDX-License-Identifier: Apache-2.0
// What follows from other columns, and can be made anew: the texts that rows are sorted and found by, and the codes that
// several products have. Another program can have written them, or written past them.

import Foundation

struct DerivedColumns {
  let connection: Connection

  /// How many keys do not follow from their texts.
  func staleKeys() throws -> Int {
    var count = 0
    try forEachStaleKey { _, _ in count += 1 }
    return count
  }

  /// How many codes are in the list of those of several products, and should not be, or the other way round.
  func staleCodes() throws -> Int {
    try Self.codes.reduce(0) { try $0 + staleCodes($1) }
  }

  /// Makes anew what does not follow. Inside a transaction.
  func mend() throws {
    var stale: [(sql: String, arguments: [(any Bindable)?])] = []
    try forEachStaleKey { stale.append(($0, $1)) }
    for (sql, arguments) in stale { try connection.run(sql, arguments: arguments) }
    for code in Self.codes where try staleCodes(code) > 0 {
      try connection.run("DELETE FROM doubled_\(code)")
      try connection.run("INSERT INTO doubled_\(code) \(Self.doubled(code))")
    }
  }

  private static let codes = ["sku", "gtin"]

  private static func doubled(_ code: String) -> String {
    """
    SELECT \(code) FROM product WHERE \(code) IS NOT NULL AND deleted IS NULL
    GROUP BY \(code) HAVING count(*) > 1
    """
  }

  private func staleCodes(_ code: String) throws -> Int {
    let (listed, doubled) = ("SELECT \(code) FROM doubled_\(code)", Self.doubled(code))
    return try connection.integer(
      """
      SELECT (SELECT count(*) FROM (\(listed) EXCEPT \(doubled)))
        + (SELECT count(*) FROM (\(doubled) EXCEPT \(listed)))
      """)
  }

  /// Calls `body` with what mends each.
  private func forEachStaleKey(_ body: (String, [(any Bindable)?]) -> Void) throws {
    for text in ["title", "supplier"] {
      try connection.forEachRow(
        "SELECT key, \(text) AS text, \(text)_key AS derived FROM product", arguments: []
      ) { row in
        let wanted = row.textIfPresent("text").map(\.folded)
        if wanted != row.textIfPresent("derived") {
          body(
            "UPDATE product SET \(text)_key = ? WHERE key = ?", [wanted, row.int64("key")])
        }
        return true
      }
    }
  }
}
