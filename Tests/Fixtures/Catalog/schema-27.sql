-- A catalogue of schema 27, frozen: never changed once it is here.
PRAGMA application_id = 1447646290;
PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
CREATE TABLE history (
  step INTEGER PRIMARY KEY,
  command TEXT NOT NULL,
  count INTEGER NOT NULL,
  moment INTEGER NOT NULL,
  undone INTEGER NOT NULL CHECK (undone IN (0, 1)),
  size INTEGER NOT NULL
) STRICT;
INSERT INTO "history" VALUES(1,'editProduct',1,1700000000999,0,142);
CREATE TABLE history_forgotten (steps INTEGER NOT NULL) STRICT;
INSERT INTO "history_forgotten" VALUES(0);
CREATE TABLE history_note (
  step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
  product INTEGER, position INTEGER, title TEXT, text TEXT, revision INTEGER,
  created INTEGER, changed INTEGER,
  PRIMARY KEY (step, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE history_product (
  step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
  title TEXT, title_key TEXT, description TEXT, category TEXT, sku TEXT, gtin TEXT,
  price INTEGER, currency TEXT, stock INTEGER, minimum_stock INTEGER, year INTEGER,
  position INTEGER, deleted INTEGER, revision INTEGER, created INTEGER, changed INTEGER,
  PRIMARY KEY (step, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "history_product" VALUES(1,1,2,X'6E1F5B0E000040008000000000000002','Brown Bread','brown bread','',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2097152,NULL,1,1700000000124,1700000000124);
CREATE TABLE history_product_image (
  step INTEGER NOT NULL, existed INTEGER NOT NULL, key INTEGER NOT NULL, id BLOB,
  product INTEGER, position INTEGER, hash TEXT, extension TEXT, caption TEXT,
  PRIMARY KEY (step, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE history_product_tag (
  step INTEGER NOT NULL, existed INTEGER NOT NULL, product INTEGER NOT NULL,
  position INTEGER NOT NULL, tag TEXT,
  PRIMARY KEY (step, product, position)
) STRICT, WITHOUT ROWID;
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
INSERT INTO "note" VALUES(1,X'6E1F5B0E0000400080000000000000A1',1,0,'Care','Keep cool',2,1700000000200,1700000000300);
INSERT INTO "note" VALUES(2,X'6E1F5B0E0000400080000000000000A2',1,1,'','Second',1,1700000000201,1700000000201);
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
INSERT INTO "product" VALUES(1,X'6E1F5B0E000040008000000000000001','Éclair au Chocolat','eclair au chocolat','Choux, it''s "glazed".
Two lines.','Food/Cakes','EC-1','4006381333931',240,'EUR',12,3,1850,1048576,NULL,3,1700000000123,1700000001456);
INSERT INTO "product" VALUES(2,X'6E1F5B0E000040008000000000000002','Bread','bread','',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2097152,NULL,1,1700000000124,1700000000124);
CREATE TABLE product_image (
  key INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  product INTEGER NOT NULL REFERENCES product DEFERRABLE INITIALLY DEFERRED,
  position INTEGER NOT NULL,
  hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
  extension TEXT NOT NULL CHECK (extension IN ('png', 'jpg', 'webp')),
  caption TEXT NOT NULL
) STRICT;
INSERT INTO "product_image" VALUES(1,X'6E1F5B0E0000400080000000000000B1',1,0,'0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a','png','In the window');
CREATE TABLE product_tag (
  product INTEGER NOT NULL REFERENCES product DEFERRABLE INITIALLY DEFERRED,
  position INTEGER NOT NULL,
  tag TEXT NOT NULL CHECK (tag <> ''),
  PRIMARY KEY (product, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "product_tag" VALUES(1,1,'french');
INSERT INTO "product_tag" VALUES(1,0,'sweet');
CREATE TABLE history_inserted (
  step INTEGER NOT NULL, name TEXT NOT NULL, first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (step, name, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE history_size (bytes INTEGER NOT NULL) STRICT;
INSERT INTO "history_size" VALUES(142);
CREATE TABLE loose_image (
  hash TEXT NOT NULL, extension TEXT NOT NULL, PRIMARY KEY (hash, extension)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX product_by_sku ON product (sku)
  WHERE deleted IS NULL AND sku IS NOT NULL;
CREATE INDEX product_tag_by_tag ON product_tag (tag);
CREATE INDEX product_image_by_product ON product_image (product, position);
CREATE INDEX product_image_by_hash ON product_image (hash);
CREATE INDEX note_by_product ON note (product, position);
CREATE INDEX product_in_trash ON product (deleted) WHERE deleted IS NOT NULL;
CREATE INDEX history_product_image_by_hash ON history_product_image (hash)
  WHERE hash IS NOT NULL;
CREATE INDEX product_by_position ON product (position, key, category);
CREATE INDEX product_by_title ON product (title_key, key, category);
CREATE INDEX product_by_category ON product (
  category, title_key, key, position, currency, price, year, stock, created, changed);
CREATE INDEX product_by_price ON product (currency, price, key, category);
CREATE INDEX product_by_year ON product (year, key, category);
CREATE INDEX product_by_stock ON product (stock, key, category);
CREATE INDEX product_by_created ON product (created, key, category);
CREATE INDEX product_by_changed ON product (changed, key, category);
CREATE INDEX product_by_code ON product (sku COLLATE NOCASE, key, category);
CREATE INDEX product_by_gtin ON product (gtin, key, category);
CREATE TABLE search_outdated (
  key INTEGER PRIMARY KEY, indexed INTEGER NOT NULL CHECK (indexed IN (0, 1)), title TEXT,
  codes TEXT, tags TEXT, description TEXT, notes TEXT
) STRICT;
CREATE INDEX history_undone ON history (step) WHERE undone;
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

-- The index is made anew with the words of our own tokenizer, which takes a minute for a
-- million products.
DROP TABLE search;
CREATE VIRTUAL TABLE search USING fts5 (
  title, codes, tags, description, notes, fields, content = 'searchable',
  content_rowid = 'key', tokenize = 'vitrine', prefix = '2 3');
DELETE FROM search_outdated;
INSERT INTO search (search) VALUES ('rebuild');

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

-- How a picture is turned when it is shown, in degrees; its file stays as it is.
ALTER TABLE product_image ADD COLUMN turn INTEGER NOT NULL DEFAULT 0
  CHECK (turn IN (0, 90, 180, 270));
ALTER TABLE history_product_image ADD COLUMN turn INTEGER DEFAULT 0;

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
ALTER TABLE history_product ADD COLUMN remains INTEGER NOT NULL DEFAULT 1;
ALTER TABLE history_product ADD COLUMN new_id BLOB;
ALTER TABLE history_product ADD COLUMN new_title TEXT;
ALTER TABLE history_product ADD COLUMN new_title_key TEXT;
ALTER TABLE history_product ADD COLUMN new_description TEXT;
ALTER TABLE history_product ADD COLUMN new_category TEXT;
ALTER TABLE history_product ADD COLUMN new_sku TEXT;
ALTER TABLE history_product ADD COLUMN new_gtin TEXT;
ALTER TABLE history_product ADD COLUMN new_price INTEGER;
ALTER TABLE history_product ADD COLUMN new_currency TEXT;
ALTER TABLE history_product ADD COLUMN new_stock INTEGER;
ALTER TABLE history_product ADD COLUMN new_minimum_stock INTEGER;
ALTER TABLE history_product ADD COLUMN new_year INTEGER;
ALTER TABLE history_product ADD COLUMN new_supplier TEXT;
ALTER TABLE history_product ADD COLUMN new_supplier_key TEXT;
ALTER TABLE history_product ADD COLUMN new_position INTEGER;
ALTER TABLE history_product ADD COLUMN new_deleted INTEGER;
ALTER TABLE history_product ADD COLUMN new_revision INTEGER;
ALTER TABLE history_product ADD COLUMN new_created INTEGER;
ALTER TABLE history_product ADD COLUMN new_changed INTEGER;
CREATE TEMP TABLE other_side AS
SELECT step, key, existed, id, title, title_key, description, category, sku, gtin, price, currency, stock, minimum_stock, year, supplier, supplier_key, position, deleted, revision, created, changed FROM history_product LIMIT 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.id, side.id), iif(is_last, present.title, side.title), iif(is_last, present.title_key, side.title_key), iif(is_last, present.description, side.description), iif(is_last, present.category, side.category), iif(is_last, present.sku, side.sku), iif(is_last, present.gtin, side.gtin), iif(is_last, present.price, side.price), iif(is_last, present.currency, side.currency), iif(is_last, present.stock, side.stock), iif(is_last, present.minimum_stock, side.minimum_stock), iif(is_last, present.year, side.year), iif(is_last, present.supplier, side.supplier), iif(is_last, present.supplier_key, side.supplier_key), iif(is_last, present.position, side.position), iif(is_last, present.deleted, side.deleted), iif(is_last, present.revision, side.revision), iif(is_last, present.created, side.created), iif(is_last, present.changed, side.changed)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lead(0, 1, 1) OVER way AS is_last, lead(existed) OVER way AS existed,
    lead(row.id) OVER way AS id, lead(row.title) OVER way AS title, lead(row.title_key) OVER way AS title_key, lead(row.description) OVER way AS description, lead(row.category) OVER way AS category, lead(row.sku) OVER way AS sku, lead(row.gtin) OVER way AS gtin, lead(row.price) OVER way AS price, lead(row.currency) OVER way AS currency, lead(row.stock) OVER way AS stock, lead(row.minimum_stock) OVER way AS minimum_stock, lead(row.year) OVER way AS year, lead(row.supplier) OVER way AS supplier, lead(row.supplier_key) OVER way AS supplier_key, lead(row.position) OVER way AS position, lead(row.deleted) OVER way AS deleted, lead(row.revision) OVER way AS revision, lead(row.created) OVER way AS created, lead(row.changed) OVER way AS changed
  FROM (
    SELECT step, 1 AS is_real, existed, key, id, title, title_key, description, category, sku, gtin, price, currency, stock, minimum_stock, year, supplier, supplier_key, position, deleted, revision, created, changed FROM history_product
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_product WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'product') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 0 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY row.step)
) AS side LEFT JOIN product AS present USING (key)
WHERE is_real AND step > 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.id, side.id), iif(is_last, present.title, side.title), iif(is_last, present.title_key, side.title_key), iif(is_last, present.description, side.description), iif(is_last, present.category, side.category), iif(is_last, present.sku, side.sku), iif(is_last, present.gtin, side.gtin), iif(is_last, present.price, side.price), iif(is_last, present.currency, side.currency), iif(is_last, present.stock, side.stock), iif(is_last, present.minimum_stock, side.minimum_stock), iif(is_last, present.year, side.year), iif(is_last, present.supplier, side.supplier), iif(is_last, present.supplier_key, side.supplier_key), iif(is_last, present.position, side.position), iif(is_last, present.deleted, side.deleted), iif(is_last, present.revision, side.revision), iif(is_last, present.created, side.created), iif(is_last, present.changed, side.changed)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lag(0, 1, 1) OVER way AS is_last, lag(existed) OVER way AS existed,
    lag(row.id) OVER way AS id, lag(row.title) OVER way AS title, lag(row.title_key) OVER way AS title_key, lag(row.description) OVER way AS description, lag(row.category) OVER way AS category, lag(row.sku) OVER way AS sku, lag(row.gtin) OVER way AS gtin, lag(row.price) OVER way AS price, lag(row.currency) OVER way AS currency, lag(row.stock) OVER way AS stock, lag(row.minimum_stock) OVER way AS minimum_stock, lag(row.year) OVER way AS year, lag(row.supplier) OVER way AS supplier, lag(row.supplier_key) OVER way AS supplier_key, lag(row.position) OVER way AS position, lag(row.deleted) OVER way AS deleted, lag(row.revision) OVER way AS revision, lag(row.created) OVER way AS created, lag(row.changed) OVER way AS changed
  FROM (
    SELECT step, 1 AS is_real, existed, key, id, title, title_key, description, category, sku, gtin, price, currency, stock, minimum_stock, year, supplier, supplier_key, position, deleted, revision, created, changed FROM history_product
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_product WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'product') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 1 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY abs(row.step))
) AS side LEFT JOIN product AS present USING (key)
WHERE is_real AND step > 0;

CREATE UNIQUE INDEX temp.by_row ON other_side (step, key);
UPDATE history_product AS past
SET remains = other_side.existed, new_id = other_side.id, new_title = other_side.title, new_title_key = other_side.title_key, new_description = other_side.description, new_category = other_side.category, new_sku = other_side.sku, new_gtin = other_side.gtin, new_price = other_side.price, new_currency = other_side.currency, new_stock = other_side.stock, new_minimum_stock = other_side.minimum_stock, new_year = other_side.year, new_supplier = other_side.supplier, new_supplier_key = other_side.supplier_key, new_position = other_side.position, new_deleted = other_side.deleted, new_revision = other_side.revision, new_created = other_side.created, new_changed = other_side.changed
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE NOT undone);
UPDATE history_product AS past
SET existed = other_side.existed, remains = past.existed,
  id = other_side.id, new_id = past.id, title = other_side.title, new_title = past.title, title_key = other_side.title_key, new_title_key = past.title_key, description = other_side.description, new_description = past.description, category = other_side.category, new_category = past.category, sku = other_side.sku, new_sku = past.sku, gtin = other_side.gtin, new_gtin = past.gtin, price = other_side.price, new_price = past.price, currency = other_side.currency, new_currency = past.currency, stock = other_side.stock, new_stock = past.stock, minimum_stock = other_side.minimum_stock, new_minimum_stock = past.minimum_stock, year = other_side.year, new_year = past.year, supplier = other_side.supplier, new_supplier = past.supplier, supplier_key = other_side.supplier_key, new_supplier_key = past.supplier_key, position = other_side.position, new_position = past.position, deleted = other_side.deleted, new_deleted = past.deleted, revision = other_side.revision, new_revision = past.revision, created = other_side.created, new_created = past.created, changed = other_side.changed, new_changed = past.changed
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE undone);
UPDATE history_product SET existed = existed,
  title = iif(title IS new_title, NULL, title),
  new_title = iif(title IS new_title, NULL, new_title),
  title_key = iif(title_key IS new_title_key, NULL, title_key),
  new_title_key = iif(title_key IS new_title_key, NULL, new_title_key),
  description = iif(description IS new_description, NULL, description),
  new_description = iif(description IS new_description, NULL, new_description),
  category = iif(category IS new_category, NULL, category),
  new_category = iif(category IS new_category, NULL, new_category),
  sku = iif(sku IS new_sku, NULL, sku),
  new_sku = iif(sku IS new_sku, NULL, new_sku),
  gtin = iif(gtin IS new_gtin, NULL, gtin),
  new_gtin = iif(gtin IS new_gtin, NULL, new_gtin),
  price = iif(price IS new_price, NULL, price),
  new_price = iif(price IS new_price, NULL, new_price),
  currency = iif(currency IS new_currency, NULL, currency),
  new_currency = iif(currency IS new_currency, NULL, new_currency),
  stock = iif(stock IS new_stock, NULL, stock),
  new_stock = iif(stock IS new_stock, NULL, new_stock),
  minimum_stock = iif(minimum_stock IS new_minimum_stock, NULL, minimum_stock),
  new_minimum_stock = iif(minimum_stock IS new_minimum_stock, NULL, new_minimum_stock),
  year = iif(year IS new_year, NULL, year),
  new_year = iif(year IS new_year, NULL, new_year),
  supplier = iif(supplier IS new_supplier, NULL, supplier),
  new_supplier = iif(supplier IS new_supplier, NULL, new_supplier),
  supplier_key = iif(supplier_key IS new_supplier_key, NULL, supplier_key),
  new_supplier_key = iif(supplier_key IS new_supplier_key, NULL, new_supplier_key),
  position = iif(position IS new_position, NULL, position),
  new_position = iif(position IS new_position, NULL, new_position),
  deleted = iif(deleted IS new_deleted, NULL, deleted),
  new_deleted = iif(deleted IS new_deleted, NULL, new_deleted),
  created = iif(created IS new_created, NULL, created),
  new_created = iif(created IS new_created, NULL, new_created),
  changed = iif(changed IS new_changed, NULL, changed),
  new_changed = iif(changed IS new_changed, NULL, new_changed)
WHERE step > 0 AND existed AND remains;
DROP TABLE temp.other_side;
ALTER TABLE history_product_tag ADD COLUMN remains INTEGER NOT NULL DEFAULT 1;
ALTER TABLE history_product_tag ADD COLUMN new_tag TEXT;
CREATE TEMP TABLE other_side AS
SELECT step, product, position, existed, tag FROM history_product_tag LIMIT 0;
INSERT INTO other_side
SELECT step, product, position, iif(is_last, present.product IS NOT NULL, side.existed),
  iif(is_last, present.tag, side.tag)
FROM (
  SELECT row.step AS step, is_real, row.product AS product, row.position AS position,
    lead(0, 1, 1) OVER way AS is_last, lead(existed) OVER way AS existed,
    lead(row.tag) OVER way AS tag
  FROM (
    SELECT step, 1 AS is_real, existed, product, position, tag FROM history_product_tag
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, product, position, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT product, position FROM history_product_tag WHERE step > 0) AS known
        ON known.product BETWEEN first AND last
    WHERE name = 'product_tag') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 0 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.product, row.position ORDER BY row.step)
) AS side LEFT JOIN product_tag AS present USING (product, position)
WHERE is_real AND step > 0;
INSERT INTO other_side
SELECT step, product, position, iif(is_last, present.product IS NOT NULL, side.existed),
  iif(is_last, present.tag, side.tag)
FROM (
  SELECT row.step AS step, is_real, row.product AS product, row.position AS position,
    lag(0, 1, 1) OVER way AS is_last, lag(existed) OVER way AS existed,
    lag(row.tag) OVER way AS tag
  FROM (
    SELECT step, 1 AS is_real, existed, product, position, tag FROM history_product_tag
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, product, position, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT product, position FROM history_product_tag WHERE step > 0) AS known
        ON known.product BETWEEN first AND last
    WHERE name = 'product_tag') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 1 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.product, row.position ORDER BY abs(row.step))
) AS side LEFT JOIN product_tag AS present USING (product, position)
WHERE is_real AND step > 0;

