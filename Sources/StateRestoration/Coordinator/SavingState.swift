// SPDX-License-Identifier: Apache-2.0
// Whether changes reach the disk, and where they are stored.

import Foundation

/// Whether changes to the windows reach the disk.
public enum SavingState: Sendable, Equatable {
  /// They do.
  case saving
  /// They do, except for these values, which can't be saved; what was saved of them before stays.
  case leavingOut([LeftOut])
  /// Not everything is saved at the moment. It is tried again at
  /// `RestorationCoordinator.retriesAt`.
  case notSaving(StateFileFailure)
  /// State is not stored in its usual place; `RestorationCoordinator.place` tells where instead.
  case off(SavingObstacle)
}

extension SavingState {
  /// A message in English for a banner; empty while everything is saved. The cases have all the
  /// values that a translation needs.
  public var message: String {
    switch self {
    case .saving: ""
    case .leavingOut(let values):
      values.first.map {
        "Something in a window can’t be saved: \($0.refusal). What was saved before is kept."
      } ?? ""
    case .notSaving(let failure):
      "Changes to windows are not being saved, because \(failure.sentence)."
    case .off(let obstacle): obstacle.message
    }
  }
}

/// Where state is stored.
public enum StatePlace: Sendable, Equatable {
  /// In the user's home, permanently.
  case home
  /// In the runtime directory, until log-out.
  case untilLogout
  /// In memory, until the process ends.
  case memory
}

/// Why state is not stored in the user's home.
public struct SavingObstacle: Sendable, Equatable {
  /// The reason.
  public enum Reason: Sendable, Equatable {
    /// Another process saves these windows. When it ends, this one takes over.
    case anotherProcess
    /// There is no home directory.
    case noHome
    /// The application's identifier is not a valid directory name.
    case invalidApplicationID
    /// The directory can't be used.
    case failure(StateFileFailure)
  }

  /// Where it is stored instead.
  public let place: StatePlace
  /// The reason.
  public let reason: Reason

  /// In English, for the log. Use `place` and `reason` to translate it.
  public var message: String {
    let why =
      switch reason {
      case .anotherProcess: "another process is already saving these windows"
      case .noHome: "there is no home directory"
      case .invalidApplicationID: "the application has no valid identifier"
      case .failure(let failure): failure.sentence
      }
    return place == .untilLogout
      ? "Windows are kept only until you log out, because \(why)."
      : "Windows are not being saved, because \(why)."
  }
}
