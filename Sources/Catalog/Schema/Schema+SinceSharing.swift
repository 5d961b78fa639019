// SPDX-License-Identifier: Apache-2.0
// Migration steps, from the one that let several machines share a catalogue. The conventions are in
// `Schema.swift`.

extension Schema {
  /// The version from which steps wait for a hub.
  static let sharedSince =
    1 + (migrator.migrations.firstIndex { $0.name == sinceSharing[0].name } ?? 0)

  static let sinceSharing = [
    Migration(
      name: "a catalogue on many machines",
      script: """
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
        """),
    Migration(
      name: "what was touched by steps that are gone",
      script: """
        -- The rows and columns that steps have touched whose patches the history does not have. `columns` are
        -- separated by spaces: “*” is the whole row, “stock=” a stock that was set. `stock` was added.
        CREATE TABLE history_touched (
          id BLOB NOT NULL CHECK (length(id) = 16),
          kind TEXT NOT NULL,
          row TEXT NOT NULL,
          columns TEXT NOT NULL,
          stock INTEGER,
          PRIMARY KEY (id, kind, row)
        ) STRICT, WITHOUT ROWID;
        """),
    Migration(
      name: "lists in the order of codes",
      script: """
        -- With the products that have none, which come last.
        DROP INDEX product_by_code;
        DROP INDEX product_by_gtin;
        CREATE INDEX product_by_code ON product (sku COLLATE NOCASE, key, category);
        CREATE INDEX product_by_gtin ON product (gtin, key, category);
        """, secondsOfMillion: 1.5),
    Migration(
      name: "lists without variants",
      script: """
        -- With a million variants, what is none cannot be looked for row by row.
        CREATE INDEX product_of_its_own ON product (key) WHERE head IS NULL;
        """, secondsOfMillion: 0.5),
    Migration(
      name: "what runs low",
      script: """
        -- A stock and its minimum are not compared product by product.
        CREATE INDEX product_running_low ON product (key) WHERE stock <= minimum_stock;
        """, secondsOfMillion: 0.5),
    Migration(
      name: "which products of their own have a value",
      script: """
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
        """, secondsOfMillion: 1),
    Migration(
      name: "what costs",
      script: """
        -- Whether the values of a field are what something costs, which a hub withholds from some; else empty.
        ALTER TABLE field ADD COLUMN cost INTEGER CHECK (cost = 1);
        ALTER TABLE history_field ADD COLUMN cost INTEGER;
        ALTER TABLE history_field ADD COLUMN new_cost INTEGER;
        """),
  ]
}
