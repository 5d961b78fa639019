// SPDX-License-Identifier: Apache-2.0
// Reads and writes which pictures a product has. As with notes, they are few and numbered 0, 1, 2,
// … in their order. A change to them changes the product and raises its revision.

import Foundation

struct PictureTable {
  let connection: Connection

  private typealias Placed = (key: Int64, position: Int)

  /// A picture of a product that is not in the trash.
  func picture(_ id: UUID) throws -> (picture: ProductPicture, product: UUID)? {
    try connection.first(
      """
      SELECT i.id AS id, hash, extension, caption, turn, product.id AS owner
      FROM product_image AS i JOIN product ON product.key = i.product
      WHERE i.id = ? AND deleted IS NULL
      """, id
    ) { (try $0.picture(), try $0.uuid("owner")) }
  }

  /// Inserts `pictures` at a position; one past either end means that end.
  func insert(_ pictures: [ProductPicture], into product: UUID, at position: Int, moment: Date)
    throws
  {
    let owner = try touch(product, moment)
    let others = try keys(of: owner)
    let new = try pictures.map { picture in
      let key = try RowNumbers(connection: connection).next(in: "product_image")
      try insert(picture, key: key, of: owner, at: -1)
      return key
    }
    try arrange(others.map(\.key), inserting: new, at: position, current: others)
  }

