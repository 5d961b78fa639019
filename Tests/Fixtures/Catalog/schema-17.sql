-- A catalogue of schema 17, frozen: never changed once it is here.
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
CREATE INDEX product_by_code ON product (sku COLLATE NOCASE) WHERE sku IS NOT NULL;
CREATE INDEX product_by_gtin ON product (gtin) WHERE gtin IS NOT NULL;
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
COMMIT;
PRAGMA user_version = 17;