CREATE UNIQUE INDEX temp.by_row ON other_side (step, product, position);
UPDATE history_product_tag AS past
SET remains = other_side.existed, new_tag = other_side.tag
FROM other_side
WHERE past.step = other_side.step AND past.product = other_side.product AND past.position = other_side.position AND past.step IN (SELECT step FROM history WHERE NOT undone);
UPDATE history_product_tag AS past
SET existed = other_side.existed, remains = past.existed,
  tag = other_side.tag, new_tag = past.tag
FROM other_side
WHERE past.step = other_side.step AND past.product = other_side.product AND past.position = other_side.position AND past.step IN (SELECT step FROM history WHERE undone);
UPDATE history_product_tag SET existed = existed,
  tag = iif(tag IS new_tag, NULL, tag),
  new_tag = iif(tag IS new_tag, NULL, new_tag)
WHERE step > 0 AND existed AND remains;
DROP TABLE temp.other_side;
ALTER TABLE history_product_image ADD COLUMN remains INTEGER NOT NULL DEFAULT 1;
ALTER TABLE history_product_image ADD COLUMN new_id BLOB;
ALTER TABLE history_product_image ADD COLUMN new_product INTEGER;
ALTER TABLE history_product_image ADD COLUMN new_position INTEGER;
ALTER TABLE history_product_image ADD COLUMN new_hash TEXT;
ALTER TABLE history_product_image ADD COLUMN new_extension TEXT;
ALTER TABLE history_product_image ADD COLUMN new_caption TEXT;
ALTER TABLE history_product_image ADD COLUMN new_turn INTEGER;
CREATE TEMP TABLE other_side AS
SELECT step, key, existed, id, product, position, hash, extension, caption, turn FROM history_product_image LIMIT 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.id, side.id), iif(is_last, present.product, side.product), iif(is_last, present.position, side.position), iif(is_last, present.hash, side.hash), iif(is_last, present.extension, side.extension), iif(is_last, present.caption, side.caption), iif(is_last, present.turn, side.turn)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lead(0, 1, 1) OVER way AS is_last, lead(existed) OVER way AS existed,
    lead(row.id) OVER way AS id, lead(row.product) OVER way AS product, lead(row.position) OVER way AS position, lead(row.hash) OVER way AS hash, lead(row.extension) OVER way AS extension, lead(row.caption) OVER way AS caption, lead(row.turn) OVER way AS turn
  FROM (
    SELECT step, 1 AS is_real, existed, key, id, product, position, hash, extension, caption, turn FROM history_product_image
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_product_image WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'product_image') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 0 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY row.step)
) AS side LEFT JOIN product_image AS present USING (key)
WHERE is_real AND step > 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.id, side.id), iif(is_last, present.product, side.product), iif(is_last, present.position, side.position), iif(is_last, present.hash, side.hash), iif(is_last, present.extension, side.extension), iif(is_last, present.caption, side.caption), iif(is_last, present.turn, side.turn)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lag(0, 1, 1) OVER way AS is_last, lag(existed) OVER way AS existed,
    lag(row.id) OVER way AS id, lag(row.product) OVER way AS product, lag(row.position) OVER way AS position, lag(row.hash) OVER way AS hash, lag(row.extension) OVER way AS extension, lag(row.caption) OVER way AS caption, lag(row.turn) OVER way AS turn
  FROM (
    SELECT step, 1 AS is_real, existed, key, id, product, position, hash, extension, caption, turn FROM history_product_image
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_product_image WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'product_image') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 1 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY abs(row.step))
) AS side LEFT JOIN product_image AS present USING (key)
WHERE is_real AND step > 0;

