// SPDX-License-Identifier: Apache-2.0
// Reads and writes the definitions of custom fields.

import Foundation

/// A field with its row number.
struct StoredField: Sendable {
  let key: Int64
  let field: CustomField
}

struct FieldTable {
  let connection: Connection

  static let columns = "key, id, name, kind, detail, category, cost"

  /// All fields, in the order arranged by hand.
  func fields() throws -> [StoredField] {
    try connection.rows(
      "SELECT \(Self.columns) FROM field ORDER BY position, key", as: Self.field)
  }

  func fieldsByID() throws -> [UUID: StoredField] {
    Dictionary(try fields().map { ($0.field.id, $0) }) { $1 }
  }

  func field(_ id: UUID) throws -> StoredField? {
    try connection.first("SELECT \(Self.columns) FROM field WHERE id = ?", id, as: Self.field)
  }

  /// The field with this name, ignoring case.
  func field(named name: String) throws -> StoredField? {
    try connection.first(
      "SELECT \(Self.columns) FROM field WHERE name_key = ?", CustomField.key(of: name),
      as: Self.field)
  }

  /// The sort keys of the values that fields of an order offer, in their order, each once.
  func choices(sorting order: [ProductOrder]) throws -> [UUID: [String]] {
    var choices: [UUID: [String]] = [:]
    for case .custom(let id) in order.map(\.sort) {
      guard case .choice(let offered) = try field(id)?.field.kind else { continue }
      var known: Set<String> = []
      choices[id] = offered.map(StoredFieldValue.key).filter { known.insert($0).inserted }
    }
    return choices
  }

  func require(_ id: UUID) throws -> StoredField {
    guard let field = try field(id) else { throw CatalogError.fieldMissing }
    return field
  }

  /// Appends a field.
  @discardableResult
  func insert(_ field: CustomField) throws -> StoredField {
    guard try connection.integer("SELECT count(*) FROM field") < CustomField.most else {
      throw InvalidValue(.fieldName, .tooManyFields(limit: CustomField.most))
    }
    try requireFreeName(of: field)
    guard try self.field(field.id) == nil else {
      throw InvalidValue(.id, .fieldExists)
    }
    try connection.run(
      """
      INSERT INTO field (id, name, name_key, kind, detail, category, cost, position)
      VALUES (?, ?, ?, ?, ?, ?, ?,
        1 + min(ifnull((SELECT max(position) FROM field), 0), \(ManualOrder.sound.upperBound)))
      """, field.id, field.name, field.nameKey, field.kind.word,
      field.kind.details.joined(separator: "\n"), field.category?.text, Self.cost(field))
    return StoredField(key: connection.lastInsertedKey, field: field)
  }

  /// The field with the same identifier or name as a field from another catalogue, and the two
  /// merged: the choices of both. Nil if there is none.
  func merging(_ other: CustomField) throws -> (known: StoredField, merged: CustomField)? {
    guard let known = try field(other.id) ?? field(named: other.name) else { return nil }
    if known.field.kind == other.kind { return (known, known.field) }
    guard case .choice(let choices) = known.field.kind, case .choice(let others) = other.kind else {
      throw InvalidValue(.fieldName, .fieldOfAnotherKind(known.field.name))
    }
    let names = Set(choices.map(\.folded))
    let more = others.filter { !names.contains($0.folded) }
    let field = known.field
    return (
      known,
      try CustomField(
        id: field.id, name: field.name, kind: .choice(choices + more), category: field.category,
        isCost: field.isCost)
    )
  }

  func update(_ field: CustomField) throws {
    try requireFreeName(of: field)
    try connection.run(
      """
      UPDATE field SET name = ?, name_key = ?, kind = ?, detail = ?, category = ?, cost = ? WHERE id = ?
      """,
      field.name, field.nameKey, field.kind.word, field.kind.details.joined(separator: "\n"),
      field.category?.text, Self.cost(field), field.id)
  }

  /// Empty for most fields: a hub of before there were costs is sent nothing that it does not know.
  private static func cost(_ field: CustomField) -> Int? { field.isCost ? 1 : nil }

  /// Removes a field with all its values. Returns how many values there were.
  func remove(_ field: StoredField) throws -> Int {
    let count = try connection.run("DELETE FROM product_value WHERE field = ?", field.key)
    try connection.run("DELETE FROM field WHERE key = ?", field.key)
    return count
  }

  /// Numbers the fields from 1 in their new order, writing only those whose number changes.
  func move(_ key: Int64, to place: FieldPlace) throws {
    var order = try fields().map(\.key).filter { $0 != key }
    switch place {
    case .last: order.append(key)
    case .before(let other):
      let other = try require(other).key
      // A field that is put before itself stays where it is.
      guard other != key else { return }
      order.insert(key, at: order.firstIndex(of: other) ?? order.endIndex)
    }
    for (position, key) in order.enumerated() {
      try connection.run(
        "UPDATE field SET position = ?1 WHERE key = ?2 AND position <> ?1", position + 1, key)
    }
  }

  private func requireFreeName(of field: CustomField) throws {
    guard let other = try self.field(named: field.name), other.field.id != field.id else { return }
    throw InvalidValue(.fieldName, .fieldNameTaken(other.field.name))
  }

  private static func field(_ row: Row) throws -> StoredField {
    let details = row.text("detail").split(separator: "\n").map(String.init)
    guard let kind = FieldKind(word: row.text("kind"), details: details) else {
      throw SQLiteError.corrupt("a field is of an unknown kind")
    }
    return StoredField(
      key: row.int64("key"),
      field: CustomField(
        storedID: try row.uuid("id"), name: row.text("name"), kind: kind,
        category: row.textIfPresent("category").map(CategoryPath.init(stored:)),
        isCost: !row.isNull("cost")))
  }
}
