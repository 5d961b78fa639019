// SPDX-License-Identifier: Apache-2.0
// The tables, as named migration steps. A released step is never changed; a new schema is a new
// step, tested with a frozen file of every older one.
//
// Conventions: `key` is SQLite's row number and never leaves the module; `id` is the public UUID;
// times are milliseconds since 1970; `deleted` is when a product was moved to the trash. Foreign
// keys are checked at the end of a transaction, so that rows can be put back in any order.

enum Schema {
  /// "VITR" marks a file as a catalogue.
  static let applicationID = 0x5649_5452

  static let migrator = Migrator(
    migrations: beforeFields + sinceFields + sinceFormats + sinceSteps + sinceUnits + sinceSharing,
    newest: newest)

  private static let beforeFields = [
    Migration(
      name: "products, images and notes",
      script: """
        CREATE TABLE product (
          key INTEGER PRIMARY KEY,
          id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
          title TEXT NOT NULL CHECK (title <> ''),
          title_key TEXT NOT NULL,
          description TEXT NOT NULL,
          category TEXT CHECK (category <> ''),
          sku TEXT CHECK (sku <> ''),
          gtin TEXT CHECK (length(gtin) IN (8, 12, 13, 14) AND gtin NOT GLOB '*[^0-9]*'),
          price INTEGER CHECK (price >= 0),
          currency TEXT CHECK (length(currency) = 3),
          stock INTEGER CHECK (stock >= 0),
          minimum_stock INTEGER CHECK (minimum_stock >= 0),
          year INTEGER CHECK (year BETWEEN 1 AND 9999),
          position INTEGER NOT NULL,
          deleted INTEGER,
          revision INTEGER NOT NULL CHECK (revision >= 1),
          created INTEGER NOT NULL,
          changed INTEGER NOT NULL,
          CHECK ((price IS NULL) = (currency IS NULL))
        ) STRICT;

        CREATE UNIQUE INDEX product_by_sku ON product (sku)
          WHERE deleted IS NULL AND sku IS NOT NULL;
        CREATE INDEX product_by_position ON product (position) WHERE deleted IS NULL;
        CREATE INDEX product_by_title ON product (title_key) WHERE deleted IS NULL;
        CREATE INDEX product_by_category ON product (category, title_key) WHERE deleted IS NULL;
        CREATE INDEX product_by_price ON product (currency, price) WHERE deleted IS NULL;
        CREATE INDEX product_by_year ON product (year) WHERE deleted IS NULL;
        CREATE INDEX product_by_changed ON product (changed) WHERE deleted IS NULL;

        CREATE TABLE product_tag (
          product INTEGER NOT NULL REFERENCES product DEFERRABLE INITIALLY DEFERRED,
          position INTEGER NOT NULL,
          tag TEXT NOT NULL CHECK (tag <> ''),
          PRIMARY KEY (product, position)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX product_tag_by_tag ON product_tag (tag);

        CREATE TABLE product_image (
          key INTEGER PRIMARY KEY,
          id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
          product INTEGER NOT NULL REFERENCES product DEFERRABLE INITIALLY DEFERRED,
          position INTEGER NOT NULL,
          hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
          extension TEXT NOT NULL CHECK (extension IN ('png', 'jpg', 'webp')),
          caption TEXT NOT NULL
        ) STRICT;

        CREATE INDEX product_image_by_product ON product_image (product, position);
        CREATE INDEX product_image_by_hash ON product_image (hash);

        CREATE TABLE note (
          key INTEGER PRIMARY KEY,
          id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
          product INTEGER NOT NULL REFERENCES product DEFERRABLE INITIALLY DEFERRED,
          position INTEGER NOT NULL,
          title TEXT NOT NULL,
          text TEXT NOT NULL,
          revision INTEGER NOT NULL CHECK (revision >= 1),
          created INTEGER NOT NULL,
          changed INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX note_by_product ON note (product, position);
        """),
    Migration(
      name: "trash and history",
      script: """
        CREATE INDEX product_in_trash ON product (deleted) WHERE deleted IS NOT NULL;

        -- A step of undo; undone, it is a step of redo.
        CREATE TABLE history (
          step INTEGER PRIMARY KEY,
          command TEXT NOT NULL,
          count INTEGER NOT NULL,
          moment INTEGER NOT NULL,
          undone INTEGER NOT NULL CHECK (undone IN (0, 1)),
          size INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE history_forgotten (steps INTEGER NOT NULL) STRICT;
        INSERT INTO history_forgotten VALUES (0);

        -- The rows a step touched, as they are on its other side; existed = 0: not there.
        CREATE TABLE history_product (
          step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
          title TEXT, title_key TEXT, description TEXT, category TEXT, sku TEXT, gtin TEXT,
          price INTEGER, currency TEXT, stock INTEGER, minimum_stock INTEGER, year INTEGER,
          position INTEGER, deleted INTEGER, revision INTEGER, created INTEGER, changed INTEGER,
          PRIMARY KEY (step, key)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE history_product_tag (
          step INTEGER NOT NULL, existed INTEGER NOT NULL, product INTEGER NOT NULL,
          position INTEGER NOT NULL, tag TEXT,
          PRIMARY KEY (step, product, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE history_product_image (
          step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
          product INTEGER, position INTEGER, hash TEXT, extension TEXT, caption TEXT,
          PRIMARY KEY (step, key)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX history_product_image_by_hash ON history_product_image (hash)
          WHERE hash IS NOT NULL;

        CREATE TABLE history_note (
          step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
          product INTEGER, position INTEGER, title TEXT, text TEXT, revision INTEGER,
          created INTEGER, changed INTEGER,
          PRIMARY KEY (step, key)
        ) STRICT, WITHOUT ROWID;
        """),
    Migration(
      name: "full-text search",
      script: """
        CREATE VIEW searchable AS
        SELECT key, title,
          ifnull(sku, '') || ' ' || ifnull(gtin, '') AS codes,
          -- In a fixed order, or the index could not be told again exactly what it was told.
          ifnull((SELECT group_concat(tag, ' ') FROM (
            SELECT tag FROM product_tag WHERE product = product.key ORDER BY position)), '')
            || ' ' || ifnull(category, '') AS tags,
          description,
          (SELECT group_concat(words, ' ') FROM (
            SELECT note.title || ' ' || note.text AS words FROM note
            WHERE note.product = product.key ORDER BY note.position)) AS notes
        FROM product;

        CREATE VIRTUAL TABLE search USING fts5 (
          title, codes, tags, description, notes, content = 'searchable', content_rowid = 'key',
          tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');

        INSERT INTO search (search) VALUES ('rebuild');
        """),
    Migration(
      name: "speed and bounds",
      script: """
        -- A list is read along the index of its order, which ends with the row number, as every
        -- order does. The category behind it lets a list of one category pass over the others
        -- without a look at the table; where they would be too many, the index of categories has
        -- all there is to sort by.
        DROP INDEX product_by_position;
        DROP INDEX product_by_title;
        DROP INDEX product_by_category;
        DROP INDEX product_by_price;
        DROP INDEX product_by_year;
        DROP INDEX product_by_changed;
        CREATE INDEX product_by_position ON product (position, key, category)
          WHERE deleted IS NULL;
        CREATE INDEX product_by_title ON product (title_key, key, category)
          WHERE deleted IS NULL;
        CREATE INDEX product_by_category ON product (
          category, title_key, key, position, currency, price, year, stock, created, changed)
          WHERE deleted IS NULL;
        CREATE INDEX product_by_price ON product (currency, price, key, category)
          WHERE deleted IS NULL;
        CREATE INDEX product_by_year ON product (year, key, category) WHERE deleted IS NULL;
        CREATE INDEX product_by_stock ON product (stock, key, category) WHERE deleted IS NULL;
        CREATE INDEX product_by_created ON product (created, key, category)
          WHERE deleted IS NULL;
        CREATE INDEX product_by_changed ON product (changed, key, category)
          WHERE deleted IS NULL;

        -- Codes as a search asks for them: whatever the case, and first of all.
        CREATE INDEX product_by_code ON product (sku COLLATE NOCASE)
          WHERE deleted IS NULL AND sku IS NOT NULL;
        CREATE INDEX product_by_gtin ON product (gtin)
          WHERE deleted IS NULL AND gtin IS NOT NULL;

        -- Rows that a step put in, as ranges of row numbers: of a million, one row here. Tags have
        -- those of their products.
        CREATE TABLE history_inserted (
          step INTEGER NOT NULL, name TEXT NOT NULL, first INTEGER NOT NULL,
          last INTEGER NOT NULL,
          PRIMARY KEY (step, name, first)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX history_undone ON history (step) WHERE undone;

        -- How many bytes the steps take together, so that no command has to add them up.
        CREATE TABLE history_size (bytes INTEGER NOT NULL) STRICT;
        INSERT INTO history_size SELECT ifnull(sum(size), 0) FROM history;

        -- Pictures that nothing may need any more: they are looked at after the next change.
        CREATE TABLE loose_image (
          hash TEXT NOT NULL, extension TEXT NOT NULL, PRIMARY KEY (hash, extension)
        ) STRICT, WITHOUT ROWID;
        """),
    Migration(
      name: "the trash and the search apart",
      script: """
        -- The trash is a set of row numbers that every reader knows. Were it left out of these
        -- indexes, each of them would have to be changed for each product that goes there or
        -- comes back.
        DROP INDEX product_by_position;
        DROP INDEX product_by_title;
        DROP INDEX product_by_category;
        DROP INDEX product_by_price;
        DROP INDEX product_by_year;
        DROP INDEX product_by_stock;
        DROP INDEX product_by_created;
        DROP INDEX product_by_changed;
        DROP INDEX product_by_code;
        DROP INDEX product_by_gtin;
        CREATE INDEX product_by_position ON product (position, key, category);
        CREATE INDEX product_by_title ON product (title_key, key, category);
        CREATE INDEX product_by_category ON product (
          category, title_key, key, position, currency, price, year, stock, created, changed);
        CREATE INDEX product_by_price ON product (currency, price, key, category);
        CREATE INDEX product_by_year ON product (year, key, category);
        CREATE INDEX product_by_stock ON product (stock, key, category);
        CREATE INDEX product_by_created ON product (created, key, category);
        CREATE INDEX product_by_changed ON product (changed, key, category);
        CREATE INDEX product_by_code ON product (sku COLLATE NOCASE) WHERE sku IS NOT NULL;
        CREATE INDEX product_by_gtin ON product (gtin) WHERE gtin IS NOT NULL;

        -- What the full-text index was told of products that have changed since; indexed = 0: it
        -- knows nothing of them.
        CREATE TABLE search_outdated (
          key INTEGER PRIMARY KEY, indexed INTEGER NOT NULL CHECK (indexed IN (0, 1)), title TEXT,
          codes TEXT, tags TEXT, description TEXT, notes TEXT
        ) STRICT;
        """),
  ]
}
