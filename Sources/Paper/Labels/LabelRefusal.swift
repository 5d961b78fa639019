// SPDX-License-Identifier: Apache-2.0
// Why labels cannot be printed.

import Foundation
import Wording

public enum LabelRefusal: LocalizedError, Equatable {
  /// A text that must be whole, such as a price, or all of them together.
  case tooSmall(for: String)
  /// The same, and a size of label that has room for it.
  case needsRoom(for: String, CodeSize)
  case lacksCharacters(String)
  case nothingToPrint
  /// There would be a label for each piece that arrived.
  case nothingArrived
  /// Because of what was said of the printer.
  case offThePage
  case tooMany(most: Int)
  /// Sentences about some products, and how many there are in all.
  case products([String], count: Int)
  case noSuchLabel(Int, count: Int)

  public var errorDescription: String? {
    switch self {
    case .tooSmall(let text):
      tr("The label is too small for “%@”.", text)
    case .needsRoom(let text, let size):
      tr("The label is too small for “%1$@”: one of %2$@ would do.", text, size.text)
    case .lacksCharacters(let text):
      tr("No font on this computer has all characters of “%@”.", text)
    case .nothingToPrint: tr("There is nothing to print.")
    case .nothingArrived: tr("None of these products has come into stock lately.")
    case .offThePage:
      tr("Moved like that for the printer, its code would be off the paper.")
    case .tooMany(let most):
      tr("That would be more than %@ labels.", numberText(most))
    case .products(let sentences, let count):
      (sentences
        + [
          tr(
            "1 product can’t be printed, so nothing was.",
            "%@ products can’t be printed, so nothing was.", count: count)
        ]).joined(separator: "\n")
    case .noSuchLabel(let number, let count):
      tr(
        "There is no label %1$@ on a sheet of %2$@.", numberText(number), numberText(count))
    }
  }
}
