// SPDX-License-Identifier: Apache-2.0
// What can become of a column, as a choice. What the import found out of the rest, such as that a column says which
// rows belong together, is one more choice there, so that the choice shows what is.

import Catalog
import Exchange
import Foundation
import Wording

public enum ColumnTarget: Equatable, Sendable {
  case leftOut
  /// A custom field of the column's name.
  case newField
  /// A field that there is, by its name.
  case named(String)
  /// What no choice leads to.
  case asFound

  init(_ column: UnderstoodColumn, in fields: [CustomField]) {
    switch column.target {
    case .leftOut: self = .leftOut
    case .custom(let field):
      self = fields.contains { $0.id == field.id } ? .named(field.name) : .newField
    case .language, .grouping, .subcategory, .structure: self = .asFound
    case .field, .id, .currency, .pictures, .note:
      self = column.field.map { .named($0) } ?? .asFound
    }
  }
}

extension UnderstoodColumn {
  /// What becomes of it, in words.
  var targetText: String {
    switch target {
    case .field(let field): field.label
    case .custom(let field): field.name.asName.printable()
    case .id: tr("Identifier of Vitrine", context: "what a column is")
    case .subcategory: tr("Subcategory", context: "what a column is")
    case .currency: tr("Currency of the price", context: "what a column is")
    case .pictures: tr("Photos", context: "what a column is")
    case .note: tr("Note", context: "what a column is")
    case .language: tr("Language of the row", context: "what a column is")
    case .structure, .grouping: tr("Which rows belong together", context: "what a column is")
    case .leftOut: tr("Left out", context: "what becomes of a column")
    }
  }
}

extension ImportScene {
  /// What becomes of a column, in words.
  public func targetText(of column: UnderstoodColumn) -> String {
    guard case .custom(let field) = column.target,
      !catalogue.fields.all.contains(where: { $0.id == field.id })
    else { return column.targetText }
    return tr(
      "New field “%1$@” (%2$@)", field.name.asName.printable(), FieldKind.name(of: field.kind.word))
  }

  /// What the selected column is, and all that it can be.
  public func targets(of column: UnderstoodColumn) -> (
    choices: [(target: ColumnTarget, name: String)], chosen: Int
  ) {
    let fields = catalogue.fields.all
    let current = ColumnTarget(column, in: fields)
    var choices: [(target: ColumnTarget, name: String)] = [
      (.leftOut, tr("Leave Out")),
      (.newField, tr("New Field “%@”", newName(of: column))),
    ]
    if current == .asFound { choices.append((.asFound, column.targetText)) }
    choices += ProductField.all.map { (.named($0.name), $0.label) }
    choices += fields.map { (.named($0.name), $0.name.asName.printable()) }
    for (name, target) in [
      ("images", UnderstoodColumn.Target.pictures), ("notes", .note), ("currency", .currency),
      ("id", .id),
    ] {
      choices.append((.named(name), UnderstoodColumn(name: "", target: target).targetText))
    }
    return (choices, choices.firstIndex { $0.target == current } ?? 0)
  }

  private func newName(of column: UnderstoodColumn) -> String {
    if case .custom(let field) = column.target {
      field.name.asName.printable()
    } else {
      column.name.asName.printable()
    }
  }
}