CREATE UNIQUE INDEX temp.by_row ON other_side (step, key);
UPDATE history_product_image AS past
SET remains = other_side.existed, new_id = other_side.id, new_product = other_side.product, new_position = other_side.position, new_hash = other_side.hash, new_extension = other_side.extension, new_caption = other_side.caption, new_turn = other_side.turn
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE NOT undone);
UPDATE history_product_image AS past
SET existed = other_side.existed, remains = past.existed,
  id = other_side.id, new_id = past.id, product = other_side.product, new_product = past.product, position = other_side.position, new_position = past.position, hash = other_side.hash, new_hash = past.hash, extension = other_side.extension, new_extension = past.extension, caption = other_side.caption, new_caption = past.caption, turn = other_side.turn, new_turn = past.turn
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE undone);
UPDATE history_product_image SET existed = existed,
  position = iif(position IS new_position, NULL, position),
  new_position = iif(position IS new_position, NULL, new_position),
  caption = iif(caption IS new_caption, NULL, caption),
  new_caption = iif(caption IS new_caption, NULL, new_caption),
  turn = iif(turn IS new_turn, NULL, turn),
  new_turn = iif(turn IS new_turn, NULL, new_turn)
WHERE step > 0 AND existed AND remains;
DROP TABLE temp.other_side;
ALTER TABLE history_note ADD COLUMN remains INTEGER NOT NULL DEFAULT 1;
ALTER TABLE history_note ADD COLUMN new_id BLOB;
ALTER TABLE history_note ADD COLUMN new_product INTEGER;
ALTER TABLE history_note ADD COLUMN new_position INTEGER;
ALTER TABLE history_note ADD COLUMN new_title TEXT;
ALTER TABLE history_note ADD COLUMN new_text TEXT;
ALTER TABLE history_note ADD COLUMN new_revision INTEGER;
ALTER TABLE history_note ADD COLUMN new_created INTEGER;
ALTER TABLE history_note ADD COLUMN new_changed INTEGER;
CREATE TEMP TABLE other_side AS
SELECT step, key, existed, id, product, position, title, text, revision, created, changed FROM history_note LIMIT 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.id, side.id), iif(is_last, present.product, side.product), iif(is_last, present.position, side.position), iif(is_last, present.title, side.title), iif(is_last, present.text, side.text), iif(is_last, present.revision, side.revision), iif(is_last, present.created, side.created), iif(is_last, present.changed, side.changed)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lead(0, 1, 1) OVER way AS is_last, lead(existed) OVER way AS existed,
    lead(row.id) OVER way AS id, lead(row.product) OVER way AS product, lead(row.position) OVER way AS position, lead(row.title) OVER way AS title, lead(row.text) OVER way AS text, lead(row.revision) OVER way AS revision, lead(row.created) OVER way AS created, lead(row.changed) OVER way AS changed
  FROM (
    SELECT step, 1 AS is_real, existed, key, id, product, position, title, text, revision, created, changed FROM history_note
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_note WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'note') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 0 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY row.step)
) AS side LEFT JOIN note AS present USING (key)
WHERE is_real AND step > 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.id, side.id), iif(is_last, present.product, side.product), iif(is_last, present.position, side.position), iif(is_last, present.title, side.title), iif(is_last, present.text, side.text), iif(is_last, present.revision, side.revision), iif(is_last, present.created, side.created), iif(is_last, present.changed, side.changed)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lag(0, 1, 1) OVER way AS is_last, lag(existed) OVER way AS existed,
    lag(row.id) OVER way AS id, lag(row.product) OVER way AS product, lag(row.position) OVER way AS position, lag(row.title) OVER way AS title, lag(row.text) OVER way AS text, lag(row.revision) OVER way AS revision, lag(row.created) OVER way AS created, lag(row.changed) OVER way AS changed
  FROM (
    SELECT step, 1 AS is_real, existed, key, id, product, position, title, text, revision, created, changed FROM history_note
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_note WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'note') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 1 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY abs(row.step))
) AS side LEFT JOIN note AS present USING (key)
WHERE is_real AND step > 0;