  /// Inserts a picture's row with a new row number.
  func insert(_ picture: ProductPicture, key: Int64, of product: Int64, at position: Int) throws {
    try connection.run(
      """
      INSERT INTO product_image (key, id, product, position, hash, extension, caption, turn)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, key, picture.id, product, position, picture.contentHash, picture.fileExtension,
      picture.caption.text, picture.turn.rawValue)
  }

  /// Replaces the pictures `current` with `pictures`, in this order. Only differences are written.
  func write(_ pictures: [ProductPicture], over current: [ProductPicture], of product: Int64) throws
  {
    guard pictures != current else { return }
    let old = Dictionary(current.map { ($0.id, $0) }) { first, _ in first }
    var places: [UUID: Placed] = [:]
    try connection.forEachRow(
      "SELECT id, key, position FROM product_image WHERE product = ?", arguments: [product]
    ) {
      places[try $0.uuid("id")] = ($0.int64("key"), $0.int("position"))
      return true
    }
    let kept = Set(pictures.map(\.id))
    for (id, place) in places where !kept.contains(id) {
      try connection.run("DELETE FROM product_image WHERE key = ?", place.key)
    }
    for (position, picture) in pictures.enumerated() {
      guard let place = places[picture.id] else {
        let key = try RowNumbers(connection: connection).next(in: "product_image")
        try insert(picture, key: key, of: product, at: position)
        continue
      }
      guard old[picture.id] != picture || place.position != position else { continue }
      try connection.run(
        """
        UPDATE product_image SET position = ?, hash = ?, extension = ?, caption = ?, turn = ?
        WHERE key = ?
        """, position, picture.contentHash, picture.fileExtension, picture.caption.text,
        picture.turn.rawValue, place.key)
    }
  }

  func remove(_ id: UUID, _ moment: Date) throws {
    let (key, owner) = try place(of: id, moment: moment)
    try connection.run("DELETE FROM product_image WHERE key = ?", key)
    let others = try keys(of: owner)
    try arrange(others.map(\.key), current: others)
  }

  func move(_ id: UUID, to position: Int, moment: Date) throws {
    let (key, owner) = try place(of: id, moment: moment)
    let current = try keys(of: owner)
    try arrange(
      current.map(\.key).filter { $0 != key }, inserting: [key], at: position, current: current)
  }

  func setCaption(_ caption: FreeText, of id: UUID, moment: Date) throws {
    let (key, _) = try place(of: id, moment: moment)
    try connection.run("UPDATE product_image SET caption = ? WHERE key = ?", caption.text, key)
  }

  func setTurn(_ turn: PictureRotation, of id: UUID, moment: Date) throws {
    let (key, _) = try place(of: id, moment: moment)
    try connection.run("UPDATE product_image SET turn = ? WHERE key = ?", turn.rawValue, key)
  }

  /// Gives a picture another file, which is as upright as it says itself.
  func setFile(hash: String, format: PictureFormat, of id: UUID, moment: Date) throws {
    let (key, _) = try place(of: id, moment: moment)
    try connection.run(
      "UPDATE product_image SET hash = ?, extension = ?, turn = 0 WHERE key = ?", hash,
      format.rawValue, key)
  }

  // MARK: Rows

  /// Raises a product's revision and returns its row number.
  private func touch(_ product: UUID, _ moment: Date) throws -> Int64 {
    guard let key = try ProductTable(connection: connection).key(of: product) else {
      throw CatalogError.productMissing
    }
    try connection.run(
      "UPDATE product SET changed = ?, \(Revision.becomesNext) WHERE key = ?", moment, key)
    return key
  }

  private func place(of id: UUID, moment: Date) throws -> (key: Int64, product: Int64) {
    let found = try connection.first(
      """
      SELECT i.key AS key, product.id AS owner FROM product_image AS i JOIN product ON product.key = i.product
      WHERE i.id = ? AND deleted IS NULL
      """, id
    ) { (key: $0.int64("key"), product: try $0.uuid("owner")) }
    guard let found else { throw CatalogError.pictureMissing }
    return (found.key, try touch(found.product, moment))
  }

  private func keys(of product: Int64) throws -> [Placed] {
    try connection.rows(
      "SELECT key, position FROM product_image WHERE product = ? ORDER BY position, key", product
    ) { ($0.int64("key"), $0.int("position")) }
  }

  /// Renumbers the pictures from 0 in this order, writing only numbers that change.
  private func arrange(
    _ keys: [Int64], inserting new: [Int64] = [], at position: Int = 0, current: [Placed]
  ) throws {
    var order = keys
    order.insert(contentsOf: new, at: min(max(position, 0), keys.count))
    let positions = Dictionary(uniqueKeysWithValues: current.map { ($0.key, $0.position) })
    for (position, key) in order.enumerated() where positions[key] != position {
      try connection.run("UPDATE product_image SET position = ? WHERE key = ?", position, key)
    }
  }
}

/// What a database refers to: pictures of products, including the trash, of steps of undo, and of those that wait for a
/// hub, which may keep what was erased here. Every removal of a picture's file is decided here. Backups may refer to it,
/// too, so callers also check them, or that there are none.
final class PictureReferences {
  private let connection: Connection
  private let version: Int
  /// Read once, for the first picture that nothing else refers to: there may be many, and no index.
  private var unsent: Set<String>?

  init(in connection: Connection) throws {
    self.connection = connection
    version = try connection.integer("PRAGMA user_version")
  }

  func include(_ hash: String) throws -> Bool {
    // The first schema, of which there may be backups, has no history.
    try isThere("product_image WHERE hash", hash)
      || version >= 2 && isThere("history_product_image WHERE hash", hash)
      || version >= Schema.patchesSince && isThere("history_product_image WHERE new_hash", hash)
      || version >= Schema.sharedSince && isUnsent(hash)
  }

  private func isUnsent(_ hash: String) throws -> Bool {
    let unsent =
      try self.unsent
      ?? Set(
        connection.rows(
          "SELECT DISTINCT json_extract(line, '$.new.hash') AS hash FROM outbox_patch WHERE kind = ?",
          RecordedTable.picture.name
        ) { $0.textIfPresent("hash") }.compactMap(\.self))
    self.unsent = unsent
    return unsent.contains(hash)
  }

  private func isThere(_ place: String, _ hash: String) throws -> Bool {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM \(place) = ?)", hash) == 1
  }
}
