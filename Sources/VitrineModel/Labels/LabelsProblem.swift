// SPDX-License-Identifier: Apache-2.0
// What is typed about labels and can’t be meant.

import Foundation
import Paper
import Wording

enum LabelsProblem: LocalizedError {
  case size, copies, dots, shift, scale
  case firstLabel(count: Int)

  var errorDescription: String? {
    switch self {
    case .size: tr("The size is two numbers in millimetres, such as 50x30.")
    case .copies: tr("The copies are a number from 1 to 10,000.")
    case .dots:
      tr(
        "The dots per inch are a number from %1$@ to %2$@.",
        numberText(PrinterTraits.knownDots.lowerBound),
        numberText(PrinterTraits.knownDots.upperBound))
    case .shift: tr("Labels are moved by millimetres, such as -1 or 0.5.")
    case .scale: tr("Distances are printed at so many percent, from 80 to 120.")
    case .firstLabel(let count):
      tr("The first label is a number from 1 to %@.", numberText(count))
    }
  }
}
