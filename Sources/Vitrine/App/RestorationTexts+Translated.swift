// SPDX-License-Identifier: Apache-2.0
// What the library of windows shows, in the user's language.

import Foundation
import StateRestoration
import StateRestorationGtk
import VitrineModel
import Wording

extension RestorationTexts {
  static var translated: RestorationTexts {
    var texts = RestorationTexts()
    texts.savingState = { $0.sentence }
    texts.notice = { $0.text }
    texts.reason = { $0.text }
    texts.problem = { $0.text }
    texts.untitled = { (WindowKind($0) ?? .product).title }
    texts.time = { $0.momentText }
    texts.count = { tr("1 window", "%@ windows", count: $0) }
    texts.retry = tr("Retry", context: "button")
    texts.show = tr("Show", context: "button: show the window that a message is about")
    texts.restorePrevious = tr("Restore Previous Windows")
    texts.dismiss = tr("Dismiss", context: "button: let a message go away")
    texts.savedWindows = tr("Saved Windows")
    texts.noSavedWindows = tr("No Saved Windows")
    texts.whatIsListed = tr("Windows that you close, or that were not restored, are listed here.")
    texts.leftOut = tr("Not Restored")
    texts.closed = tr("Closed", context: "heading: windows that were closed")
    texts.earlier = tr("Earlier Sessions")
    texts.setAside = tr("Could Not Be Read")
    texts.unfinished = {
      UnfinishedEdit.isAny(in: $0) ? tr("Unfinished edit", context: "mark of a saved window") : nil
    }
    texts.openAll = tr("Open All", context: "button: open saved windows")
    texts.openSelected = tr("Open _Selected", context: "button: open saved windows")
    texts.select = { tr("Select %@", $0) }
    texts.picture = { tr("Picture of %@", $0) }
    texts.open = tr("Open", context: "button: open a saved window")
    texts.close = tr("_Close", context: "button")
    texts.quitQuestion = tr("Quit Without Saving?")
    texts.quitExplanation = {
      tr("Your latest changes in the windows will be lost. %@", $0.sentence)
    }
    texts.workExplanation = tr(
      "Photos are still being added, or a file is still being written. If you quit now, that is not finished."
    )
    texts.quitAnyway = tr("_Quit Anyway")
    texts.cancel = tr("_Cancel", context: "button")
    texts.sleepReason = tr("Saves the latest changes")
    texts.arriving = tr("Opening…", context: "a link or a file is being read")
    texts.notContinued = { tr("It can’t be opened. %@", $0.sentence) }
    texts.noBus = tr(
      "There is no session bus: screen readers and requests from the desktop won't reach Vitrine.")
    texts.noDisplay = tr(
      "There is no display to show windows on: neither DISPLAY nor WAYLAND_DISPLAY leads to one.")
    texts.noMainQueue = tr("The system's main queue can't be watched.")
    texts.notRegistered = { tr("The application can't be registered on the session bus: %@", $0) }
    texts.complain = Console.complain
    texts.logOutReason = tr("Changes in windows could not be saved yet.")
    return texts
  }
}

extension KeptWindow.Reason {
  fileprivate var text: String {
    switch self {
    case .crashed: tr("Not restored, because restoring it failed")
    case .refused(let version): tr("Saved by version %@", version)
    case .unknownKind: tr("Of a kind this version does not know")
    case .notWanted: tr("From an earlier run")
    case .waiting: tr("Not opened yet")
    }
  }
}

extension RestorationNotice {
  fileprivate var text: String {
    switch kind {
    case .endedUnexpectedly: tr("Vitrine ended unexpectedly. Your windows are back.")
    case .unreadable(let count):
      tr("1 window could not be restored.", "%@ windows could not be restored.", count: count)
    case .missing(let count):
      tr("1 window was no longer there.", "%@ windows were no longer there.", count: count)
    case .unknownKind: tr("A window of a kind this version does not know was not restored.")
    case .refused(let version): tr("Windows saved by version %@ were not restored.", version)
    case .newerVersion: tr("Windows saved by a newer version were left untouched.")
    case .notRestored(let count):
      tr("1 window was not restored.", "%@ windows were not restored.", count: count)
    case .withheld(let count):
      tr(
        "1 window was not restored, because restoring it failed.",
        "%@ windows were not restored, because restoring them failed.", count: count)
    case .waiting(let count):
      tr(
        "1 more window is there when you ask for it.",
        "%@ more windows are there when you ask for them.", count: count)
    }
  }
}
