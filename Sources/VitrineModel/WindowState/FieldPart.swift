// SPDX-License-Identifier: Apache-2.0
// What a custom field is defined by. A window saves what is typed for each part under its name.

import Catalog
import Foundation
import Wording

/// A part of a field's definition. The raw values are stored in windows.
public enum FieldPart: String, CaseIterable, Sendable {
  case name, kind, unit, choices, checkDigit, category, cost

  /// The label in a form. The letter after the underscore activates the part together with Alt.
  public var mnemonic: String {
    switch self {
    case .name: tr("_Name", context: "of a custom field")
    case .kind: tr("_Kind", context: "of a custom field")
    case .unit: tr("_Unit", context: "of a number")
    case .choices: tr("C_hoices, One on Each Line")
    case .checkDigit: tr("Check Di_git")
    case .category: tr("Only for Products In")
    case .cost: tr("_Seen By")
    }
  }

  /// By whom the values are seen in a shared catalogue: each as it is saved, and as it is called.
  public static var onlookers: [(text: String, name: String)] {
    [("", tr("All Members")), (FieldPart.cost.rawValue, tr("Members Who May See What Costs"))]
  }

  /// What is chosen or typed in a part, for people.
  func name(of text: String) -> String {
    switch self {
    case .kind: FieldKind.name(of: text)
    case .cost: Self.onlookers.first { $0.text == text }?.name ?? text
    case .name, .unit, .choices, .checkDigit, .category: text
    }
  }

  public var label: String { mnemonic.replacingOccurrences(of: "_", with: "") }

  /// The part that a refused value was meant for.
  init?(_ field: InvalidValue.Field) {
    switch field {
    case .fieldName: self = .name
    case .unit: self = .unit
    case .choice: self = .choices
    case .category: self = .category
    default: return nil
    }
  }
}
