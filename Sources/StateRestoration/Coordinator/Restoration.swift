// SPDX-License-Identifier: Apache-2.0
// What a start found: which windows are restored, which are not, and what the user should know.

import Foundation

/// The kind of start. GTK's drafts call them pristine, launch, recover and restore.
public enum StartReason: Sendable, Equatable {
  /// Nothing was ever saved.
  case first
  /// The last run ended normally.
  case normal
  /// The last run was killed, crashed, or lost power.
  case afterUnexpectedEnd
  /// The desktop is restoring a whole session.
  case fullSession
}

/// A sentence for the user about what was restored and what was not.
public struct RestorationNotice: Sendable, Equatable {
  /// What it is about.
  public enum Kind: Sendable, Equatable {
    /// The windows were restored after the last run ended unexpectedly.
    case endedUnexpectedly
    /// Records that could not be read; they were set aside with the reason.
    case unreadable(count: Int)
    /// Windows that were listed but whose records are missing.
    case missing(count: Int)
    /// A kind of window that the application does not know: kept, not shown.
    case unknownKind(SceneKind)
    /// The application does not restore what this version of it wrote: kept, not shown.
    case refused(version: String)
    /// State of a newer version, which was not touched.
    case newerVersion
    /// Windows that come back at the next start, because this one was to restore none.
    case notRestored(count: Int)
    /// Windows that crashed the application while being restored: kept, and offered to the user.
    case withheld(count: Int)
    /// Windows that wait until somebody asks for them.
    case waiting(count: Int)
  }

  /// What it is about.
  public let kind: Kind
  /// In English; use `kind` to translate it.
  public let message: String
}

/// What a start restores.
@MainActor
public struct Restoration {
  /// The kind of start.
  public let reason: StartReason
  /// The focused window first, then from the most recent to the oldest.
  public let scenes: [SceneSession]
  /// Windows that are saved but not shown, each with the reason, so that the user can be offered them.
  /// ``RestorationCoordinator/keptWindows`` lists them as long as they
  /// exist, and ``RestorationCoordinator/openKeptWindow(_:)`` opens one.
  public let kept: [KeptWindow]
  /// Those of them that crashed the application while being restored.
  public var withheld: [KeptWindow] { kept.filter { $0.reason == .crashed } }
  /// After crashes while restoring: nothing that was being edited should open on its own.
  public let isCautious: Bool
  /// What the user should know; show it unobtrusively.
  public let notices: [RestorationNotice]
}
