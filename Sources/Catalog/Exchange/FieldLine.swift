// SPDX-License-Identifier: Apache-2.0
// Custom fields in `products.jsonl`: before the products, one line defines each field; a product's
// member `fields` has its values by field name. Values are read as plain JSON, because the kind of
// the field is known only when the product is stored.

import Foundation

/// The line that defines a custom field.
struct FieldLine: Sendable {
  /// The key of the line's only member.
  static let key = "field"

  let field: CustomField

  private enum Key: String {
    case id, name, kind, unit, choices, check, category, cost
  }

  static func bytes(of field: CustomField) -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.key(key)
      $0.object {
        $0.member(Key.id.rawValue, field.id.uuidString)
        $0.member(Key.name.rawValue, field.name)
        $0.member(Key.kind.rawValue, field.kind.word)
        switch field.kind {
        case .number(let unit): $0.member(Key.unit.rawValue, unit.isEmpty ? nil : unit)
        case .choice(let choices):
          $0.member(Key.choices.rawValue, choices) { $0.string($1) }
        case .code(let checkDigit): $0.member(Key.check.rawValue, checkDigit.rawValue)
        default: break
        }
        $0.member(Key.category.rawValue, field.category?.text)
        if field.isCost { $0.member(Key.cost.rawValue, true) }
      }
    }
    return writer.bytes
  }

  /// Reads the value of the key.
  init(_ reader: inout JSONReader) throws {
    var (id, category): (UUID?, CategoryPath?)
    var (name, word, isCost) = ("", "", false)
    var details: [String] = []
    try reader.eachMember { reader, key in
      switch Key(rawValue: key) {
      case .id: id = try reader.identifier()
      case .name: name = try reader.string()
      case .kind: word = try reader.string()
      case .unit, .check: details = [try reader.string()]
      case .choices: details = try reader.array { try $0.string() }
      case .category: category = try reader.textOrNull().map { try CategoryPath($0) }
      case .cost:
        guard let said = reader.boolean() else {
          throw InvalidValue(InvalidValue.Field(key), .notOneOf(["true", "false"]))
        }
        isCost = said
      case nil: throw reader.unknownKey
      }
    }
    guard let kind = FieldKind(word: word, details: details) else {
      throw InvalidValue(InvalidValue.Field("kind"), .notOneOf(FieldKind.words))
    }
    field = try CustomField(
      id: id ?? UUID(), name: name, kind: kind, category: category, isCost: isCost)
  }
}

extension JSONWriter {
  /// Writes a product's member `fields`, in the order of the array `fields`.
  mutating func values(_ values: [UUID: FieldValue], _ fields: [CustomField]) {
    let present = fields.filter { values[$0.id] != nil }
    guard !present.isEmpty else { return }
    key("fields")
    object { writer in
      for field in present {
        switch values[field.id] {
        case .integer(let number): writer.member(field.name, number)
        case .yesNo(let isTrue): writer.member(field.name, isTrue)
        case .tags(let tags): writer.member(field.name, tags) { $0.string($1.text) }
        case let value?: writer.member(field.name, field.kind.text(of: value))
        case nil: break
        }
      }
    }
  }
}

extension JSONReader {
  /// Reads a product's member `fields`.
  mutating func fieldMembers() throws -> [String: ImportedValue] {
    var members: [String: ImportedValue] = [:]
    try eachMember { reader, name in members[name] = try reader.fieldMember() }
    return members
  }

  private mutating func fieldMember() throws -> ImportedValue {
    if null() { return .none }
    if let isTrue = boolean() { return .yesNo(isTrue) }
    if isAtList { return .list(try array { try $0.string() }) }
    return try isAtText ? .text(string()) : .integer(integer())
  }
}
