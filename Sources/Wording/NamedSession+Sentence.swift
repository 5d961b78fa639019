// SPDX-License-Identifier: Apache-2.0
// Why something cannot be done with a desk, as sentences.

import Foundation
import StateRestoration

extension NamedSession.Refused {
  public var sentence: String {
    switch self {
    case .missing: tr("This desk is no longer there.")
    case .noName: tr("A desk needs a name of one line, and not a very long one.")
    case .nameIsTaken: tr("Another desk has this name.")
    case .noWindows: tr("There is no window in it that could be opened.")
    case .tooLarge(let limit):
      tr(
        "These windows are too much for a desk: there is room for %@ MB.",
        String(max(1, limit / 1_048_576)))
    case .notSaving: tr("Windows are not being saved at the moment, and desks neither.")
    case .wouldLose(let value): value.sentence
    case .busy: tr("The windows are being changed. Try again in a moment.")
    case .unreadable(.newerVersion): tr("A newer version of Vitrine made this desk.")
    case .unreadable(let reason): tr("This desk can’t be opened. %@.", reason.text)
    case .failure(let failure): tr("It can’t be saved: %@.", failure.reasonText)
    }
  }
}
