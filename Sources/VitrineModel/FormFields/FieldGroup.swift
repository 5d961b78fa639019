// SPDX-License-Identifier: Apache-2.0
// The groups in which a form shows the fields of a product: what is filled in most comes first, and what a catalogue
// has no use for can be folded away.

import Catalog
import Wording

/// A group of fields. The names of the cases are saved with windows.
public enum FieldGroup: String, CaseIterable, Sendable {
  case product
  case codes
  case stock
  /// Custom fields.
  case own

  public var label: String {
    switch self {
    case .product: tr("Product", context: "group of fields")
    case .codes: tr("Codes", context: "group of fields")
    case .stock: tr("Stock", context: "group of fields")
    case .own: tr("Your Own Fields")
    }
  }
}

extension FormField {
  public var group: FieldGroup {
    guard case .builtIn = field else { return .own }
    if isForCodes { return .codes }
    return [.unit, .packSize, .stock, .minimumStock].contains(id) ? .stock : .product
  }

  /// Every field in the order of the form: within a group, the most edited ones come first and long texts last.
  static func inForm(_ custom: [CustomField]) -> [FormField] {
    let first: [FieldID] = [.title, .price, .year]
    func rank(_ field: FormField) -> Int {
      first.contains(field.id) ? 0 : field.kind == .text ? 2 : 1
    }
    let fields = listed(custom)
    return FieldGroup.allCases.flatMap { group in
      (0...2).flatMap { place in fields.filter { $0.group == group && rank($0) == place } }
    }
  }

  /// Whether every form has it, whatever was chosen for a category.
  public var isAlwaysInForm: Bool { field.isAlwaysInForm }
}

extension FormFields {
  /// The fields of a form in the order that was chosen, within their groups.
  func arrange(_ fields: [FormField]) -> [FormField] {
    guard !order.isEmpty else { return fields }
    let places = Dictionary(zip(order, order.indices)) { first, _ in first }
    return FieldGroup.allCases.flatMap { group in
      fields.filter { $0.group == group }.enumerated()
        .sorted { left, right in
          (places[left.element.id] ?? .max, left.offset)
            < (places[right.element.id] ?? .max, right.offset)
        }.map(\.element)
    }
  }

  func hides(_ field: FormField) -> Bool { hidden.contains(field.id) && !field.isAlwaysInForm }
}
