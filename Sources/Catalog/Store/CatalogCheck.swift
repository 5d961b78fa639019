// Looking through the whole catalogue for anything that is not as it should be. Nothing is
// mended here: the person decides.

import Foundation

struct CatalogCheck {
  let connection: Connection
  let pictureFiles: PictureFiles

  /// Everything that is wrong.
  func problems() throws -> [CatalogProblem] {
    // Where the file itself is damaged the other questions have no answer.
    let damage = try connection.damage("integrity_check")
    if !damage.isEmpty { return damage.map { .damagedFile(reason: $0) } }
    return try strays() + values() + pictures()
  }

  private func strays() throws -> [CatalogProblem] {
    try connection.rows("SELECT \"table\", count(*) FROM pragma_foreign_key_check GROUP BY 1") {
      .strayRows(count: $0.int(1), table: $0.text(0))
    }
  }

  /// Values that another program must have written: ours cannot be made like that.
  private func values() throws -> [CatalogProblem] {
    try connection.rows(
      "SELECT id, title, category, sku, gtin, currency FROM product"
    ) { row -> CatalogProblem? in
      let (id, title) = (try row.uuid(0), row.text(1))
      do {
        _ = try ProductTitle(title)
        _ = try row.textIfPresent(2).map { try CategoryPath($0) }
        _ = try row.textIfPresent(3).map { try SKU($0) }
        _ = try row.textIfPresent(4).map { try GTIN($0) }
        _ = try row.textIfPresent(5).map { try Currency($0) }
        return nil
      } catch let error as InvalidValue {
        return .value(error, product: title, id: id)
      }
    }.compactMap { $0 }
  }

  private func pictures() throws -> [CatalogProblem] {
    let stored = try connection.rows(
      """
      SELECT hash, extension FROM product_image
      UNION SELECT hash, extension FROM history_product_image WHERE existed
      """
    ) { (hash: $0.text(0), ext: $0.text(1)) }
    return try stored.compactMap { picture in
      let path = pictureFiles.path(hash: picture.hash, fileExtension: picture.ext)
      do {
        let bytes = try readFile(path, atMost: PictureFiles.largestFile)
        return SHA256.hexDigest(of: bytes) == picture.hash
          ? nil : .alteredPicture(file: path)
      } catch let error as CatalogError {
        return .unreadable(error)
      }
    }
  }
}
