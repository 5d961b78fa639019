// SPDX-License-Identifier: Apache-2.0
// A custom field. Its name and kind are validated when it is created, so that every definition that
// exists can be stored, shown and exported.

import Foundation

/// A field that a user added to a catalogue.
public struct CustomField: Sendable, Hashable, Identifiable {
  public let id: UUID
  /// One line, unique in its catalogue, ignoring case.
  public let name: String
  public let kind: FieldKind
  /// The field is offered for products of this category and those below it; nil: for all. A product
  /// that is moved elsewhere keeps its value, and so does one that is imported with it.
  public let category: CategoryPath?
  /// Whether the values are what something costs: in a shared catalogue, members may be without the right to see them.
  public let isCost: Bool

  /// Of one catalogue. More are a list that was taken for one of products.
  package static let most = 1_000

  public init(
    id: UUID = UUID(), name: String, kind: FieldKind, category: CategoryPath? = nil,
    isCost: Bool = false
  ) throws {
    self.id = id
    self.name = try Self.checked(name: name)
    self.kind = try Self.checked(kind)
    self.category = category
    self.isCost = isCost
  }

  init(storedID id: UUID, name: String, kind: FieldKind, category: CategoryPath?, isCost: Bool) {
    (self.id, self.name, self.kind, self.category) = (id, name, kind, category)
    self.isCost = isCost
  }

  /// Whether variants may differ in it: in a text of one line, a choice, or a number.
  public var isForOptions: Bool {
    switch kind {
    case .line, .choice, .wholeNumber, .number, .yesNo, .year: true
    case .text, .money, .date, .code, .link, .tags, .category: false
    }
  }

  /// Whether products of this category offer the field.
  public func isOffered(in category: CategoryPath?) -> Bool {
    guard let own = self.category else { return true }
    return category.map(own.contains) ?? false
  }

  /// Refuses to give a product of this category another value while the field is not offered for
  /// it. What the product has already may stay or be emptied.
  public func requireOffered(
    in category: CategoryPath?, changing old: FieldValue?, to new: FieldValue?
  ) throws {
    guard let own = self.category, let new, new != old, !isOffered(in: category) else { return }
    throw InvalidValue(refusalName, .notOffered(for: own))
  }

  /// The field as an `InvalidValue` names it.
  public var refusalName: InvalidValue.Field { .init(name, isCustom: true) }

  /// Whether this is the field's name, ignoring case.
  public func isNamed(_ name: String) -> Bool {
    nameKey.utf8.elementsEqual(Self.key(of: name).utf8)
  }

  /// Equal for names that differ only in case.
  var nameKey: String { Self.key(of: name) }

  static func key(of name: String) -> String {
    // No field has so long a name, and it takes long to normalize.
    guard name.utf8.count <= 4_096 else { return name }
    return name.precomposedStringWithCanonicalMapping.lowercased()
  }

  private static func checked(name: String) throws -> String {
    let name = try singleLine(name, for: .fieldName, atMost: 64)
    guard !name.contains("=") else { throw InvalidValue(.fieldName, .containsEqualsSign) }
    guard !builtInNames.contains(key(of: name)) else {
      throw InvalidValue(.fieldName, .builtInField(name))
    }
    return name
  }

  /// Names with a meaning of their own for every product, here or in an export. Of the fields that came
  /// later, a catalogue may have a custom one with the same name: that stays what it is.
  private static let builtInNames = Set(
    (ProductField.all.filter { ![.unit, .packSize].contains($0) }.flatMap {
      [$0.name, $0.words(joinedBy: " ")] + $0.exchangeKeys
    }
      + ExchangeKey.allCases.filter { ![.variantOf, .taken, .options].contains($0) }
      .map(\.rawValue)).map(key))

  private static func checked(_ kind: FieldKind) throws -> FieldKind {
    switch kind {
    case .number(let unit):
      let unit = unit.trimmed
      if unit.isEmpty { return .number(unit: "") }
      return .number(unit: try singleLine(unit, for: .unit, atMost: 16))
    case .choice(let choices):
      let choices = try choices.map { try singleLine($0, for: .choice, atMost: 100) }
      guard !choices.isEmpty else { throw InvalidValue(.choice, .empty) }
      guard choices.count <= 200 else { throw InvalidValue(.choice, .tooMany(limit: 200)) }
      guard Set(choices.map(\.folded)).count == choices.count else {
        throw InvalidValue(.choice, .alike)
      }
      return .choice(choices)
    default: return kind
    }
  }
}

extension FieldKind {
  /// A kind is stored and exported as a word, plus a line for each detail of the kind.
  public var word: String {
    switch self {
    case .line: "line"
    case .text: "text"
    case .wholeNumber: "wholeNumber"
    case .number: "number"
    case .money: "money"
    case .date: "date"
    case .year: "year"
    case .choice: "choice"
    case .yesNo: "yesNo"
    case .code: "code"
    case .link: "link"
    case .tags: "tags"
    case .category: "category"
    }
  }

  public var details: [String] {
    switch self {
    case .number(let unit): unit.isEmpty ? [] : [unit]
    case .choice(let choices): choices
    case .code(let checkDigit): [checkDigit.rawValue]
    default: []
    }
  }

  /// Nil for an unknown kind.
  public init?(word: String, details: [String]) {
    switch word {
    case "line": self = .line
    case "text": self = .text
    case "wholeNumber": self = .wholeNumber
    case "number": self = .number(unit: details.first ?? "")
    case "money": self = .money
    case "date": self = .date
    case "year": self = .year
    case "choice": self = .choice(details)
    case "yesNo": self = .yesNo
    case "code":
      guard let checkDigit = CheckDigit(rawValue: details.first ?? "gtin") else { return nil }
      self = .code(checkDigit)
    case "link": self = .link
    case "tags": self = .tags
    case "category": self = .category
    default: return nil
    }
  }

  public static let words = [
    "line", "text", "wholeNumber", "number", "money", "date", "year", "choice", "yesNo", "code",
    "link", "tags", "category",
  ]

  /// Checks that a field of this kind can have `value`; returns nil for an empty one.
  func checked(_ value: FieldValue, for field: InvalidValue.Field) throws -> FieldValue? {
    switch (self, value) {
    case (.wholeNumber, .integer), (.number, .number), (.money, .money), (.date, .day),
      (.yesNo, .yesNo), (.category, .category):
      return value
    case (.tags, .tags(let tags)): return tags.isEmpty ? nil : value
    case (.year, .integer), (.line, .text), (.text, .text), (.choice, .text), (.code, .text),
      (.link, .text):
      return try self.value(from: text(of: value), for: field)
    default:
      throw InvalidValue(field, .wrongKind)
    }
  }
}

/// The place of a custom field among the others.
public enum FieldPlace: Sendable, Equatable {
  case before(UUID)
  case last
}
