// Fills catalogues for the benchmark, without the time that importing takes.

import Catalog
import Foundation

enum Filler {
  /// Makes a catalogue of `count` products in `directory`.
  static func fill(_ directory: URL, count: Int) async throws {
    await (try CatalogStore.open(in: directory)).close()
    let words = """
      red blue green black white large small oak steel glass cotton paper round square old new
      garden kitchen winter summer lamp table chair vase bowl knife clock shelf basket blanket
      handle bracket hinge screw cable switch button candle mirror carpet curtain pillow bottle
      """
      .split(whereSeparator: \.isWhitespace).map { "('\($0)')" }.joined(separator: ",")
    let script = """
      CREATE TEMP TABLE word (text TEXT); INSERT INTO word VALUES \(words);
      CREATE TEMP TABLE r AS WITH RECURSIVE n(i) AS (
        SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        SELECT i, i * 2654435761 % 4294967296 AS h, i * 40503 % 65536 AS g FROM n;
      BEGIN;
      INSERT INTO product (key, id, title, title_key, description, category, sku, gtin, price,
        currency, stock, minimum_stock, year, position, revision, created, changed)
      SELECT i, randomblob(16), t, t, 'A ' || t || ' of the ' || (h % 97) || 'th kind, made by hand',
        CASE h % 10 WHEN 0 THEN NULL WHEN 1 THEN 'Rare/Kind ' || (h / 10 % 1000)
          WHEN 2 THEN 'Shop/Shelf ' || (h / 10 % 50) WHEN 3 THEN 'Shop/Shelf ' || (h / 10 % 50)
          ELSE 'Home/' || (SELECT text FROM word WHERE rowid = 1 + h / 10 % 5) END,
        printf('S-%07d', i), NULL, h % 100000, 'EUR', g % 50, 5, 1990 + g % 35, i * 1048576, 1,
        1700000000000 + h % 1000000000, 1700000000000 + g * 10000 + i
      FROM (SELECT i, h, g, (SELECT text FROM word WHERE rowid = 1 + h % 42) || ' ' ||
        (SELECT text FROM word WHERE rowid = 1 + g % 42) || ' ' ||
        (SELECT text FROM word WHERE rowid = 1 + (h + g) / 64 % 42) || ' ' || i AS t FROM r);
      INSERT INTO product_tag SELECT i, 0, (SELECT text FROM word WHERE rowid = 1 + g / 7 % 42)
        FROM r;
      INSERT INTO search (search) VALUES ('rebuild');
      COMMIT; PRAGMA wal_checkpoint (TRUNCATE);
      """
    try output(of: "sqlite3", ["-batch", "-bail", "catalog.sqlite"], input: script, in: directory)
  }
}