CREATE UNIQUE INDEX temp.by_row ON other_side (step, key);
UPDATE history_note AS past
SET remains = other_side.existed, new_id = other_side.id, new_product = other_side.product, new_position = other_side.position, new_title = other_side.title, new_text = other_side.text, new_revision = other_side.revision, new_created = other_side.created, new_changed = other_side.changed
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE NOT undone);
UPDATE history_note AS past
SET existed = other_side.existed, remains = past.existed,
  id = other_side.id, new_id = past.id, product = other_side.product, new_product = past.product, position = other_side.position, new_position = past.position, title = other_side.title, new_title = past.title, text = other_side.text, new_text = past.text, revision = other_side.revision, new_revision = past.revision, created = other_side.created, new_created = past.created, changed = other_side.changed, new_changed = past.changed
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE undone);
UPDATE history_note SET existed = existed,
  position = iif(position IS new_position, NULL, position),
  new_position = iif(position IS new_position, NULL, new_position),
  title = iif(title IS new_title, NULL, title),
  new_title = iif(title IS new_title, NULL, new_title),
  text = iif(text IS new_text, NULL, text),
  new_text = iif(text IS new_text, NULL, new_text),
  created = iif(created IS new_created, NULL, created),
  new_created = iif(created IS new_created, NULL, new_created),
  changed = iif(changed IS new_changed, NULL, changed),
  new_changed = iif(changed IS new_changed, NULL, new_changed)
