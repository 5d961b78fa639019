// SPDX-License-Identifier: Apache-2.0
// Why a step that was made in another copy of the catalogue is refused, as facts: the module `Wording`
// makes the sentence.

/// Why a step of another copy was not applied. Nothing of it was.
public enum StepRefusal: Sendable, Equatable {
  /// What it changes was changed here in another way: built-in fields by their names, “notes”,
  /// “pictures”, “values” of custom fields, or the “position”. Without a title, it is of no product.
  case changed([String], product: String?)
  /// What it changes is not here: it was deleted, or comes from a step that has not been applied.
  case missing
  /// What it adds is here already, from somewhere else.
  case there
  /// It was undone elsewhere, and here other commands followed it.
  case followed
  /// The result would be something that cannot be, such as a negative stock.
  case impossible
  /// It brings a value that this program takes from nobody.
  case unacceptable(InvalidValue)
}
