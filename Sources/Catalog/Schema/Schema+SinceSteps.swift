// SPDX-License-Identifier: Apache-2.0
// The migration step that made the history one of patches: until then it had whole rows, as they were
// on the other side of a step, and the other side was in the tables or in the next step. What was
// recorded stays usable: the missing sides are filled in. The conventions are in `Schema.swift`.

extension Schema {
  static let sinceSteps = [
    Migration(name: "steps as patches", script: tables.map(\.script).joined() + others)
  ]

  private static let others = """
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

    """

  /// The version from which the history has both sides of a change.
  static let patchesSince =
    1 + (migrator.migrations.firstIndex { $0.name == sinceSteps[0].name } ?? 0)

  /// A recorded table as it was when this step was released.
  private struct Patched {
    let name: String
    let key: [String]
    /// Each with its type.
    let columns: KeyValuePairs<String, String>

    /// The columns that are NULL on both sides of a patch if they are the same.
    let passing: [String]

    private func shortened(_ column: String) -> String {
      ["", "new_"].map {
        ",\n  \($0)\(column) = iif(\(column) IS new_\(column), NULL, \($0)\(column))"
      }.joined()
    }

    var script: String {
      let keys = key.joined(separator: ", ")
      let names = columns.map(\.key)
      func each(_ text: (String) -> String) -> String {
        names.map(text).joined(separator: ", ")
      }
      // The row on the other side is what the nearest other step has, or what is there now.
      func sides(_ neighbour: String, undone: Int, order: String) -> String {
        """
        INSERT INTO other_side
        SELECT step, \(keys), iif(is_last, present.\(key[0]) IS NOT NULL, side.existed),
          \(each { "iif(is_last, present.\($0), side.\($0))" })
        FROM (
          SELECT row.step AS step, is_real, \(key.map { "row.\($0) AS \($0)" }.joined(separator: ", ")),
            \(neighbour)(0, 1, 1) OVER way AS is_last, \(neighbour)(existed) OVER way AS existed,
            \(each { "\(neighbour)(row.\($0)) OVER way AS \($0)" })
          FROM (
            SELECT step, 1 AS is_real, existed, \(keys), \(each { $0 }) FROM history_\(name)
            -- Before a row was inserted, there was none, or an older version's with its number.
            UNION ALL SELECT history_inserted.step, 0, 0, \(keys), \(each { _ in "NULL" })
            FROM history_inserted
              JOIN (SELECT DISTINCT \(keys) FROM history_\(name) WHERE step > 0) AS known
                ON known.\(key[0]) BETWEEN first AND last
            WHERE name = '\(name)') AS row
            JOIN history ON history.step = abs(row.step)
          WHERE undone = \(undone) AND (is_real OR NOT undone)
          WINDOW way AS (PARTITION BY \(key.map { "row.\($0)" }.joined(separator: ", ")) ORDER BY \(order))
        ) AS side LEFT JOIN \(name) AS present USING (\(keys))
        WHERE is_real AND step > 0;

        """
      }
      let isTheirs = (["step"] + key).map { "past.\($0) = other_side.\($0)" }
        .joined(separator: " AND ")
      return """
        ALTER TABLE history_\(name) ADD COLUMN remains INTEGER NOT NULL DEFAULT 1;
        \(columns.map { "ALTER TABLE history_\(name) ADD COLUMN new_\($0) \($1);" }.joined(separator: "\n"))
        CREATE TEMP TABLE other_side AS
        SELECT step, \(keys), existed, \(each { $0 }) FROM history_\(name) LIMIT 0;
        \(sides("lead", undone: 0, order: "row.step"))\(sides("lag", undone: 1, order: "abs(row.step)"))
        CREATE UNIQUE INDEX temp.by_row ON other_side (step, \(keys));
        UPDATE history_\(name) AS past
        SET remains = other_side.existed, \(each { "new_\($0) = other_side.\($0)" })
        FROM other_side
        WHERE \(isTheirs) AND past.step IN (SELECT step FROM history WHERE NOT undone);
        UPDATE history_\(name) AS past
        SET existed = other_side.existed, remains = past.existed,
          \(each { "\($0) = other_side.\($0), new_\($0) = past.\($0)" })
        FROM other_side
        WHERE \(isTheirs) AND past.step IN (SELECT step FROM history WHERE undone);
        UPDATE history_\(name) SET existed = existed\(passing.map(shortened).joined())
        WHERE step > 0 AND existed AND remains;
        DROP TABLE temp.other_side;

        """
    }
  }

  private static let tables = [
    Patched(
      name: "product", key: ["key"],
      columns: [
        "id": "BLOB", "title": "TEXT", "title_key": "TEXT", "description": "TEXT",
        "category": "TEXT", "sku": "TEXT", "gtin": "TEXT", "price": "INTEGER", "currency": "TEXT",
        "stock": "INTEGER", "minimum_stock": "INTEGER", "year": "INTEGER", "supplier": "TEXT",
        "supplier_key": "TEXT", "position": "INTEGER", "deleted": "INTEGER", "revision": "INTEGER",
        "created": "INTEGER", "changed": "INTEGER",
      ],
      passing: [
        "title", "title_key", "description", "category", "sku", "gtin", "price", "currency",
        "stock", "minimum_stock", "year", "supplier", "supplier_key", "position", "deleted",
        "created", "changed",
      ]),
    Patched(
      name: "product_tag", key: ["product", "position"], columns: ["tag": "TEXT"],
      passing: ["tag"]),
    Patched(
      name: "product_image", key: ["key"],
      columns: [
        "id": "BLOB", "product": "INTEGER", "position": "INTEGER", "hash": "TEXT",
        "extension": "TEXT", "caption": "TEXT", "turn": "INTEGER",
      ],
      passing: ["position", "caption", "turn"]),
    Patched(
      name: "note", key: ["key"],
      columns: [
        "id": "BLOB", "product": "INTEGER", "position": "INTEGER", "title": "TEXT", "text": "TEXT",
        "revision": "INTEGER", "created": "INTEGER", "changed": "INTEGER",
      ],
      passing: ["position", "title", "text", "created", "changed"]),
    Patched(
      name: "field", key: ["key"],
      columns: [
        "id": "BLOB", "name": "TEXT", "name_key": "TEXT", "kind": "TEXT", "detail": "TEXT",
        "category": "TEXT", "position": "INTEGER",
      ],
      passing: ["name", "name_key", "kind", "detail", "category", "position"]),
    Patched(
      name: "product_value", key: ["product", "field"],
      columns: ["text": "TEXT", "text_key": "TEXT", "number": "INTEGER"],
      passing: []),
    Patched(
      name: "saved_search", key: ["key"],
      columns: ["id": "BLOB", "name": "TEXT", "content": "TEXT", "position": "INTEGER"],
      passing: ["name", "content", "position"]),
    Patched(
      name: "template", key: ["key"], columns: ["category": "TEXT", "content": "TEXT"],
      passing: ["content"]),
    Patched(
      name: "told_apart", key: ["key"], columns: ["products": "TEXT", "content": "TEXT"],
      passing: ["content"]),
  ]
}