WHERE step > 0 AND existed AND remains;
DROP TABLE temp.other_side;
ALTER TABLE history_field ADD COLUMN remains INTEGER NOT NULL DEFAULT 1;
ALTER TABLE history_field ADD COLUMN new_id BLOB;
ALTER TABLE history_field ADD COLUMN new_name TEXT;
ALTER TABLE history_field ADD COLUMN new_name_key TEXT;
ALTER TABLE history_field ADD COLUMN new_kind TEXT;
ALTER TABLE history_field ADD COLUMN new_detail TEXT;
ALTER TABLE history_field ADD COLUMN new_category TEXT;
ALTER TABLE history_field ADD COLUMN new_position INTEGER;
CREATE TEMP TABLE other_side AS
SELECT step, key, existed, id, name, name_key, kind, detail, category, position FROM history_field LIMIT 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.id, side.id), iif(is_last, present.name, side.name), iif(is_last, present.name_key, side.name_key), iif(is_last, present.kind, side.kind), iif(is_last, present.detail, side.detail), iif(is_last, present.category, side.category), iif(is_last, present.position, side.position)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lead(0, 1, 1) OVER way AS is_last, lead(existed) OVER way AS existed,
    lead(row.id) OVER way AS id, lead(row.name) OVER way AS name, lead(row.name_key) OVER way AS name_key, lead(row.kind) OVER way AS kind, lead(row.detail) OVER way AS detail, lead(row.category) OVER way AS category, lead(row.position) OVER way AS position
  FROM (
    SELECT step, 1 AS is_real, existed, key, id, name, name_key, kind, detail, category, position FROM history_field
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_field WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'field') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 0 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY row.step)
) AS side LEFT JOIN field AS present USING (key)
WHERE is_real AND step > 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.id, side.id), iif(is_last, present.name, side.name), iif(is_last, present.name_key, side.name_key), iif(is_last, present.kind, side.kind), iif(is_last, present.detail, side.detail), iif(is_last, present.category, side.category), iif(is_last, present.position, side.position)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lag(0, 1, 1) OVER way AS is_last, lag(existed) OVER way AS existed,
    lag(row.id) OVER way AS id, lag(row.name) OVER way AS name, lag(row.name_key) OVER way AS name_key, lag(row.kind) OVER way AS kind, lag(row.detail) OVER way AS detail, lag(row.category) OVER way AS category, lag(row.position) OVER way AS position
  FROM (
    SELECT step, 1 AS is_real, existed, key, id, name, name_key, kind, detail, category, position FROM history_field
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_field WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'field') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 1 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY abs(row.step))
) AS side LEFT JOIN field AS present USING (key)
WHERE is_real AND step > 0;

