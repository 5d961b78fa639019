// SPDX-License-Identifier: Apache-2.0
// The tables of this version, with which a new catalogue begins: to take all steps since the first version takes ten times
// as long. Exactly what those make of an empty file, down to the spaces, which a test compares.

extension Schema {
  static let newest = """
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
      changed INTEGER NOT NULL, supplier TEXT CHECK (supplier <> ''), supplier_key TEXT, \
    unit TEXT CHECK (unit <> ''), pack_size INTEGER CHECK (pack_size > 0), \
    head TEXT CHECK (length(head) = 32), taken TEXT, options TEXT NOT NULL DEFAULT '',
      CHECK ((price IS NULL) = (currency IS NULL))
    ) STRICT;

    CREATE TABLE product_tag (
      product INTEGER NOT NULL REFERENCES product DEFERRABLE INITIALLY DEFERRED,
      position INTEGER NOT NULL,
      tag TEXT NOT NULL CHECK (tag <> ''),
      PRIMARY KEY (product, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX product_tag_by_tag ON product_tag (tag);

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
    CREATE INDEX product_in_trash ON product (deleted) WHERE deleted IS NOT NULL;

    CREATE TABLE history (
      step INTEGER PRIMARY KEY,
      command TEXT NOT NULL,
      count INTEGER NOT NULL,
      moment INTEGER NOT NULL,
      undone INTEGER NOT NULL CHECK (undone IN (0, 1)),
      size INTEGER NOT NULL
    , id BLOB CHECK (length(id) = 16), kept INTEGER NOT NULL DEFAULT 0, \
    turn INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE history_forgotten (steps INTEGER NOT NULL) STRICT;
    CREATE TABLE history_product (
      step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
      title TEXT, title_key TEXT, description TEXT, category TEXT, sku TEXT, gtin TEXT,
      price INTEGER, currency TEXT, stock INTEGER, minimum_stock INTEGER, year INTEGER,
      position INTEGER, deleted INTEGER, revision INTEGER, created INTEGER, changed INTEGER, \
    supplier TEXT, supplier_key TEXT, remains INTEGER NOT NULL DEFAULT 1, new_id BLOB, \
    new_title TEXT, new_title_key TEXT, new_description TEXT, new_category TEXT, new_sku TEXT, \
    new_gtin TEXT, new_price INTEGER, new_currency TEXT, new_stock INTEGER, \
    new_minimum_stock INTEGER, new_year INTEGER, new_supplier TEXT, new_supplier_key TEXT, \
    new_position INTEGER, new_deleted INTEGER, new_revision INTEGER, new_created INTEGER, \
    new_changed INTEGER, unit TEXT, new_unit TEXT, pack_size INTEGER, new_pack_size INTEGER, \
    head TEXT, new_head TEXT, taken TEXT, new_taken TEXT, options TEXT, new_options TEXT,
      PRIMARY KEY (step, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE history_product_tag (
      step INTEGER NOT NULL, existed INTEGER NOT NULL, product INTEGER NOT NULL,
      position INTEGER NOT NULL, tag TEXT, remains INTEGER NOT NULL DEFAULT 1, new_tag TEXT,
      PRIMARY KEY (step, product, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE history_product_image (
      step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
      product INTEGER, position INTEGER, hash TEXT, extension TEXT, caption TEXT, \
    turn INTEGER DEFAULT 0, remains INTEGER NOT NULL DEFAULT 1, new_id BLOB, \
    new_product INTEGER, new_position INTEGER, new_hash TEXT, new_extension TEXT, \
    new_caption TEXT, new_turn INTEGER,
      PRIMARY KEY (step, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX history_product_image_by_hash ON history_product_image (hash)
      WHERE hash IS NOT NULL;
    CREATE TABLE history_note (
      step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
      product INTEGER, position INTEGER, title TEXT, text TEXT, revision INTEGER,
      created INTEGER, changed INTEGER, remains INTEGER NOT NULL DEFAULT 1, new_id BLOB, \
    new_product INTEGER, new_position INTEGER, new_title TEXT, new_text TEXT, \
    new_revision INTEGER, new_created INTEGER, new_changed INTEGER,
      PRIMARY KEY (step, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE history_inserted (
      step INTEGER NOT NULL, name TEXT NOT NULL, first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      PRIMARY KEY (step, name, first)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX history_undone ON history (step) WHERE undone;
    CREATE TABLE history_size (bytes INTEGER NOT NULL) STRICT;

    CREATE TABLE loose_image (
      hash TEXT NOT NULL, extension TEXT NOT NULL, PRIMARY KEY (hash, extension)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX product_by_position ON product (position, key, category);
    CREATE INDEX product_by_title ON product (title_key, key, category);
    CREATE INDEX product_by_price ON product (currency, price, key, category);
    CREATE INDEX product_by_year ON product (year, key, category);
    CREATE INDEX product_by_created ON product (created, key, category);
    CREATE INDEX product_by_changed ON product (changed, key, category);

    CREATE TABLE field (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      name TEXT NOT NULL CHECK (name <> ''),
      name_key TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind <> ''),
      detail TEXT NOT NULL,
      category TEXT CHECK (category <> ''),
      position INTEGER NOT NULL
    , cost INTEGER CHECK (cost = 1)) STRICT;

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
    CREATE INDEX product_value_by_value ON product_value (field, text_key, number, product);
    CREATE TABLE history_field (
      step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
      name TEXT, name_key TEXT, kind TEXT, detail TEXT, category TEXT, position INTEGER, \
    remains INTEGER NOT NULL DEFAULT 1, new_id BLOB, new_name TEXT, new_name_key TEXT, \
    new_kind TEXT, new_detail TEXT, new_category TEXT, new_position INTEGER, cost INTEGER, \
    new_cost INTEGER,
      PRIMARY KEY (step, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE history_product_value (
      step INTEGER NOT NULL, existed INTEGER NOT NULL, product INTEGER NOT NULL,
      field INTEGER NOT NULL, text TEXT, text_key TEXT, number INTEGER, \
    remains INTEGER NOT NULL DEFAULT 1, new_text TEXT, new_text_key TEXT, new_number INTEGER,
      PRIMARY KEY (step, product, field)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE search_outdated (
      key INTEGER PRIMARY KEY, indexed INTEGER NOT NULL CHECK (indexed IN (0, 1)), title TEXT,
      codes TEXT, tags TEXT, description TEXT, notes TEXT, fields TEXT
    ) STRICT;

    CREATE TABLE last_key (name TEXT PRIMARY KEY, key INTEGER NOT NULL)
      STRICT, WITHOUT ROWID;
    CREATE INDEX product_by_supplier ON product (supplier_key, key, category);

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
    CREATE INDEX product_by_doubtful_gtin ON product (gtin)
      WHERE gtin IS NOT NULL AND (
        substr(gtin, -1, 1) + 3 * substr(gtin, -2, 1) + substr(gtin, -3, 1) +
        3 * substr(gtin, -4, 1) + substr(gtin, -5, 1) + 3 * substr(gtin, -6, 1) +
        substr(gtin, -7, 1) + 3 * substr(gtin, -8, 1) + substr(gtin, -9, 1) +
        3 * substr(gtin, -10, 1) + substr(gtin, -11, 1) + 3 * substr(gtin, -12, 1) +
        substr(gtin, -13, 1) + 3 * substr(gtin, -14, 1)) % 10 <> 0;

    CREATE TABLE doubled_gtin (gtin TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
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

    CREATE TABLE erased (revision INTEGER NOT NULL) STRICT;
    CREATE TRIGGER erased_product AFTER DELETE ON product
    WHEN OLD.revision > (SELECT revision FROM erased) BEGIN
      UPDATE erased SET revision = OLD.revision;
    END;
    CREATE INDEX product_value_long ON product_value (field, product)
      WHERE length(text) > 200;

    CREATE VIRTUAL TABLE search USING fts5 (
      title, codes, tags, description, notes, fields, content = 'searchable',
      content_rowid = 'key', tokenize = 'vitrine', prefix = '2 3');

    CREATE TABLE saved_search (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      name TEXT NOT NULL CHECK (name <> ''),
      content TEXT NOT NULL,
      position INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE history_saved_search (
      step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
      name TEXT, content TEXT, position INTEGER, remains INTEGER NOT NULL DEFAULT 1, \
    new_id BLOB, new_name TEXT, new_content TEXT, new_position INTEGER,
      PRIMARY KEY (step, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX product_by_sku ON product (sku) WHERE deleted IS NULL AND sku IS NOT NULL;

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

    CREATE TABLE "product_image" (
      key INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      product INTEGER NOT NULL REFERENCES product DEFERRABLE INITIALLY DEFERRED,
      position INTEGER NOT NULL,
      hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
      extension TEXT NOT NULL
        CHECK (extension IN ('png', 'jpg', 'webp', 'gif', 'svg', 'avif', 'heic')),
      caption TEXT NOT NULL
    , turn INTEGER NOT NULL DEFAULT 0
      CHECK (turn IN (0, 90, 180, 270))) STRICT;
    CREATE INDEX product_image_by_product ON product_image (product, position);
    CREATE INDEX product_image_by_hash ON product_image (hash);

    CREATE TABLE template (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      category TEXT NOT NULL UNIQUE CHECK (category <> ''),
      content TEXT NOT NULL
    ) STRICT;
    CREATE TABLE history_template (
      step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, category TEXT,
      content TEXT, remains INTEGER NOT NULL DEFAULT 1, new_category TEXT, new_content TEXT,
      PRIMARY KEY (step, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE told_apart (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      products TEXT NOT NULL UNIQUE CHECK (products <> ''),
      content TEXT NOT NULL
    ) STRICT;
    CREATE TABLE history_told_apart (
      step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, products TEXT,
      content TEXT, remains INTEGER NOT NULL DEFAULT 1, new_products TEXT, new_content TEXT,
      PRIMARY KEY (step, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE title_block (block INTEGER PRIMARY KEY, titles TEXT NOT NULL) STRICT;
    CREATE INDEX history_product_image_by_new_hash ON history_product_image (new_hash)
      WHERE new_hash IS NOT NULL;
    CREATE TABLE history_gone (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      turn INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX product_by_stock ON product (stock, key, category);
    CREATE INDEX product_by_category ON product (
      category, title_key, key, position, currency, price, year, stock, created, changed);
    CREATE INDEX product_by_head ON product (head, position, key) WHERE head IS NOT NULL;

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

    CREATE TABLE hub (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      address TEXT NOT NULL,
      id BLOB NOT NULL CHECK (length(id) = 16),
      incarnation BLOB NOT NULL CHECK (length(incarnation) = 16),
      x INTEGER NOT NULL,
      n INTEGER NOT NULL,
      kind TEXT,
      row TEXT,
      last BLOB CHECK (length(last) = 16)
    ) STRICT;

    CREATE TABLE outbox (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      command TEXT NOT NULL,
      moment INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE outbox_patch (
      step INTEGER NOT NULL,
      place INTEGER NOT NULL,
      kind TEXT NOT NULL,
      row TEXT NOT NULL,
      owner TEXT,
      line TEXT NOT NULL,
      PRIMARY KEY (step, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX outbox_patch_by_row ON outbox_patch (kind, row);
    CREATE INDEX outbox_patch_by_owner ON outbox_patch (owner) WHERE owner IS NOT NULL;
    CREATE TABLE hub_marked (
      kind TEXT NOT NULL,
      row TEXT NOT NULL,
      value TEXT NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (kind, row)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE hub_touched (
      kind TEXT NOT NULL,
      row TEXT NOT NULL,
      PRIMARY KEY (kind, row)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE history_touched (
      id BLOB NOT NULL CHECK (length(id) = 16),
      kind TEXT NOT NULL,
      row TEXT NOT NULL,
      columns TEXT NOT NULL,
      stock INTEGER,
      PRIMARY KEY (id, kind, row)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX product_by_code ON product (sku COLLATE NOCASE, key, category);
    CREATE INDEX product_by_gtin ON product (gtin, key, category);
    CREATE INDEX product_of_its_own ON product (key) WHERE head IS NULL;
    CREATE INDEX product_running_low ON product (key) WHERE stock <= minimum_stock;

    CREATE TABLE own_value (
      field INTEGER NOT NULL, product INTEGER NOT NULL, PRIMARY KEY (field, product)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER own_value_in AFTER INSERT ON product_value
    WHEN NOT EXISTS (SELECT 1 FROM product WHERE key = NEW.product AND head IS NOT NULL) BEGIN
      INSERT OR IGNORE INTO own_value VALUES (NEW.field, NEW.product);
    END;
    CREATE TRIGGER own_value_out AFTER DELETE ON product_value BEGIN
      DELETE FROM own_value WHERE field = OLD.field AND product = OLD.product;
    END;
    CREATE TRIGGER own_value_moved AFTER UPDATE OF product, field ON product_value
    WHEN OLD.product <> NEW.product OR OLD.field <> NEW.field BEGIN
      DELETE FROM own_value WHERE field = OLD.field AND product = OLD.product;
      INSERT OR IGNORE INTO own_value SELECT NEW.field, NEW.product
      WHERE NOT EXISTS (SELECT 1 FROM product WHERE key = NEW.product AND head IS NOT NULL);
    END;
    CREATE TRIGGER own_values_of_variant AFTER INSERT ON product WHEN NEW.head IS NOT NULL BEGIN
      DELETE FROM own_value WHERE product = NEW.key
        AND field IN (SELECT field FROM product_value WHERE product = NEW.key);
    END;
    CREATE TRIGGER own_values_changed AFTER UPDATE OF head ON product
    WHEN (OLD.head IS NULL) <> (NEW.head IS NULL) BEGIN
      DELETE FROM own_value WHERE product = NEW.key
        AND field IN (SELECT field FROM product_value WHERE product = NEW.key);
      INSERT INTO own_value
      SELECT field, product FROM product_value WHERE product = NEW.key AND NEW.head IS NULL;
    END;

    INSERT INTO history_forgotten VALUES (0);
    INSERT INTO history_size VALUES (0);
    INSERT INTO erased VALUES (0);
    INSERT INTO search (search) VALUES ('rebuild');
    """
}
