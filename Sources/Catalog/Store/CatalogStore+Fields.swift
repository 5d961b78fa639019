// SPDX-License-Identifier: Apache-2.0
// Custom fields: their definitions, and what happens to their values when a field is changed or
// removed. Each change is one command and one step of undo.

import Foundation

/// A value that does not fit a field's new kind.
public struct UnfittingValue: Sendable, Equatable {
  public let product: UUID
  /// The product's title.
  public let title: String
  /// The value as a user would type it.
  public let text: String
}

/// The values of a field that do not fit another kind.
public struct UnfittingValues: Sendable, Equatable {
  /// How many products have a value, including the trash.
  public let total: Int
  /// How many of the values do not fit.
  public let count: Int
  /// The first of these values.
  public let first: [UnfittingValue]
}

/// The outcome of changing a field.
public enum FieldEditOutcome: Sendable, Equatable {
  /// The field was changed; this many values did not fit and were dropped.
  case saved(dropped: Int)
  /// These values do not fit; nothing was changed.
  case unfitting(UnfittingValues)
}

extension CatalogStore {
  /// The custom fields, in their order.
  public func fields() async throws -> [CustomField] {
    try await database.read { try FieldTable(connection: $0).fields().map(\.field) }
  }

  /// The field with this name, ignoring case.
  public func field(named name: String) async throws -> CustomField? {
    try await database.read { try FieldTable(connection: $0).field(named: name)?.field }
  }

  public func addField(_ field: CustomField) async throws {
    try await database.carryOut(.addField, count: { _ in 0 }) {
      _ = try FieldTable(connection: $0).insert(field)
    }
  }

  /// How many products have a value in a field, including the trash.
  public func valueCount(ofField id: UUID) async throws -> Int {
    try await database.read { connection in
      let field = try FieldTable(connection: connection).require(id)
      return try connection.integer(
        "SELECT count(*) FROM product_value WHERE field = ?", field.key)
    }
  }

  /// Changes the name, kind and category of the field with this identifier. Values are converted to
  /// the new kind; those that cannot be are dropped if `isDroppingUnfitting`, otherwise nothing is
  /// changed. `place` moves it among the other fields.
  @discardableResult
  public func editField(
    _ field: CustomField, isDroppingUnfitting: Bool = false, movingTo place: FieldPlace? = nil
  ) async throws -> FieldEditOutcome {
    try await database.carryOut(.editField, count: { _ in 0 }) { connection in
      let table = FieldTable(connection: connection)
      let current = try table.require(field.id)
      var dropped = 0
      if current.field.kind != field.kind {
        let change = KindChange(connection: connection, field: current, kind: field.kind)
        if !isDroppingUnfitting {
          let unfitting = try change.unfitting(first: 20)
          guard unfitting.count == 0 else { return .unfitting(unfitting) }
        }
        dropped = try change.carryOut()
      }
      if current.field != field { try table.update(field) }
      if let place { try table.move(current.key, to: place) }
      return .saved(dropped: dropped)
    }
  }

  /// Removes a field and its values. Returns how many values were removed.
  @discardableResult
  public func removeField(_ id: UUID) async throws -> Int {
    try await database.carryOut(.removeField, count: { $0 }) { connection in
      let table = FieldTable(connection: connection)
      return try table.remove(table.require(id))
    }
  }
}

/// Converts a field's values to another kind.
private struct KindChange {
  let connection: Connection
  let field: StoredField
  let kind: FieldKind

  func unfitting(first limit: Int) throws -> UnfittingValues {
    var (total, count) = (0, 0)
    var first: [(product: Int64, text: String)] = []
    try eachValue { product, value in
      total += 1
      guard try converted(value) == nil else { return }
      count += 1
      if first.count < limit {
        first.append((product, value.map { field.field.kind.text(of: $0) } ?? ""))
      }
    }
    return UnfittingValues(
      total: total, count: count,
      first: try first.compactMap { product, text in
        try connection.first("SELECT id, title FROM product WHERE key = ?", product) {
          UnfittingValue(product: try $0.uuid("id"), title: $0.text("title"), text: text)
        }
      })
  }

  /// Returns how many values were dropped.
  func carryOut() throws -> Int {
    var changes: [(product: Int64, value: StoredFieldValue?)] = []
    var dropped = 0
    try eachValue { product, value in
      let new = try converted(value)
      if new == nil { dropped += 1 }
      let stored = new.map(StoredFieldValue.init)
      if stored != value.map(StoredFieldValue.init) { changes.append((product, stored)) }
    }
    for (product, value) in changes {
      guard let value else {
        try connection.run(
          "DELETE FROM product_value WHERE product = ? AND field = ?", product, field.key)
        continue
      }
      try connection.run(
        """
        UPDATE product_value SET text = ?, text_key = ?, number = ?
        WHERE product = ? AND field = ?
        """, value.text, value.textKey, value.number, product, field.key)
    }
    return dropped
  }

  private func eachValue(_ body: (Int64, FieldValue?) throws -> Void) throws {
    let word = field.field.kind.word
    try connection.forEachRow(
      "SELECT product, text, number FROM product_value WHERE field = ? ORDER BY product",
      arguments: [field.key]
    ) { row in
      let number = row.isNull("number") ? nil : row.int64("number")
      try body(
        row.int64("product"),
        FieldKind.value(word: word, text: row.textIfPresent("text"), number: number))
      return true
    }
  }

  /// The converted value; nil if it does not fit.
  private func converted(_ value: FieldValue?) throws -> FieldValue? {
    guard let value else { return nil }
    // Changing the unit does not convert the number.
    let isNumber = [FieldKind.number(unit: "").word, FieldKind.wholeNumber.word].contains(kind.word)
    if isNumber, case .number(let number) = value {
      return try attempt(FieldKind.number(unit: "").text(of: .number(number)))
    }
    return try attempt(field.field.kind.text(of: value))
  }

  private func attempt(_ text: String) throws -> FieldValue? {
    do {
      return try kind.value(from: text, for: field.field.refusalName)
    } catch is InvalidValue {
      return nil
    }
  }
}