CREATE UNIQUE INDEX temp.by_row ON other_side (step, key);
UPDATE history_field AS past
SET remains = other_side.existed, new_id = other_side.id, new_name = other_side.name, new_name_key = other_side.name_key, new_kind = other_side.kind, new_detail = other_side.detail, new_category = other_side.category, new_position = other_side.position
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE NOT undone);
UPDATE history_field AS past
SET existed = other_side.existed, remains = past.existed,
  id = other_side.id, new_id = past.id, name = other_side.name, new_name = past.name, name_key = other_side.name_key, new_name_key = past.name_key, kind = other_side.kind, new_kind = past.kind, detail = other_side.detail, new_detail = past.detail, category = other_side.category, new_category = past.category, position = other_side.position, new_position = past.position
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE undone);
UPDATE history_field SET existed = existed,
  name = iif(name IS new_name, NULL, name),
  new_name = iif(name IS new_name, NULL, new_name),
  name_key = iif(name_key IS new_name_key, NULL, name_key),
  new_name_key = iif(name_key IS new_name_key, NULL, new_name_key),
  kind = iif(kind IS new_kind, NULL, kind),
  new_kind = iif(kind IS new_kind, NULL, new_kind),
  detail = iif(detail IS new_detail, NULL, detail),
  new_detail = iif(detail IS new_detail, NULL, new_detail),
  category = iif(category IS new_category, NULL, category),
  new_category = iif(category IS new_category, NULL, new_category),
  position = iif(position IS new_position, NULL, position),
  new_position = iif(position IS new_position, NULL, new_position)
WHERE step > 0 AND existed AND remains;
DROP TABLE temp.other_side;
ALTER TABLE history_product_value ADD COLUMN remains INTEGER NOT NULL DEFAULT 1;
ALTER TABLE history_product_value ADD COLUMN new_text TEXT;
ALTER TABLE history_product_value ADD COLUMN new_text_key TEXT;
ALTER TABLE history_product_value ADD COLUMN new_number INTEGER;
CREATE TEMP TABLE other_side AS
SELECT step, product, field, existed, text, text_key, number FROM history_product_value LIMIT 0;
INSERT INTO other_side
SELECT step, product, field, iif(is_last, present.product IS NOT NULL, side.existed),
  iif(is_last, present.text, side.text), iif(is_last, present.text_key, side.text_key), iif(is_last, present.number, side.number)
FROM (
  SELECT row.step AS step, is_real, row.product AS product, row.field AS field,
    lead(0, 1, 1) OVER way AS is_last, lead(existed) OVER way AS existed,
    lead(row.text) OVER way AS text, lead(row.text_key) OVER way AS text_key, lead(row.number) OVER way AS number
  FROM (
    SELECT step, 1 AS is_real, existed, product, field, text, text_key, number FROM history_product_value
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, product, field, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT product, field FROM history_product_value WHERE step > 0) AS known
        ON known.product BETWEEN first AND last
    WHERE name = 'product_value') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 0 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.product, row.field ORDER BY row.step)
) AS side LEFT JOIN product_value AS present USING (product, field)
WHERE is_real AND step > 0;
INSERT INTO other_side
SELECT step, product, field, iif(is_last, present.product IS NOT NULL, side.existed),
  iif(is_last, present.text, side.text), iif(is_last, present.text_key, side.text_key), iif(is_last, present.number, side.number)
