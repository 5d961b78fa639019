// SPDX-License-Identifier: Apache-2.0
// Migration steps, from the one that took in more formats of pictures. The conventions are
// in `Schema.swift`.

extension Schema {
  static let sinceFormats = [
    Migration(
      name: "more formats of pictures",
      script: """
        -- A check can't be changed, so the table is made anew.
        CREATE TABLE picture_of_any_format (
          key INTEGER PRIMARY KEY,
          id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
          product INTEGER NOT NULL REFERENCES product DEFERRABLE INITIALLY DEFERRED,
          position INTEGER NOT NULL,
          hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
          extension TEXT NOT NULL
            CHECK (extension IN ('png', 'jpg', 'webp', 'gif', 'svg', 'avif', 'heic')),
          caption TEXT NOT NULL
        ) STRICT;
        INSERT INTO picture_of_any_format
        SELECT key, id, product, position, hash, extension, caption FROM product_image;
        DROP TABLE product_image;
        ALTER TABLE picture_of_any_format RENAME TO product_image;
        CREATE INDEX product_image_by_product ON product_image (product, position);
        CREATE INDEX product_image_by_hash ON product_image (hash);
        """),
    Migration(
      name: "turned pictures",
      script: """
        -- How a picture is turned when it is shown, in degrees; its file stays as it is.
        ALTER TABLE product_image ADD COLUMN turn INTEGER NOT NULL DEFAULT 0
          CHECK (turn IN (0, 90, 180, 270));
        ALTER TABLE history_product_image ADD COLUMN turn INTEGER DEFAULT 0;
        """),
    Migration(
      name: "templates of categories",
      script: """
        -- What new products of a category begin with is one text: another version may know more of
        -- it, and nothing in it is looked for.
        CREATE TABLE template (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          category TEXT NOT NULL UNIQUE CHECK (category <> ''),
          content TEXT NOT NULL
        ) STRICT;

        CREATE TABLE history_template (
          step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, category TEXT,
          content TEXT,
          PRIMARY KEY (step, key)
        ) STRICT, WITHOUT ROWID;
        """),
    Migration(
      name: "duplicates that are none",
      script: """
        -- Which products look like one and the same and are not, and what was seen of them.
        CREATE TABLE told_apart (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          products TEXT NOT NULL UNIQUE CHECK (products <> ''),
          content TEXT NOT NULL
        ) STRICT;

        CREATE TABLE history_told_apart (
          step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, products TEXT,
          content TEXT,
          PRIMARY KEY (step, key)
        ) STRICT, WITHOUT ROWID;
        """),
    Migration(
      name: "titles in blocks",
      script: """
        -- The folded titles of 256 row numbers, a line for each: what is within a title is looked for
        -- here. Made from the products, like the full-text index, and kept with it.
        CREATE TABLE title_block (block INTEGER PRIMARY KEY, titles TEXT NOT NULL) STRICT;
        INSERT INTO title_block (block, titles)
        SELECT every.block, (SELECT group_concat(line, '') FROM (
          SELECT replace(hex(zeroblob(
              (key & 255) - ifnull(lag(key & 255) OVER (ORDER BY key), 0))), '00', char(10))
            || replace(title_key, char(10), ' ') AS line
          FROM product WHERE key BETWEEN every.block << 8 AND every.block << 8 | 255
          ORDER BY key))
        FROM (SELECT DISTINCT key >> 8 AS block FROM product) AS every;
        """),
  ]
}
