// What the application declares before a start, and what it is told of it afterwards.

import Foundation

/// What an application declares about itself.
public struct RestorationConfiguration: Sendable {
  /// Names the directory of the state, such as `org.example.App`.
  public var applicationID: String
  /// The kinds of window it can make.
  public var sceneKinds: Set<String>
  /// The activities it can continue; others are refused.
  public var activityTypes: Set<String>
  /// Written along with the state, for whoever reads it later.
  public var applicationVersion: String
  /// Where the state lies; nil for `$XDG_STATE_HOME/<applicationID>`.
  public var stateDirectory: URL?
  /// The machine.
  public var environment: RestorationEnvironment
  /// The form of the files: anything but the current one is for tests.
  var schema = StateSchema.current

  /// What an application declares about itself.
  public init(
    applicationID: String, sceneKinds: Set<String>, activityTypes: Set<String>,
    applicationVersion: String, stateDirectory: URL? = nil,
    environment: RestorationEnvironment = RestorationEnvironment()
  ) {
    self.applicationID = applicationID
    self.sceneKinds = sceneKinds
    self.activityTypes = activityTypes
    self.applicationVersion = applicationVersion
    self.stateDirectory = stateDirectory
    self.environment = environment
  }
}

/// When windows are brought back.
public enum StartPolicy: String, Sendable, Codable, CaseIterable {
  /// At every start.
  case always
  /// Only when the last run did not end by itself.
  case afterUnexpectedEnd
  /// At no start; what is saved stays.
  case never
}

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
  /// Kept on disk, but not shown: their restoring crashed the application. Each can be opened with
  /// `RestorationCoordinator.openWithheld(_:)`.
  public let withheld: [SceneRecord]
  /// After crashes while restoring: nothing that was being edited is to open by itself.
  public let isCautious: Bool
  /// What the person is to be told, somewhere quiet.
  public let notices: [RestorationNotice]
}

/// Whether what changes in the windows gets to the disk.
public enum SavingState: Sendable, Equatable {
  /// It does.
  case saving
  /// Not at the moment. It is tried again by itself, at `RestorationCoordinator.retriesAt`.
  case notSaving(reason: String)
  /// Not where it belongs, as long as the process lives: `RestorationCoordinator.place` says where
  /// instead.
  case off(reason: String)
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