FROM (
  SELECT row.step AS step, is_real, row.product AS product, row.field AS field,
    lag(0, 1, 1) OVER way AS is_last, lag(existed) OVER way AS existed,
    lag(row.text) OVER way AS text, lag(row.text_key) OVER way AS text_key, lag(row.number) OVER way AS number
  FROM (
    SELECT step, 1 AS is_real, existed, product, field, text, text_key, number FROM history_product_value
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, product, field, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT product, field FROM history_product_value WHERE step > 0) AS known
        ON known.product BETWEEN first AND last
    WHERE name = 'product_value') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 1 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.product, row.field ORDER BY abs(row.step))
) AS side LEFT JOIN product_value AS present USING (product, field)
WHERE is_real AND step > 0;

CREATE UNIQUE INDEX temp.by_row ON other_side (step, product, field);
UPDATE history_product_value AS past
SET remains = other_side.existed, new_text = other_side.text, new_text_key = other_side.text_key, new_number = other_side.number
FROM other_side
WHERE past.step = other_side.step AND past.product = other_side.product AND past.field = other_side.field AND past.step IN (SELECT step FROM history WHERE NOT undone);
UPDATE history_product_value AS past
SET existed = other_side.existed, remains = past.existed,
  text = other_side.text, new_text = past.text, text_key = other_side.text_key, new_text_key = past.text_key, number = other_side.number, new_number = past.number
FROM other_side
WHERE past.step = other_side.step AND past.product = other_side.product AND past.field = other_side.field AND past.step IN (SELECT step FROM history WHERE undone);
UPDATE history_product_value SET existed = existed
WHERE step > 0 AND existed AND remains;
DROP TABLE temp.other_side;
ALTER TABLE history_saved_search ADD COLUMN remains INTEGER NOT NULL DEFAULT 1;
ALTER TABLE history_saved_search ADD COLUMN new_id BLOB;
ALTER TABLE history_saved_search ADD COLUMN new_name TEXT;
ALTER TABLE history_saved_search ADD COLUMN new_content TEXT;
ALTER TABLE history_saved_search ADD COLUMN new_position INTEGER;
CREATE TEMP TABLE other_side AS
SELECT step, key, existed, id, name, content, position FROM history_saved_search LIMIT 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.id, side.id), iif(is_last, present.name, side.name), iif(is_last, present.content, side.content), iif(is_last, present.position, side.position)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lead(0, 1, 1) OVER way AS is_last, lead(existed) OVER way AS existed,
    lead(row.id) OVER way AS id, lead(row.name) OVER way AS name, lead(row.content) OVER way AS content, lead(row.position) OVER way AS position
  FROM (
    SELECT step, 1 AS is_real, existed, key, id, name, content, position FROM history_saved_search
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_saved_search WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'saved_search') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 0 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY row.step)
) AS side LEFT JOIN saved_search AS present USING (key)
WHERE is_real AND step > 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.id, side.id), iif(is_last, present.name, side.name), iif(is_last, present.content, side.content), iif(is_last, present.position, side.position)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lag(0, 1, 1) OVER way AS is_last, lag(existed) OVER way AS existed,
    lag(row.id) OVER way AS id, lag(row.name) OVER way AS name, lag(row.content) OVER way AS content, lag(row.position) OVER way AS position
  FROM (
    SELECT step, 1 AS is_real, existed, key, id, name, content, position FROM history_saved_search
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_saved_search WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'saved_search') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 1 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY abs(row.step))
) AS side LEFT JOIN saved_search AS present USING (key)
WHERE is_real AND step > 0;

CREATE UNIQUE INDEX temp.by_row ON other_side (step, key);
UPDATE history_saved_search AS past
SET remains = other_side.existed, new_id = other_side.id, new_name = other_side.name, new_content = other_side.content, new_position = other_side.position
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE NOT undone);
UPDATE history_saved_search AS past
SET existed = other_side.existed, remains = past.existed,
  id = other_side.id, new_id = past.id, name = other_side.name, new_name = past.name, content = other_side.content, new_content = past.content, position = other_side.position, new_position = past.position
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE undone);
UPDATE history_saved_search SET existed = existed,
  name = iif(name IS new_name, NULL, name),
  new_name = iif(name IS new_name, NULL, new_name),
  content = iif(content IS new_content, NULL, content),
  new_content = iif(content IS new_content, NULL, new_content),
  position = iif(position IS new_position, NULL, position),
  new_position = iif(position IS new_position, NULL, new_position)
WHERE step > 0 AND existed AND remains;
DROP TABLE temp.other_side;
ALTER TABLE history_template ADD COLUMN remains INTEGER NOT NULL DEFAULT 1;
ALTER TABLE history_template ADD COLUMN new_category TEXT;
ALTER TABLE history_template ADD COLUMN new_content TEXT;
CREATE TEMP TABLE other_side AS
SELECT step, key, existed, category, content FROM history_template LIMIT 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.category, side.category), iif(is_last, present.content, side.content)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lead(0, 1, 1) OVER way AS is_last, lead(existed) OVER way AS existed,
    lead(row.category) OVER way AS category, lead(row.content) OVER way AS content
  FROM (
    SELECT step, 1 AS is_real, existed, key, category, content FROM history_template
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_template WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'template') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 0 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY row.step)
) AS side LEFT JOIN template AS present USING (key)
WHERE is_real AND step > 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.category, side.category), iif(is_last, present.content, side.content)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lag(0, 1, 1) OVER way AS is_last, lag(existed) OVER way AS existed,
    lag(row.category) OVER way AS category, lag(row.content) OVER way AS content
  FROM (
    SELECT step, 1 AS is_real, existed, key, category, content FROM history_template
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_template WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'template') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 1 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY abs(row.step))
) AS side LEFT JOIN template AS present USING (key)
WHERE is_real AND step > 0;

