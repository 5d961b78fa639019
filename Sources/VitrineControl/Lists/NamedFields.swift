// SPDX-License-Identifier: Apache-2.0
// Custom fields given by name on the command line. They can be looked up only once the catalogue is
// open; until then the names are kept here.

import Catalog
import Foundation

struct NamedFields: Sendable {
  enum Test: Sendable {
    case contains(String)
    case equals(String)
    case range(String)
    case isEmpty, isPresent

    /// The built-in fields that can be tested so.
    var builtIn: [String] {
      switch self {
      case .contains: ProductFilter.textFields.map(\.text)
      case .isEmpty, .isPresent: ProductFilter.optionalFields.map(\.text)
      case .equals, .range: []
      }
    }
  }

  private var tests: [(name: String, test: Test)] = []
  /// The placeholder identifiers used in sort keys, with the names they stand for.
  private var sorts: [UUID: String] = [:]
  private var values: [(name: String, text: String)] = []

  var isEmpty: Bool { tests.isEmpty && sorts.isEmpty && values.isEmpty }

  mutating func add(_ test: Test, of name: String) { tests.append((name, test)) }

  /// A placeholder for sorting by the field with this name.
  mutating func sort(by name: String) -> ProductSort {
    let id = UUID()
    sorts[id] = name
    return .custom(id)
  }

  mutating func set(_ name: String, to text: String) { values.append((name, text)) }

  // MARK: When the catalogue is open

  /// `query` with the conditions and sort keys for this catalogue's fields.
  func applied(to query: ProductQuery, in store: CatalogStore) async throws -> ProductQuery {
    if isEmpty { return query }
    let fields = try await store.fields()
    var query = query
    for (name, test) in tests {
      let field = try Self.field(name, among: fields, besides: test.builtIn)
      query.filters.append(.custom(field.id, try Self.condition(test, on: field)))
    }
    query.order = try query.order.map { key in
      guard case .custom(let id) = key.sort, let name = sorts[id] else { return key }
      let field = try Self.field(
        name, among: fields, besides: ProductSort.allCases.map(\.rawValue))
      return ProductOrder(.custom(field.id), ascending: key.ascending)
    }
    return query
  }

  /// The values to set, for this catalogue's fields.
  func values(in store: CatalogStore) async throws -> [UUID: FieldValue?] {
    if values.isEmpty { return [:] }
    let fields = try await store.fields()
    var found: [UUID: FieldValue?] = [:]
    for (name, text) in values {
      let field = try Self.field(
        name, among: fields, besides: ProductField.all.map(\.name))
      found[field.id] = .some(try Self.value(text, of: field))
    }
    return found
  }

  private static func field(
    _ name: String, among fields: [CustomField], besides builtIn: [String]
  ) throws -> CustomField {
    if let field = fields.first(where: { $0.isNamed(name) }) { return field }
    throw UsageError.unknownName(name, known: builtIn + fields.map(\.name))
  }

  private static func value(_ text: String, of field: CustomField) throws -> FieldValue? {
    try asUsageError { try field.kind.value(from: text, for: field.refusalName) }
  }

  private static func condition(_ test: Test, on field: CustomField) throws -> FieldCondition {
    switch test {
    case .contains(let text): return .contains(text)
    case .isEmpty: return .isEmpty
    case .isPresent: return .isPresent
    case .equals(let text): return try value(text, of: field).map { .equals($0) } ?? .isEmpty
    case .range(let text):
      // A suffix, such as a currency, applies to both ends.
      var (range, unit) = (text, "")
      if let space = text.lastIndex(of: " "), field.kind == .money {
        (range, unit) = (String(text[..<space]), String(text[space...]))
      }
      let ends = try TypedRange(range, of: RangeKind(field.kind), precedes: { $0.precedes($1) }) {
        try value($0 + unit, of: field)
      }
      return .range(from: ends.from, through: ends.through)
    }
  }
}
