// SPDX-License-Identifier: Apache-2.0
// Whether a picture's file is needed.

extension Connection {
  /// Whether anything in this database refers to a picture: a product, including the trash, or a
  /// step of undo. Every removal of a picture's file is decided here. Backups may refer to it, too,
  /// so callers also check them, or that there are none.
  func refersToPicture(_ hash: String) throws -> Bool {
    if try integer("SELECT EXISTS (SELECT 1 FROM product_image WHERE hash = ?)", hash) == 1 {
      return true
    }
    // The first schema, of which there may be backups, has no history.
    let version = try integer("PRAGMA user_version")
    func hasStep(_ column: String) throws -> Bool {
      try integer(
        "SELECT EXISTS (SELECT 1 FROM history_product_image WHERE \(column) = ?)", hash) == 1
    }
    return try version >= 2 && hasStep("hash")
      || version >= Schema.patchesSince && hasStep("new_hash")
  }
}
