// SPDX-License-Identifier: Apache-2.0
// Whether windows are being saved, as sentences.

import Foundation
import StateRestoration

extension SavingState {
  /// What is wrong; empty if nothing is.
  public var sentence: String {
    switch self {
    case .saving: ""
    case .leavingOut(let values): values.first?.sentence ?? ""
    case .notSaving(let failure):
      tr("Changes to windows are not being saved: %@.", failure.reasonText)
    case .off(let obstacle): obstacle.sentence
    }
  }
}

extension SavingObstacle {
  /// Why windows are not saved permanently.
  public var sentence: String {
    place == .untilLogout
      ? tr("Windows are kept only until you log out, because %@.", reason.text)
      : tr("Windows are not being saved, because %@.", reason.text)
  }
}

extension SavingObstacle.Reason {
  fileprivate var text: String {
    switch self {
    case .anotherProcess: tr("another process is already saving these windows")
    case .noHome: tr("there is no home directory")
    case .invalidApplicationID: tr("the application has no valid identifier")
    case .failure(let failure): failure.reasonText
    }
  }
}

extension LeftOut {
  /// What is not being saved, and why; what was saved before is still there.
  public var sentence: String {
    switch refusal {
    case .tooLarge(_, let limit), .tooLargeTogether(let limit):
      tr(
        "Something in a window is not being saved, because it is larger than %@ MB. What was saved before is kept.",
        String(max(1, limit / 1_048_576)))
    case .notANumber, .tooDeep, .notEncodable:
      tr("Something in a window can’t be saved. What was saved before is kept.")
    }
  }
}

extension StateProblem.Reason {
  /// Why a file with saved windows is not used as it is.
  public var text: String {
    switch self {
    case .notJSON, .notARecord: tr("It is damaged")
    case .notAFile: tr("It is not a file")
    case .tooLarge: tr("It is too large")
    case .notNamedAfterAWindow, .ofAnotherWindow: tr("Its name is not that of the window in it")
    case .newerVersion: tr("A newer version saved it")
    case .failure(let failure): tr("It can’t be read: %@", failure.reason)
    case .other(let text): tr("It can’t be read: %@", text)
    case .adjusted(let text): tr("A part of it was ignored: %@", text)
    case .replacedByOlder: tr("It could not be read; its last good state was used")
    case .missing: tr("It is no longer there")
    case .setAside(let kind): kind?.text ?? tr("Set aside")
    case .notADirectory: tr("It is not a directory")
    case .ofAnotherUser: tr("It belongs to somebody else")
    case .exposed: tr("Others may read it")
    }
  }
}

extension StateProblem.Kind {
  fileprivate var text: String {
    switch self {
    case .unreadable: tr("Set aside, because it could not be read")
    case .wrongType: tr("Set aside, because it was damaged")
    case .wrongName: tr("Set aside, because its name was that of another window")
    case .tooLarge: tr("Set aside, because it was too large")
    case .newer: tr("Set aside, because a newer version had saved it")
    }
  }
}

extension StateFileFailure {
  /// The reason, as the end of a sentence.
  var reasonText: String {
    switch code {
    case ENOSPC: tr("the disk is full")
    case EDQUOT: tr("your share of the disk is full")
    case EFBIG: tr("files may not grow that large")
    case EIO: tr("the disk reports an error")
    case ETIMEDOUT: tr("the disk does not answer")
    case EROFS: tr("“%@” is on a read-only disk", path)
    case EACCES: tr("“%@” may not be written to", path)
    case EPERM: tr("“%@” belongs to somebody else, or others may write to it", path)
    case ENOTDIR, ELOOP: tr("“%@” is not a directory", path)
    default: "\(path): \(reason)"
    }
  }
}
