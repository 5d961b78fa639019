// SPDX-License-Identifier: Apache-2.0
// An activity in a small file, for what is too large for a link: another machine opens it. Such a file
// may come from anywhere, so it is read with the same limits as a record, and everything that is not
// exactly an activity is refused with a reason.

import Foundation

/// A file with an activity to continue elsewhere.
public enum ActivityFile {
  /// The size of the largest one, in bytes.
  public static let largest = 4 * 1024 * 1024

  /// Why a file can't be read, or an activity can't be put into one.
  public enum Refused: Error, Equatable, Sendable {
    /// It has more than ``largest`` bytes.
    case tooLarge
    /// It is not such a file, or it is damaged.
    case notAnActivity
    /// It is missing, a directory, or may not be read.
    case unreadable(StateFileFailure)
    /// The activity can't be saved.
    case cannotBeSaved(StateRefusal)
    /// The activity is not eligible for hand-off.
    case notForHandoff
  }

  /// The bytes of a file with an activity: what is needed to continue it. One that is not eligible for
  /// hand-off is refused.
  public static func data(of activity: UserActivity) throws -> Data {
    let accepted: UserActivity
    do { accepted = try activity.handedOff().accepted() } catch let refusal as StateRefusal {
      throw Refused.cannotBeSaved(refusal)
    } catch { throw Refused.notForHandoff }
    let data = StateValue.object([key: .object(accepted.fields)]).canonicalData()
    guard data.count <= largest else { throw Refused.tooLarge }
    return data
  }

  /// The activity in the bytes of a file.
  public static func activity(in data: Data) throws -> UserActivity {
    guard data.count <= largest else { throw Refused.tooLarge }
    guard let fields = try? StateValue(json: data).object?[key]?.object else {
      throw Refused.notAnActivity
    }
    var part = StateFields(fields)
    guard let activity = UserActivity(&part), part.remarks.isEmpty else {
      throw Refused.notAnActivity
    }
    guard activity.isEligibleForHandoff else { throw Refused.notForHandoff }
    do { return try activity.accepted() } catch let refusal as StateRefusal {
      throw Refused.cannotBeSaved(refusal)
    }
  }

  /// The activity in a file. It waits for the disk: not for the main thread.
  public static func activity(contentsOf file: URL) throws -> UserActivity {
    let data: Data
    do {
      data = try SystemFileSystem().contents(
        file.resolvingSymlinksInPath().path, limit: largest)
    } catch let failure as StateFileFailure { throw Refused.unreadable(failure) }
    return try activity(in: data)
  }

  private static let key = "activity"
}

extension ActivityFile.Refused: LocalizedError {
  /// A sentence in English.
  public var errorDescription: String? {
    switch self {
    case .tooLarge: "The file is larger than \(ActivityFile.largest) bytes."
    case .notAnActivity: "The file has no activity to continue."
    case .unreadable(let failure): failure.errorDescription
    case .cannotBeSaved(let refusal): "The file says what can’t be saved: \(refusal)."
    case .notForHandoff: "The activity is not to be continued elsewhere."
    }
  }
}

extension UserActivity {
  /// The activity as it is continued elsewhere: without what only this machine needs.
  func handedOff() throws -> UserActivity {
    guard isEligibleForHandoff else { throw ActivityLink.Refused.notForHandoff }
    var activity = UserActivity(
      type: type, title: title, targetContentIdentifier: targetContentIdentifier, version: version)
    activity.isEligibleForHandoff = true
    activity.keywords = keywords
    activity.expirationDate = expirationDate
    activity.userInfo = userInfo.filter { key, _ in
      guard let required = requiredUserInfoKeys else { return true }
      return required.contains(key)
        || key == Self.payloadKey && required.contains(Self.olderPayloadKey)
    }
    return activity
  }
}
