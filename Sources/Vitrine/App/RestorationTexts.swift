// Notices about the start, in the person's language.

import StateRestoration
import VitrineModel
import Wording

extension RestorationNotice {
  var text: String {
    switch kind {
    case .endedUnexpectedly: tr("Vitrine ended unexpectedly. Your windows are back.")
    case .unreadable(let count):
      tr("1 window could not be restored.", "%@ windows could not be restored.", count: count)
    case .missing(let count):
      tr("1 window was no longer there.", "%@ windows were no longer there.", count: count)
    case .unknownKind: tr("A window of a kind this version does not know was left out.")
    case .refused(let version): tr("Windows saved by version %@ were left out.", version)
    case .newerVersion: tr("Windows saved by a newer version were left untouched.")
    case .withheld(let count):
      tr(
        "1 window was left out, because bringing it back went wrong.",
        "%@ windows were left out, because bringing them back went wrong.", count: count)
    }
  }
}
