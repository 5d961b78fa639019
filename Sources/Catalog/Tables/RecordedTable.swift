// SPDX-License-Identifier: Apache-2.0
// The tables that the history records. For each there is a table `history_…` of patches: what a step
// changed of a row, as it was before (in columns with the table's names) and as it was after (`new_…`).
// A column that did not change is NULL on both sides, so that a step takes no more room than what it
// changed; a row that a step inserted or deleted is whole on the side where it was there.

struct RecordedTable: Sendable {
  let name: String
  let key: [String]
  let columns: [String]
  /// The columns whose length counts for the limit of the history.
  let texts: [String]
  /// Roughly the bytes of a row that are not in these columns.
  var overhead = 100
  /// The columns besides the key whose values are unique.
  var unique: Set<String> = ["id", "name_key"]
  var always: Set<String> = ["id", "product", "revision", "hash", "extension"]
  /// Columns of which most edits change no other: a trigger of their own records those, as to compare and write all columns
  /// takes longer than the edit. No text is among them.
  var often: Set<String> = []

  var history: String { "history_\(name)" }
  var hasRevision: Bool { columns.contains("revision") }
  /// The column with the row number of the owning product; nil if there is none.
  var owner: String? {
    name == "product" ? "key" : (key + columns).first { $0 == "product" }
  }
  /// The table whose row numbers show which rows are new: `product` for tables without their own.
  var numbering: String { key[0] == "product" ? "product" : name }

  /// The columns that a patch has even if they did not change: what the history is searched by, and
  /// what tells whose row it is.
  var lasting: [String] { columns.filter(always.contains) }
  /// The columns that a patch only has if they changed.
  var passing: [String] { columns.filter { !always.contains($0) } }

  /// How many bytes of text a row has in columns that begin with `prefix`.
  func size(_ prefix: String = "") -> String {
    texts.map { "ifnull(length(\(prefix)\($0)), 0)" }.joined(separator: " + ")
  }

  /// Tables with row numbers of their own.
  static let numbered = all.filter { $0.numbering == $0.name }

  static let product = RecordedTable(
    name: "product", key: ["key"],
    columns: ["id"] + ProductTable.fieldColumns
      + ["position", "deleted", "revision", "created", "changed"],
    // Codes, categories and numbers are short.
    texts: ProductField.stored.filter { [.line, .text].contains($0.kind) }
      .flatMap(\.writtenColumns),
    often: RowUpdates.unfollowed)

  static let picture = RecordedTable(
    name: "product_image", key: ["key"],
    columns: ["id", "product", "position", "hash", "extension", "caption", "turn"],
    texts: ["hash", "caption"])

  static let note = RecordedTable(
    name: "note", key: ["key"],
    columns: ["id", "product", "position", "title", "text", "revision", "created", "changed"],
    texts: ["title", "text"])

  static let field = RecordedTable(
    name: "field", key: ["key"],
    columns: ["id", "name", "name_key", "kind", "detail", "category", "position", "cost"],
    texts: ["name", "name_key", "detail"])

  static let all = [
    product,
    RecordedTable(
      name: "product_tag", key: ["product", "position"], columns: ["tag"], texts: ["tag"]),
    picture, note, field,
    // A command can have many of these: removing a field removes all its values.
    RecordedTable(
      name: "product_value", key: ["product", "field"], columns: ["text", "text_key", "number"],
      texts: ["text", "text_key"], overhead: 40,
      // A row is a single value, and a small one.
      always: ["text", "text_key", "number"]),
    RecordedTable(
      name: "saved_search", key: ["key"], columns: ["id", "name", "content", "position"],
      texts: ["name", "content"]),
    RecordedTable(
      name: "template", key: ["key"], columns: ["category", "content"],
      texts: ["category", "content"], unique: ["category"], always: ["category"]),
    RecordedTable(
      name: "told_apart", key: ["key"], columns: ["products", "content"],
      texts: ["products", "content"], unique: ["products"], always: ["products"]),
    RecordedTable(
      name: "source", key: ["key"], columns: ["name", "content"], texts: ["name", "content"],
      unique: ["name"], always: ["name"]),
    RecordedTable(
      name: "source_row", key: ["key"], columns: ["place", "content"],
      texts: ["place", "content"], overhead: 40, unique: ["place"], always: ["place"]),
  ]

