// SPDX-License-Identifier: Apache-2.0
// Migration steps, from the one that let products be sold by weight. The conventions are in
// `Schema.swift`.

extension Schema {
  static let sinceUnits = [
    Migration(
      name: "units and exact amounts",
      script: """
        ALTER TABLE product ADD COLUMN unit TEXT CHECK (unit <> '');
        ALTER TABLE product ADD COLUMN pack_size INTEGER CHECK (pack_size > 0);
        ALTER TABLE history_product ADD COLUMN unit TEXT;
        ALTER TABLE history_product ADD COLUMN new_unit TEXT;
        ALTER TABLE history_product ADD COLUMN pack_size INTEGER;
        ALTER TABLE history_product ADD COLUMN new_pack_size INTEGER;

        -- Whole numbers until now, millionths from now on. What another program may have put there
        -- beyond every limit stays as large as it can. Without the indexes it takes half the time.
        DROP INDEX product_by_stock;
        DROP INDEX product_by_category;
        UPDATE product
        SET stock = min(stock, 9000000000000) * 1000000,
          minimum_stock = min(minimum_stock, 9000000000000) * 1000000
        WHERE stock > 0 OR minimum_stock > 0;
        UPDATE history_product
        SET stock = min(stock, 9000000000000) * 1000000,
          new_stock = min(new_stock, 9000000000000) * 1000000,
          minimum_stock = min(minimum_stock, 9000000000000) * 1000000,
          new_minimum_stock = min(new_minimum_stock, 9000000000000) * 1000000
        WHERE stock > 0 OR new_stock > 0 OR minimum_stock > 0 OR new_minimum_stock > 0;
        CREATE INDEX product_by_stock ON product (stock, key, category);
        CREATE INDEX product_by_category ON product (
          category, title_key, key, position, currency, price, year, stock, created, changed);
        """,
      secondsOfMillion: 8),
    Migration(
      name: "variants",
      script: """
        -- The identifier of the product of which another one is a variant, as hex() writes it; the
        -- fields that it takes from there; and the custom fields in which the variants of a product
        -- differ. What is taken is in the row, too, so that nothing else has to know of variants.
        ALTER TABLE product ADD COLUMN head TEXT CHECK (length(head) = 32);
        ALTER TABLE product ADD COLUMN taken TEXT;
        ALTER TABLE product ADD COLUMN options TEXT NOT NULL DEFAULT '';
        ALTER TABLE history_product ADD COLUMN head TEXT;
        ALTER TABLE history_product ADD COLUMN new_head TEXT;
        ALTER TABLE history_product ADD COLUMN taken TEXT;
        ALTER TABLE history_product ADD COLUMN new_taken TEXT;
        ALTER TABLE history_product ADD COLUMN options TEXT;
        ALTER TABLE history_product ADD COLUMN new_options TEXT;
        -- What the history has of whole products, that an undo puts back or takes away: a product has no
        -- options then, but not none that are known.
        UPDATE history_product SET options = '' WHERE step < 0 OR (existed AND NOT remains);
        UPDATE history_product SET new_options = '' WHERE NOT existed AND remains;
        CREATE INDEX product_by_head ON product (head, position, key) WHERE head IS NOT NULL;
        """, secondsOfMillion: 2),
    Migration(
      name: "sources of lists",
      script: """
        -- Where lists come from that are imported again and again, and what the last list of each had in
        -- its rows. Both are texts of the module that reads lists; a row is found by the name of its
        -- source and its own key.
        CREATE TABLE source (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE CHECK (name <> ''),
          content TEXT NOT NULL
        ) STRICT;

        CREATE TABLE source_row (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          place TEXT NOT NULL UNIQUE CHECK (place <> ''),
          content TEXT NOT NULL
        ) STRICT;

        CREATE TABLE history_source (
          step INTEGER NOT NULL, existed INTEGER NOT NULL, remains INTEGER NOT NULL DEFAULT 1,
          key INTEGER NOT NULL, name TEXT, new_name TEXT, content TEXT, new_content TEXT,
          PRIMARY KEY (step, key)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE history_source_row (
          step INTEGER NOT NULL, existed INTEGER NOT NULL, remains INTEGER NOT NULL DEFAULT 1,
          key INTEGER NOT NULL, place TEXT, new_place TEXT, content TEXT, new_content TEXT,
          PRIMARY KEY (step, key)
        ) STRICT, WITHOUT ROWID;
        """),
  ]
}
