// Whether changes reach the disk, and where they are kept.

import Foundation

/// Whether what changes in the windows gets to the disk.
public enum SavingState: Sendable, Equatable {
  /// It does.
  case saving
  /// It does, but for these values, which can't be saved; what was saved of them before stays.
  case leavingOut([LeftOut])
  /// Not everything at the moment. It is tried again by itself, at
  /// `RestorationCoordinator.retriesAt`.
  case notSaving(StateFileFailure)
  /// Not where it belongs: `RestorationCoordinator.place` says where instead.
  case off(SavingObstacle)
}

/// Where state is kept.
public enum StatePlace: Sendable, Equatable {
  /// In the person's home: for good.
  case home
  /// In the runtime directory: until log-out.
  case untilLogout
  /// In memory: until the process ends.
  case memory
}

/// Why state is not kept in the person's home.
public struct SavingObstacle: Sendable, Equatable {
  /// What is in the way.
  public enum Reason: Sendable, Equatable {
    /// Another process saves these windows. When it ends, this one takes over.
    case anotherProcess
    /// There is no home directory.
    case noHome
    /// The application has declared no identifier that could name a directory.
    case invalidApplicationID
    /// The directory can't be used.
    case failure(StateFileFailure)
  }

  /// Where it is kept instead.
  public let place: StatePlace
  /// What is in the way.
  public let reason: Reason

  /// In English, for the log; `place` and `reason` have what it takes to say it in another language.
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
