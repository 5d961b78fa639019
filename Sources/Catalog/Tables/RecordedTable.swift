// The tables that the history records. For each there is a table `history_…` with the same columns,
// for the rows as they were before a step.

struct RecordedTable: Sendable {
  let name: String
  let key: [String]
  let columns: [String]
  /// The size of a row's contents, for the limit of the history.
  let sizeExpression: String
  /// Roughly the bytes of a row that are not in these columns.
  var overhead = 100
  /// The columns besides the key in which no two rows have the same.
  var unique: Set<String> = ["id", "name_key"]

  var history: String { "history_\(name)" }
  /// A temporary table of the writing connection with the same columns, for the rows that a swap
  /// takes out.
  var swap: String { "swap_\(name)" }
  var hasRevision: Bool { columns.contains("revision") }
  /// The column with the row number of the owning product; nil if there is none.
  var owner: String? {
    name == "product" ? "key" : (key + columns).first { $0 == "product" }
  }
  /// The table whose row numbers show which rows are new: `product` for tables without their own.
  var numbering: String { key[0] == "product" ? "product" : name }

  /// Tables with row numbers of their own.
  static let numbered = all.filter { $0.numbering == $0.name }

  static let all = [
    RecordedTable(
      name: "product", key: ["key"],
      columns: ["id"] + ProductTable.fieldColumns
        + ["position", "deleted", "revision", "created", "changed"],
      // Codes, categories and numbers are short.
      sizeExpression: ProductField.stored.filter { [.line, .text].contains($0.kind) }
        .flatMap(\.writtenColumns).map { "ifnull(length(\($0)), 0)" }.joined(separator: " + ")),
    RecordedTable(
      name: "product_tag", key: ["product", "position"], columns: ["tag"],
      sizeExpression: "length(tag)"),
    RecordedTable(
      name: "product_image", key: ["key"],
      columns: ["id", "product", "position", "hash", "extension", "caption", "turn"],
      sizeExpression: "length(hash) + length(caption)"),
    RecordedTable(
      name: "note", key: ["key"],
      columns: [
        "id", "product", "position", "title", "text", "revision", "created", "changed",
      ],
      sizeExpression: "length(title) + length(text)"),
    RecordedTable(
      name: "field", key: ["key"],
      columns: ["id", "name", "name_key", "kind", "detail", "category", "position"],
      sizeExpression: "length(name) + length(name_key) + length(detail)"),
    // A command can have many of these: removing a field removes all its values.
    RecordedTable(
      name: "product_value", key: ["product", "field"], columns: ["text", "text_key", "number"],
      sizeExpression: "ifnull(length(text) + length(text_key), 0)", overhead: 40),
    RecordedTable(
      name: "saved_search", key: ["key"], columns: ["id", "name", "content", "position"],
      sizeExpression: "length(name) + length(content)"),
    RecordedTable(
      name: "template", key: ["key"], columns: ["category", "content"],
      sizeExpression: "length(category) + length(content)", unique: ["category"]),
    RecordedTable(
      name: "told_apart", key: ["key"], columns: ["products", "content"],
      sizeExpression: "length(products) + length(content)", unique: ["products"]),
  ]

  /// Tables whose rows belong to a product.
  static let parts = all.filter { $0.owner == "product" }

  /// The step being recorded and the largest row numbers before it; all NULL when nothing is
  /// recorded.
  static var recording: String {
    """
    CREATE TEMP TABLE recording (step INTEGER, \(numbered.map(\.name).joined(separator: ", ")));
    INSERT INTO recording (step) VALUES (NULL);

    """
  }

  /// Triggers that make the writing connection record each row before it changes. Only the first
  /// record of a row within a step counts. Rows that the step itself inserts are recorded by their
  /// numbers: `History.rememberInserted`.
  var recorder: String {
    func remember(_ event: String, _ moment: String, row: String, columns: [String]) -> String {
      """
      CREATE TEMP TRIGGER remember_\(event)_of_\(name) \(moment) \(event) ON main.\(name)
      WHEN \(row).\(key[0]) <= (SELECT \(numbering) FROM recording)
      BEGIN
        INSERT OR IGNORE INTO \(history) (step, existed, \(list(columns)))
        VALUES (
          (SELECT step FROM recording), \(row == "OLD" ? 1 : 0), \(list(columns, of: row)));
      END;

      """
    }
    return """
      CREATE TEMP TABLE \(swap) AS SELECT existed, \(list(key + columns)) FROM \(history) LIMIT 0;

      """ + remember("INSERT", "AFTER", row: "NEW", columns: key)
        + remember("UPDATE", "BEFORE", row: "OLD", columns: key + columns)
        + remember("DELETE", "BEFORE", row: "OLD", columns: key + columns)
  }

  func list(_ columns: [String], of row: String? = nil) -> String {
    columns.map { column in row.map { "\($0).\(column)" } ?? column }.joined(separator: ", ")
  }
}
