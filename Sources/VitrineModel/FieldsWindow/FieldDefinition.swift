// SPDX-License-Identifier: Apache-2.0
// What defines a custom field, as texts that are typed or chosen, and the reason why one of them can't be
// part of it.

import Catalog
import Foundation
import Wording

struct FieldDefinition: Equatable {
  /// Those that are not empty.
  private var texts: [FieldPart: String] = [:]

  subscript(part: FieldPart) -> String {
    get { texts[part] ?? "" }
    set { texts[part] = newValue.isEmpty ? nil : newValue }
  }

  /// That of a field, or of a new one.
  init(_ field: CustomField? = nil) {
    let kind = field?.kind ?? .line
    self[.name] = field?.name ?? ""
    self[.kind] = kind.word
    self[.checkDigit] = FieldKind.CheckDigit.gtin.rawValue
    self[.category] = field?.category?.text ?? ""
    self[.cost] = field?.isCost == true ? Self.cost : ""
    switch kind {
    case .number(let unit): self[.unit] = unit
    case .choice(let choices): self[.choices] = Self.text(of: choices)
    case .code(let checkDigit): self[.checkDigit] = checkDigit.rawValue
    default: break
    }
  }

  init(saved: [String: String]) {
    for part in FieldPart.allCases { self[part] = saved[part.rawValue] ?? "" }
    // A newer version may know more of them.
    if !FieldKind.words.contains(self[.kind]) { self[.kind] = FieldKind.line.word }
    if FieldKind.CheckDigit(rawValue: self[.checkDigit]) == nil {
      self[.checkDigit] = FieldKind.CheckDigit.gtin.rawValue
    }
    if self[.cost] != Self.cost { self[.cost] = "" }
  }

  /// What its part has of a field for what costs; else it is empty.
  private static let cost = FieldPart.cost.rawValue

  var saved: [String: String] {
    Dictionary(texts.map { ($0.key.rawValue, $0.value) }) { $1 }
  }

  /// The parts that a field of this kind has.
  var parts: [FieldPart] {
    FieldPart.allCases.filter { part in
      switch part {
      case .name, .kind, .category, .cost: true
      case .unit: self[.kind] == FieldKind.number(unit: "").word
      case .choices: self[.kind] == FieldKind.choice([]).word
      case .checkDigit: self[.kind] == FieldKind.code(.gtin).word
      }
    }
  }

  /// Throws if a field can't be defined so.
  func field(_ id: UUID) throws -> CustomField {
    try CustomField(
      id: id, name: self[.name], kind: kind, category: category, isCost: self[.cost] == Self.cost)
  }

  private var kind: FieldKind {
    let details =
      switch self[.kind] {
      case FieldKind.number(unit: "").word: [self[.unit]]
      case FieldKind.choice([]).word:
        Self.choices(in: self[.choices])
      default: [self[.checkDigit]]
      }
    return FieldKind(word: self[.kind], details: details) ?? .line
  }

  /// One a line; all that are typed into a single line, with commas between them, are several, too, unless that line is
  /// ended.
  static func choices(in text: String) -> [String] {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.isBlank }
    guard lines.count == 1, lines[0].contains(","), !text.contains(where: \.isNewline) else {
      return lines
    }
    return lines[0].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      !$0.isBlank
    }
  }

  /// A single one with a comma in its name is a line of its own.
  static func text(of choices: [String]) -> String {
    let text = choices.joined(separator: "\n")
    return choices.count == 1 && text.contains(",") ? text + "\n" : text
  }

  private var category: CategoryPath? {
    get throws {
      let text = self[.category]
      return text.allSatisfy(\.isWhitespace) ? nil : try CategoryPath(text)
    }
  }

  /// Why a part can't be as it is, as a sentence; `others` are the other fields of the catalogue.
  func problem(of part: FieldPart, among others: [CustomField]) -> String? {
    do {
      switch part {
      case .name:
        let field = try CustomField(name: self[.name], kind: .line)
        if let other = others.first(where: { $0.isNamed(field.name) }) {
          throw InvalidValue(.fieldName, .fieldNameTaken(other.name))
        }
      case .category: _ = try category
      case .cost: break
      case .kind, .unit, .choices, .checkDigit: _ = try CustomField(name: "name", kind: kind)
      }
      return nil
    } catch let refusal as InvalidValue where FieldPart(refusal.field) != part {
      return nil
    } catch {
      return error.sentence
    }
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
