// What a start found: which windows come back, which do not, and what the person should know.

import Foundation

/// What kind of start this is. GTK's drafts call them pristine, launch, recover and restore.
public enum StartReason: Sendable, Equatable {
  /// Nothing was ever saved.
  case first
  /// The last run ended by itself.
  case normal
  /// The last run was killed, crashed, or lost its power.
  case afterUnexpectedEnd
  /// The desktop brings a whole session back.
  case fullSession
}

/// A sentence for the person about what was brought back and what was not.
public struct RestorationNotice: Sendable, Equatable {
  /// What it is about.
  public enum Kind: Sendable, Equatable {
    /// The windows are back, though the last run did not end by itself.
    case endedUnexpectedly
    /// Records that could not be read: set aside, with the reason.
    case unreadable(count: Int)
    /// Windows that were listed and whose records are gone.
    case missing(count: Int)
    /// A kind of window the application does not know: kept, not shown.
    case unknownKind(String)
    /// The application does not take back what this version of it wrote: kept, not shown.
    case refused(version: String)
    /// State of a newer version, left untouched.
    case newerVersion
    /// Windows whose restoring crashed the application: kept, offered.
    case withheld(count: Int)
  }

  /// What it is about, with its figures.
  public let kind: Kind
  /// In English; the kind has what it takes to say it in another language.
  public let message: String
}

/// What a start brings back.
@MainActor
public struct Restoration {
  /// What kind of start it is.
  public let reason: StartReason
  /// The focused window first, then from the most recent to the oldest.
  public let scenes: [SceneSession]
  /// Kept on disk, but not shown: their restoring crashed the application. They and the others that
  /// are kept back are listed in ``RestorationCoordinator/keptWindows`` for as long as they are, and
  /// opened with ``RestorationCoordinator/openKeptWindow(_:)``.
  public let withheld: [SceneRecord]
  /// After crashes while restoring: nothing that was being edited is to open by itself.
  public let isCautious: Bool
  /// What the person should know, somewhere quiet.
  public let notices: [RestorationNotice]
}
