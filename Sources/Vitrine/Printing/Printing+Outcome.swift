// SPDX-License-Identifier: Apache-2.0
// What is said of pages that were not handed to a printer.

import Gtk
import Wording

extension Printing.Outcome {
  /// Nil if there is nothing to be said, or those say it who know what was printed.
  var sentence: String? {
    switch self {
    case .printed, .cancelled: nil
    case .waiting: tr("The printer has not taken the pages yet.")
    case .failed(""): tr("Not printed.")
    case .failed(let reason): tr("Not printed: %@", reason)
    }
  }
}
