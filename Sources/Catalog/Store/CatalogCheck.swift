// SPDX-License-Identifier: Apache-2.0
// Checks the whole catalogue. Nothing is repaired here: the user decides.

import Foundation

struct CatalogCheck {
  let connection: Connection
  let pictureFiles: PictureFiles

  /// Everything that is wrong.
  func problems() throws -> [CatalogProblem] {
    // If the file itself is damaged, the other checks mean nothing.
    let damage = try damage()
    if !damage.isEmpty { return damage.map { .damagedFile(reason: $0) } }
    return try [
      parts(), strays(), values(), customValues(), places(), derived(), emptySteps(), pictures(),
    ]
    .flatMap { $0 }
  }

  private func damage() throws -> [String] {
    do { return try Schema.damage(of: connection) } catch let error as SQLiteError
      where error.isDamage
    {
      // A page that is not as it was written ends the check of SQLite.
      return [error.message]
    }
  }

  /// What follows from other columns.
  private func derived() throws -> [CatalogProblem] {
    let columns = DerivedColumns(connection: connection)
    let (keys, codes) = try (columns.staleKeys(), columns.staleCodes())
    var problems: [CatalogProblem] = []
    if keys > 0 { problems.append(.staleKeys(count: keys)) }
    if codes > 0 { problems.append(.staleDoubles(count: codes)) }
    return problems
  }

  /// Compares the tables, indexes, views and triggers with those of a new catalogue.
  private func parts() throws -> [CatalogProblem] {
    let (missing, foreign) = try Schema.differingParts(connection)
    return missing.map { .missingPart(type: $0.type, name: $0.name) }
      + foreign.map { .foreignPart(type: $0.type, name: $0.name) }
  }

  private func places() throws -> [CatalogProblem] {
    let count = try connection.integer(
      "SELECT count(*) FROM product WHERE position > ? OR position < ?",
      ManualOrder.sound.upperBound, ManualOrder.sound.lowerBound)
    return count == 0 ? [] : [.placesAtEnd(count: count)]
  }

  /// Steps whose rows another program has removed.
  private func emptySteps() throws -> [CatalogProblem] {
    let history = History(connection: connection)
    return try connection.rows("SELECT * FROM history ORDER BY undone, step DESC") {
      (step: $0.int("step"), command: history.command($0), isUndo: $0.int("undone") == 0)
    }
    .filter { try !history.isWhole($0.step) }
    .map { .unfitStep($0.command, isUndo: $0.isUndo) }
  }

  private func strays() throws -> [CatalogProblem] {
    try connection.rows(
      "SELECT \"table\", count(*) AS count FROM pragma_foreign_key_check GROUP BY 1"
    ) {
      .strayRows(count: $0.int("count"), table: $0.text("table"))
    }
  }

  /// Values that only another program can have written: ours check themselves. One of each product.
  private func values() throws -> [CatalogProblem] {
    var products: Set<UUID> = []
    return try RefusedValue.ofProducts(connection, where: SQLPiece(sql: "true"))
      .filter { products.insert($0.id).inserted }.map(Self.problem)
  }

  /// The same for values of custom fields.
  private func customValues() throws -> [CatalogProblem] {
    try FieldTable(connection: connection).fields().flatMap {
      try RefusedValue.of($0, connection, where: SQLPiece(sql: "true")).map(Self.problem)
    }
  }

  private static func problem(_ value: RefusedValue) -> CatalogProblem {
    .value(value.reason, product: value.title, id: value.id)
  }

  /// The pictures that products have, and those that they get back when a step is undone or redone.
  static func storedPictures(_ connection: Connection) throws -> [(hash: String, ext: String)] {
    try connection.rows(
      """
      SELECT hash, extension FROM product_image
      UNION SELECT hash, extension FROM history_product_image WHERE hash IS NOT NULL
      UNION SELECT new_hash, new_extension FROM history_product_image WHERE new_hash IS NOT NULL
      """
    ) { (hash: $0.text("hash"), ext: $0.text("extension")) }
  }

  private func pictures() throws -> [CatalogProblem] {
    try Self.storedPictures(connection).compactMap { picture in
      let path = pictureFiles.path(hash: picture.hash, fileExtension: picture.ext)
      do {
        let bytes = try readFile(path, atMost: PictureFormat.largestFile)
        return SHA256.hexDigest(of: bytes) == picture.hash
          ? nil : .alteredPicture(file: path)
      } catch let error as CatalogError {
        return .unreadable(error)
      }
    }
  }
}