  /// Tables whose rows belong to a product.
  static let parts = all.filter { $0.owner == "product" }

  /// By which `Recording` knows the table.
  var number: Int { Self.all.firstIndex { $0.name == name } ?? 0 }

  /// The step that is being recorded, in SQL that records a row of this table in it.
  var recordedStep: String { "recorded_step(\(number))" }

  /// Triggers that make the writing connection record each change to a row. Further changes within
  /// the same step are added to the first. Rows that the step itself inserts are recorded by their
  /// numbers: `History.rememberInserted`.
  var recorder: String {
    let inserted = trigger(
      "INSERT", row: "NEW",
      patch: """
        \(list(columns, of: "new", joint: "_")))
        VALUES (\(recordedStep), \(list(key, of: "NEW")), 0, 1, \(list(columns, of: "NEW")))
        """,
      again: ["remains = 1"] + (lasting + passing).map { "new_\($0) = excluded.new_\($0)" })
    let deleted = trigger(
      "DELETE", row: "OLD",
      patch: """
        \(list(columns)))
        VALUES (\(recordedStep), \(list(key, of: "OLD")), 1, 0, \(list(columns, of: "OLD")))
        """,
      again: ["remains = 0"]
        + (lasting + passing).flatMap {
          ["\($0) = iif(\($0) IS new_\($0), excluded.\($0), \($0))", "new_\($0) = NULL"]
        })
    guard !often.isEmpty else { return inserted + updateTrigger("UPDATE", .always) + deleted }
    // Whatever a statement sets, each column is recorded by one of them: twice, what changed back would seem to have been
    // otherwise before.
    let more = "UPDATE OF \(list(key + columns.filter { !often.contains($0) }))"
    return inserted + updateTrigger("UPDATE OF \(list(often.sorted()))", .often)
      + updateTrigger(more, .more) + updateTrigger(more, .together) + deleted
  }

  private func updateTrigger(_ event: String, _ part: Recording.Part) -> String {
    let passing = self.passing.filter {
      switch part {
      case .always, .together: true
      case .often: often.contains($0)
      case .more: !often.contains($0)
      }
    }
    let columns = lasting + passing
    let old =
      lasting.map { "OLD.\($0)" } + passing.map { "iif(OLD.\($0) IS NEW.\($0), NULL, OLD.\($0))" }
    let new =
      lasting.map { "NEW.\($0)" } + passing.map { "iif(OLD.\($0) IS NEW.\($0), NULL, NEW.\($0))" }
    let step = part == .often ? "step_of_often(\(number))" : recordedStep
    return trigger(
      event, part, row: "OLD",
      patch: """
        \(list(columns)), \(list(columns, of: "new", joint: "_")))
        VALUES (\(step), \(list(key, of: "OLD")), 1, 1, \(list(old + new)))
        """,
      again: lasting.map { "new_\($0) = excluded.new_\($0)" }
        + passing.flatMap {
          let isSame = "excluded.\($0) IS excluded.new_\($0)"
          return [
            "\($0) = iif(\(isSame) OR \($0) IS NOT new_\($0), \($0), excluded.\($0))",
            "new_\($0) = iif(\(isSame), new_\($0), excluded.new_\($0))",
          ]
        })
  }

  private func trigger(
    _ event: String, _ part: Recording.Part = .always, row: String, patch: String, again: [String]
  ) -> String {
    let mark = Self.numbered.firstIndex { $0.name == numbering } ?? 0
    return """
      CREATE TEMP TRIGGER remember_\(part)_\(event.prefix { $0 != " " })_of_\(name)
      AFTER \(event) ON main.\(name)
      WHEN \(row).\(key[0]) <= last_before(\(mark), \(part.rawValue))
      BEGIN
        INSERT INTO \(history) (step, \(list(key)), existed, remains, \(patch)
        ON CONFLICT DO UPDATE SET \(again.joined(separator: ", "));
      END;

      """
  }

  /// A condition: two aliases are on the same row.
  func isSameRow(_ one: String, _ other: String) -> String {
    key.map { "\(one).\($0) = \(other).\($0)" }.joined(separator: " AND ")
  }

  func list(_ columns: [String], of row: String? = nil, joint: String = ".") -> String {
    columns.map { column in row.map { $0 + joint + column } ?? column }.joined(separator: ", ")
  }
}