CREATE UNIQUE INDEX temp.by_row ON other_side (step, key);
UPDATE history_template AS past
SET remains = other_side.existed, new_category = other_side.category, new_content = other_side.content
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE NOT undone);
UPDATE history_template AS past
SET existed = other_side.existed, remains = past.existed,
  category = other_side.category, new_category = past.category, content = other_side.content, new_content = past.content
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE undone);
UPDATE history_template SET existed = existed,
  content = iif(content IS new_content, NULL, content),
  new_content = iif(content IS new_content, NULL, new_content)
WHERE step > 0 AND existed AND remains;
DROP TABLE temp.other_side;
ALTER TABLE history_told_apart ADD COLUMN remains INTEGER NOT NULL DEFAULT 1;
ALTER TABLE history_told_apart ADD COLUMN new_products TEXT;
ALTER TABLE history_told_apart ADD COLUMN new_content TEXT;
CREATE TEMP TABLE other_side AS
SELECT step, key, existed, products, content FROM history_told_apart LIMIT 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.products, side.products), iif(is_last, present.content, side.content)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lead(0, 1, 1) OVER way AS is_last, lead(existed) OVER way AS existed,
    lead(row.products) OVER way AS products, lead(row.content) OVER way AS content
  FROM (
    SELECT step, 1 AS is_real, existed, key, products, content FROM history_told_apart
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_told_apart WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'told_apart') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 0 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY row.step)
) AS side LEFT JOIN told_apart AS present USING (key)
WHERE is_real AND step > 0;
INSERT INTO other_side
SELECT step, key, iif(is_last, present.key IS NOT NULL, side.existed),
  iif(is_last, present.products, side.products), iif(is_last, present.content, side.content)
FROM (
  SELECT row.step AS step, is_real, row.key AS key,
    lag(0, 1, 1) OVER way AS is_last, lag(existed) OVER way AS existed,
    lag(row.products) OVER way AS products, lag(row.content) OVER way AS content
  FROM (
    SELECT step, 1 AS is_real, existed, key, products, content FROM history_told_apart
    -- Before a row was inserted, there was none, or an older version's with its number.
    UNION ALL SELECT history_inserted.step, 0, 0, key, NULL, NULL
    FROM history_inserted
      JOIN (SELECT DISTINCT key FROM history_told_apart WHERE step > 0) AS known
        ON known.key BETWEEN first AND last
    WHERE name = 'told_apart') AS row
    JOIN history ON history.step = abs(row.step)
  WHERE undone = 1 AND (is_real OR NOT undone)
  WINDOW way AS (PARTITION BY row.key ORDER BY abs(row.step))
) AS side LEFT JOIN told_apart AS present USING (key)
WHERE is_real AND step > 0;

CREATE UNIQUE INDEX temp.by_row ON other_side (step, key);
UPDATE history_told_apart AS past
SET remains = other_side.existed, new_products = other_side.products, new_content = other_side.content
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE NOT undone);
UPDATE history_told_apart AS past
SET existed = other_side.existed, remains = past.existed,
  products = other_side.products, new_products = past.products, content = other_side.content, new_content = past.content
FROM other_side
WHERE past.step = other_side.step AND past.key = other_side.key AND past.step IN (SELECT step FROM history WHERE undone);
UPDATE history_told_apart SET existed = existed,
  content = iif(content IS new_content, NULL, content),
  new_content = iif(content IS new_content, NULL, new_content)
WHERE step > 0 AND existed AND remains;
DROP TABLE temp.other_side;
CREATE INDEX history_product_image_by_new_hash ON history_product_image (new_hash)
  WHERE new_hash IS NOT NULL;

-- How often a step was undone or redone.
ALTER TABLE history ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;

-- The steps that were forgotten, or undone and then discarded.
CREATE TABLE history_gone (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  turn INTEGER NOT NULL
) STRICT;

-- Amounts, on both sides of the step.
UPDATE product SET stock = 5 WHERE key = 2;
UPDATE history_product SET stock = 4, new_stock = 5 WHERE key = 2;
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
UPDATE product SET unit = 'kg', pack_size = 1500000 WHERE key = 1;
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
-- With which hub this catalogue is shared, and how far its feed has been read; no row if it is not
-- shared. `kind` and `row` are where the first reading of all rows has come to, NULL once it is done. `last`
-- is the newest step that the hub has received from here, if there was any.
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

-- What was done here and has not arrived at the hub yet, step by step.
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

-- Rows of the hub that this catalogue refuses a value of, as they are there, with the reason.
CREATE TABLE hub_marked (
  kind TEXT NOT NULL,
  row TEXT NOT NULL,
  value TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (kind, row)
) STRICT, WITHOUT ROWID;

-- Rows that others have changed: whoever takes back what made them has not seen all of that.
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
CREATE INDEX product_of_its_own ON product (key) WHERE head IS NULL;
CREATE INDEX product_running_low ON product (key) WHERE stock <= minimum_stock;
-- The products that are no variants and have a value in a field: among those of all their variants they
-- would be looked for one by one. Triggers keep this table, so that what another program writes
-- counts, too. A value may be put back before its product.
CREATE TABLE own_value (
  field INTEGER NOT NULL, product INTEGER NOT NULL, PRIMARY KEY (field, product)
) STRICT, WITHOUT ROWID;
INSERT INTO own_value
SELECT field, product FROM product_value
WHERE product NOT IN (SELECT key FROM product WHERE head IS NOT NULL)
ORDER BY field, product;
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
COMMIT;
PRAGMA user_version = 27;
