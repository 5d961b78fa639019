// SPDX-License-Identifier: Apache-2.0
// The filters a list can have: made from the descriptions of the fields, so that every field has the
// ones that fit its kind, and what each is called on its chip and in the menu.

import Catalog
import Foundation
import Wording

/// An item of the menu of filters.
public struct FilterChoice: Sendable, Equatable, Identifiable {
  public enum Action: Sendable, Equatable {
    case add(ProductFilter)
    /// The bounds have yet to be typed.
    case askForRange(FormField)
  }

  /// Names it in the menu's action.
  public let id: String
  public let title: String
  public let action: Action
}

/// The filters of one field, under its name.
public struct FieldFilters: Sendable, Equatable {
  public let field: String
  public let choices: [FilterChoice]
}

extension ProductFilter {
  /// Filters that are about no single field: heads alone, and what needs attention.
  public static var general: [FilterChoice] {
    [
      ("notVariant", notVariant), ("lowStock", lowStock), ("noPicture", noPicture),
      ("badGTIN", badGTIN),
      ("duplicateGTIN", duplicateGTIN), ("duplicateSKU", duplicateSKU),
    ]
    .map { FilterChoice(id: $0, title: $1.label([]), action: .add($1)) }
  }

  /// What the filter's chip says. `custom`: the custom fields.
  public func label(_ custom: [CustomField]) -> String {
    func name(_ id: FieldID) -> String {
      FormField.all(custom).first { $0.id == id }?.label
        ?? (id == .notes
          ? tr("Notes", context: "what a product has")
          : id == .pictures ? tr("Photos", context: "what a product has") : tr("Removed Field"))
    }
    switch self {
    case .notVariant: return tr("Without Variants")
    case .lowStock: return tr("Low Stock")
    case .badGTIN: return tr("Doubtful GTIN")
    case .duplicateGTIN: return tr("GTIN Used Twice")
    case .duplicateSKU: return tr("SKU Used Twice")
    case .isEmpty(.pictures): return tr("No Photo")
    case .isEmpty(let id): return tr("%@: Empty", name(id))
    case .isPresent(let id): return tr("%@: Filled In", name(id))
    case .contains(let id, let text): return tr("%1$@: “%2$@”", name(id), text)
    case .number(let id, let from, let through):
      func text(_ number: DecimalNumber?) -> String? {
        number.map { FieldValue.number($0).displayText(of: .number(unit: "")) }
      }
      return Self.range(name(id), from: text(from), through: text(through))
    case .price(let currency, let from, let through):
      let kind = FieldKind.money
      func text(_ amount: Int64?) -> String? {
        amount.flatMap { try? Price(minorUnits: $0, currency: currency) }
          .map { FieldValue.money($0).displayText(of: kind) }
      }
      return Self.range(name(.price), from: text(from), through: text(through))
    case .date(let field, let from, let before):
      let name =
        field == .created
        ? tr("Added", context: "filter: the day a product was added")
        : tr("Changed", context: "filter: the day a product was changed")
      return Self.range(
        name, from: from?.displayText, through: before?.addingTimeInterval(-1).displayText)
    case .tag(let tag): return tr("%1$@: %2$@", name(.builtIn("tags")), tag)
    case .custom(let id, let condition):
      let id = FieldID.custom(id)
      let kind = FormField.all(custom).first { $0.id == id }?.kind ?? .line
      switch condition {
      case .contains(let text): return tr("%1$@: “%2$@”", name(id), text)
      case .equals(let value): return tr("%1$@: %2$@", name(id), value.displayText(of: kind))
      case .range(let from, let through):
        return Self.range(
          name(id), from: from?.displayText(of: kind), through: through?.displayText(of: kind))
      case .isEmpty: return tr("%@: Empty", name(id))
      case .isPresent: return tr("%@: Filled In", name(id))
      }
    }
  }

  private static func range(_ name: String, from: String?, through: String?) -> String {
    switch (from, through) {
    case (let from?, let through?) where from == through: tr("%1$@: %2$@", name, from)
    case (let from?, let through?): tr("%1$@: %2$@ – %3$@", name, from, through)
    case (let from?, nil): tr("%1$@: from %2$@", name, from)
    case (nil, let through?): tr("%1$@: up to %2$@", name, through)
    case (nil, nil): name
    }
  }

  /// Whether it gives bounds for the value of a field.
  func isRange(of field: FormField) -> Bool {
    switch (self, field.id) {
    case (.number(let id, _, _), field.id): id == field.id
    case (.price, .price): true
    case (.custom(let id, .range), .custom(let other)): id == other
    default: false
    }
  }
}

extension FormField {
  /// Every field there is.
  static func all(_ custom: [CustomField]) -> [FormField] {
    ProductField.all.map { FormField($0) } + custom.map { FormField($0) }
  }

  /// The filters that fit the field.
  public var filters: FieldFilters {
    var choices: [FilterChoice] = []
    func add(_ name: String, _ title: String, action: FilterChoice.Action) {
      choices.append(FilterChoice(id: "\(id.text):\(name)", title: title, action: action))
    }
    if hasRange { add("range", tr("From … To …"), action: .askForRange(self)) }
    if case .custom(let id) = id {
      for (position, value) in singleValues.enumerated() {
        add(
          "is:\(position)", value.displayText(of: kind), action: .add(.custom(id, .equals(value))))
      }
      add(
        "empty", tr("Empty", context: "filter: the field has no value"),
        action: .add(.custom(id, .isEmpty)))
      add("present", tr("Filled In"), action: .add(.custom(id, .isPresent)))
    } else if !isRequired {
      add(
        "empty", tr("Empty", context: "filter: the field has no value"), action: .add(.isEmpty(id)))
      add("present", tr("Filled In"), action: .add(.isPresent(id)))
    }
    return FieldFilters(field: label, choices: choices)
  }

  private var hasRange: Bool {
    switch kind {
    case .wholeNumber, .number, .money, .date, .year: true
    case .line, .text, .choice, .yesNo, .code, .link, .tags, .category: false
    }
  }

  /// The values of a field that has only a few.
  private var singleValues: [FieldValue] {
    switch kind {
    case .choice(let choices): choices.map { .text($0) }
    case .yesNo: [.yesNo(true), .yesNo(false)]
    default: []
    }
  }

  /// The filter for the bounds that were typed; nil when both are blank. Throws when a bound can't be
  /// a value of the field, or when they are the wrong way round.
  public func rangeFilter(
    from: String, through: String, style: WritingStyle
  ) throws -> ProductFilter? {
    let (low, high) = try (value(from: from, style: style), value(from: through, style: style))
    if low == nil, high == nil { return nil }
    if let low, let high, high.precedes(low) { throw InvalidValue(.value, .endsBeforeBeginning) }
    if case .custom(let id) = id { return .custom(id, .range(from: low, through: high)) }
    switch (low ?? high, low, high) {
    case (.integer?, let low, let high), (.number?, let low, let high):
      func number(_ value: FieldValue?) -> DecimalNumber? {
        switch value {
        case .integer(let number): DecimalNumber(whole: number)
        case .number(let number): number
        default: nil
        }
      }
      return .number(id, from: number(low), through: number(high))
    case (.money(let one)?, let low, let high):
      func amount(_ value: FieldValue?) throws -> Int64? {
        guard case .money(let price)? = value else { return nil }
        guard price.currency == one.currency else {
          throw InvalidValue(.currency, .notOneOf([one.currency.code]))
        }
        return price.minorUnits
      }
      return .price(one.currency, from: try amount(low), through: try amount(high))
    default: return nil
    }
  }
}
