// SPDX-License-Identifier: Apache-2.0
// Why a step of another copy of the catalogue was not applied, in words.

import Catalog

extension StepRefusal {
  func sentence(for command: CatalogCommand) -> String {
    if case .unacceptable = self { return reason(command) }
    return reason(command) + " "
      + tr("“vitrinectl history apply --ask” applies the rest, and asks what to have.")
  }

  private func reason(_ command: CatalogCommand) -> String {
    switch self {
    case .changed(let fields, let product?):
      let names = fields.map(Self.label).joined(separator: ", ")
      return names.isEmpty
        ? tr(
          "“%1$@” was not applied: “%2$@” has been changed here in another way.", command.name,
          product)
        : tr(
          "“%1$@” was not applied: in “%2$@”, this has been changed here in another way: %3$@.",
          command.name, product, names)
    case .changed(_, nil):
      return tr(
        "“%@” was not applied: what it changes has been changed here in another way.", command.name)
    case .missing:
      return tr(
        "“%@” was not applied: what it changes is not here, or was deleted.", command.name)
    case .there:
      return tr("“%@” was not applied: what it adds is here already.", command.name)
    case .followed:
      return tr(
        "A command was undone elsewhere, but here “%@” followed it. Undo that first.", command.name)
    case .impossible:
      return tr(
        "“%@” was not applied: with what has been changed here, its result would not be valid.",
        command.name)
    case .unacceptable(let reason):
      return tr(
        "“%1$@” was not applied, because of a value that can’t be in a catalogue. %2$@",
        command.name, reason.sentence)
    }
  }

  /// What a field is called in a form.
  static func label(of field: String) -> String {
    switch field {
    case "notes": tr("Notes", context: "what a product has")
    case "pictures": tr("Photos", context: "what a product has")
    case "values": tr("Custom Fields")
    case "deleted": tr("Trash", context: "whether a product is in it")
    case "position": tr("Order", context: "field of a product: its place among the others")
    case "variant", "options": tr("Variants", context: "what a product has")
    default: ProductField.all.first { $0.name == field }?.label ?? field
    }
  }
}
