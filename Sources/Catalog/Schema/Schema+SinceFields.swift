// SPDX-License-Identifier: Apache-2.0
// Migration steps, from the one that introduced custom fields. The conventions are in
// `Schema.swift`.

extension Schema {
  static let sinceFields = [
    Migration(
      name: "fields of the person's own",
      script: """
        -- What a field is. Its row number is never given to another, whatever is undone.
        CREATE TABLE field (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
          name TEXT NOT NULL CHECK (name <> ''),
          name_key TEXT NOT NULL UNIQUE,
          kind TEXT NOT NULL CHECK (kind <> ''),
          detail TEXT NOT NULL,
          category TEXT CHECK (category <> ''),
          position INTEGER NOT NULL
        ) STRICT;

        -- What a product has in a field: a text, with what it is sorted by, or a whole number, or
        -- a currency with an amount. A product without a value has no row.
        CREATE TABLE product_value (
          product INTEGER NOT NULL REFERENCES product DEFERRABLE INITIALLY DEFERRED,
          field INTEGER NOT NULL REFERENCES field DEFERRABLE INITIALLY DEFERRED,
          text TEXT CHECK (text <> ''),
          text_key TEXT,
          number INTEGER,
          PRIMARY KEY (product, field),
          CHECK ((text IS NULL) = (text_key IS NULL)),
          CHECK (text IS NOT NULL OR number IS NOT NULL)
        ) STRICT, WITHOUT ROWID;

        -- The order of every kind of value: of one kind the texts or the numbers are all NULL.
        CREATE INDEX product_value_by_value ON product_value (field, text_key, number, product);

        CREATE TABLE history_field (
          step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
          name TEXT, name_key TEXT, kind TEXT, detail TEXT, category TEXT, position INTEGER,
          PRIMARY KEY (step, key)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE history_product_value (
          step INTEGER NOT NULL, existed INTEGER NOT NULL, product INTEGER NOT NULL,
          field INTEGER NOT NULL, text TEXT, text_key TEXT, number INTEGER,
          PRIMARY KEY (step, product, field)
        ) STRICT, WITHOUT ROWID;

        -- The texts of these fields are searched, too. An amount of money is not: its text is the
        -- currency. The index is made anew, which takes half a minute for a million products.
        DROP TABLE search;
        DROP VIEW searchable;
        DROP TABLE search_outdated;

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
            WHERE note.product = product.key ORDER BY note.position)) AS notes,
          (SELECT group_concat(text, ' ') FROM (
            SELECT text FROM product_value
            WHERE product_value.product = product.key AND number IS NULL ORDER BY field)) AS fields
        FROM product;

        CREATE VIRTUAL TABLE search USING fts5 (
          title, codes, tags, description, notes, fields, content = 'searchable',
          content_rowid = 'key', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');

        CREATE TABLE search_outdated (
          key INTEGER PRIMARY KEY, indexed INTEGER NOT NULL CHECK (indexed IN (0, 1)), title TEXT,
          codes TEXT, tags TEXT, description TEXT, notes TEXT, fields TEXT
        ) STRICT;

        INSERT INTO search (search) VALUES ('rebuild');
        """),
    Migration(
      name: "row numbers that are given once",
      script: """
        -- The largest row number each table had: a number that was given is never given again, so
        -- that what the history remembers of a row is of no other.
        CREATE TABLE last_key (name TEXT PRIMARY KEY, key INTEGER NOT NULL)
          STRICT, WITHOUT ROWID;
        INSERT INTO last_key
        SELECT name, max(key) FROM (
          SELECT 'product' AS name, max(key) AS key FROM product
          UNION ALL SELECT 'product', max(key) FROM history_product
          UNION ALL SELECT 'product_image', max(key) FROM product_image
          UNION ALL SELECT 'product_image', max(key) FROM history_product_image
          UNION ALL SELECT 'note', max(key) FROM note
          UNION ALL SELECT 'note', max(key) FROM history_note
          UNION ALL SELECT name, max(last) FROM history_inserted GROUP BY name)
        WHERE key IS NOT NULL AND name <> 'product_tag' GROUP BY name;

        -- A step is known by this everywhere; those of older versions have none.
        ALTER TABLE history ADD COLUMN id BLOB CHECK (length(id) = 16);
        -- How many bytes are kept for putting in again what the step had put in.
        ALTER TABLE history ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
        """),
    Migration(
      name: "the supplier's name",
      script: """
        ALTER TABLE product ADD COLUMN supplier TEXT CHECK (supplier <> '');
        ALTER TABLE product ADD COLUMN supplier_key TEXT;
        ALTER TABLE history_product ADD COLUMN supplier TEXT;
        ALTER TABLE history_product ADD COLUMN supplier_key TEXT;
        CREATE INDEX product_by_supplier ON product (supplier_key, key, category);

        -- Searched with the person's own fields. No product has one yet: the index stays as it is.
        DROP VIEW searchable;
        CREATE VIEW searchable AS
        SELECT key, title,
          ifnull(sku, '') || ' ' || ifnull(gtin, '') AS codes,
          ifnull((SELECT group_concat(tag, ' ') FROM (
            SELECT tag FROM product_tag WHERE product = product.key ORDER BY position)), '')
            || ' ' || ifnull(category, '') AS tags,
          description,
          (SELECT group_concat(words, ' ') FROM (
            SELECT note.title || ' ' || note.text AS words FROM note
            WHERE note.product = product.key ORDER BY note.position)) AS notes,
          ifnull(supplier, '') || ' ' || ifnull((SELECT group_concat(text, ' ') FROM (
            SELECT text FROM product_value
            WHERE product_value.product = product.key AND number IS NULL ORDER BY field)), '')
            AS fields
        FROM product;
        """),
    Migration(
      name: "doubtful codes and long values",
      script: """
        -- A check digit makes a weighted sum of the digits, from the last one, end with 0.
        CREATE INDEX product_by_doubtful_gtin ON product (gtin)
          WHERE gtin IS NOT NULL AND (
            substr(gtin, -1, 1) + 3 * substr(gtin, -2, 1) + substr(gtin, -3, 1) +
            3 * substr(gtin, -4, 1) + substr(gtin, -5, 1) + 3 * substr(gtin, -6, 1) +
            substr(gtin, -7, 1) + 3 * substr(gtin, -8, 1) + substr(gtin, -9, 1) +
            3 * substr(gtin, -10, 1) + substr(gtin, -11, 1) + 3 * substr(gtin, -12, 1) +
            substr(gtin, -13, 1) + 3 * substr(gtin, -14, 1)) % 10 <> 0;

        -- The GTINs of more than one product outside the trash. Triggers keep this table, so that
        -- what another program writes counts, too.
        CREATE TABLE doubled_gtin (gtin TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        INSERT INTO doubled_gtin
        SELECT gtin FROM product INDEXED BY product_by_gtin
        WHERE gtin IS NOT NULL AND deleted IS NULL GROUP BY gtin HAVING count(*) > 1;

        CREATE TRIGGER gtin_in AFTER INSERT ON product
        WHEN NEW.gtin IS NOT NULL AND NEW.deleted IS NULL BEGIN
          INSERT OR IGNORE INTO doubled_gtin SELECT NEW.gtin WHERE EXISTS (
            SELECT 1 FROM product
            WHERE gtin = NEW.gtin AND +key <> NEW.key AND +deleted IS NULL);
        END;

        CREATE TRIGGER gtin_out AFTER DELETE ON product
        WHEN OLD.gtin IS NOT NULL AND OLD.deleted IS NULL BEGIN
          DELETE FROM doubled_gtin WHERE gtin = OLD.gtin AND 2 > (
            SELECT count(*) FROM product WHERE gtin = OLD.gtin AND +deleted IS NULL);
        END;

        CREATE TRIGGER gtin_changed AFTER UPDATE OF gtin, deleted ON product
        WHEN OLD.gtin IS NOT NEW.gtin OR (OLD.deleted IS NULL) <> (NEW.deleted IS NULL) BEGIN
          DELETE FROM doubled_gtin WHERE gtin = OLD.gtin AND 2 > (
            SELECT count(*) FROM product WHERE gtin = OLD.gtin AND +deleted IS NULL);
          INSERT OR IGNORE INTO doubled_gtin SELECT NEW.gtin
          WHERE NEW.deleted IS NULL AND EXISTS (
            SELECT 1 FROM product
            WHERE gtin = NEW.gtin AND +key <> NEW.key AND +deleted IS NULL);
        END;

        -- The largest revision that a product had when it was erased. One that is imported under
        -- the same identifier starts above it: an edit based on the old one is not based on it.
        CREATE TABLE erased (revision INTEGER NOT NULL) STRICT;
        INSERT INTO erased
        SELECT ifnull(max(revision), 0) FROM history_product
        WHERE id NOT IN (SELECT id FROM product);

        CREATE TRIGGER erased_product AFTER DELETE ON product
        WHEN OLD.revision > (SELECT revision FROM erased) BEGIN
          UPDATE erased SET revision = OLD.revision;
        END;

        -- What a value is sorted by is the beginning of a long text; what contains a text is
        -- looked for in the rest of these as well.
        CREATE INDEX product_value_long ON product_value (field, product)
          WHERE length(text) > 200;
        """),
    Migration(
      name: "search as people spell",
      script: """
        -- The index is made anew with the words of our own tokenizer, which takes a minute for a
        -- million products.
        DROP TABLE search;
        CREATE VIRTUAL TABLE search USING fts5 (
          title, codes, tags, description, notes, fields, content = 'searchable',
          content_rowid = 'key', tokenize = 'vitrine', prefix = '2 3');
        DELETE FROM search_outdated;
        INSERT INTO search (search) VALUES ('rebuild');
        """),
    Migration(
      name: "saved searches",
      script: """
        -- What a saved search lists, and with what columns, is one text: another version may know
        -- more of it, and nothing in it is looked for.
        CREATE TABLE saved_search (
          key INTEGER PRIMARY KEY AUTOINCREMENT,
          id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
          name TEXT NOT NULL CHECK (name <> ''),
          content TEXT NOT NULL,
          position INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE history_saved_search (
          step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
          name TEXT, content TEXT, position INTEGER,
          PRIMARY KEY (step, key)
        ) STRICT, WITHOUT ROWID;
        """),
    Migration(
      name: "SKUs that repeat",
      script: """
        DROP INDEX product_by_sku;
        CREATE INDEX product_by_sku ON product (sku) WHERE deleted IS NULL AND sku IS NOT NULL;

        -- The SKUs of more than one product outside the trash: none yet. Kept like those of
        -- GTINs. What stands for no SKU, such as “none”, may be that of very many products: no
        -- more than two are looked at.
        CREATE TABLE doubled_sku (sku TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

        CREATE TRIGGER sku_in AFTER INSERT ON product
        WHEN NEW.sku IS NOT NULL AND NEW.deleted IS NULL BEGIN
          INSERT OR IGNORE INTO doubled_sku SELECT NEW.sku WHERE EXISTS (
            SELECT 1 FROM product WHERE sku = NEW.sku AND deleted IS NULL LIMIT 1 OFFSET 1);
        END;

        CREATE TRIGGER sku_out AFTER DELETE ON product
        WHEN OLD.sku IS NOT NULL AND OLD.deleted IS NULL BEGIN
          DELETE FROM doubled_sku WHERE sku = OLD.sku AND NOT EXISTS (
            SELECT 1 FROM product WHERE sku = OLD.sku AND deleted IS NULL LIMIT 1 OFFSET 1);
        END;

        CREATE TRIGGER sku_changed AFTER UPDATE OF sku, deleted ON product
        WHEN OLD.sku IS NOT NEW.sku OR (OLD.deleted IS NULL) <> (NEW.deleted IS NULL) BEGIN
          DELETE FROM doubled_sku WHERE sku = OLD.sku AND NOT EXISTS (
            SELECT 1 FROM product WHERE sku = OLD.sku AND deleted IS NULL LIMIT 1 OFFSET 1);
          INSERT OR IGNORE INTO doubled_sku SELECT NEW.sku WHERE EXISTS (
            SELECT 1 FROM product WHERE sku = NEW.sku AND deleted IS NULL LIMIT 1 OFFSET 1);
        END;
        """),
  ]
}
