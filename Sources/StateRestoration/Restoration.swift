// What the application is asked and told around a start.

import Foundation

/// What an application declares about itself.
public struct RestorationConfiguration: Sendable {
  public var applicationID: String
  /// The kinds of window it can make.
  public var sceneKinds: Set<String>
  /// The activities it can continue; others are refused.
  public var activityTypes: Set<String>
  public var applicationVersion: String
  /// Where the state lies; nil for the standard place.
  public var stateDirectory: StateDirectory?
  public var environment: [String: String]
  public var bootID: String

  public init(
    applicationID: String, sceneKinds: Set<String>, activityTypes: Set<String>,
    applicationVersion: String, stateDirectory: StateDirectory? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment, bootID: String? = nil
  ) {
    self.applicationID = applicationID
    self.sceneKinds = sceneKinds
    self.activityTypes = activityTypes
    self.applicationVersion = applicationVersion
    self.stateDirectory = stateDirectory
    self.environment = environment
    self.bootID = bootID ?? LaunchRecord.currentBootID()
  }
}

/// When windows are brought back.
public enum StartPolicy: Sendable {
  case always, afterUnexpectedEnd, never
}

/// What kind of start this is.
public enum StartReason: Sendable, Equatable {
  /// Nothing was ever saved.
  case first
  case normal
  /// The last run was killed, crashed, or lost its power.
  case afterUnexpectedEnd
}

/// A sentence for the person about what was brought back and what was not.
public struct RestorationNotice: Sendable, Equatable {
  public let message: String
}

/// What a start brings back.
@MainActor
public struct Restoration {
  public let reason: StartReason
  /// The focused window first, then from the most recent to the oldest.
  public let scenes: [SceneSession]
  /// Kept on disk, but not shown: their restoring crashed the application.
  public let withheld: [SceneRecord]
  public let notices: [RestorationNotice]
}

/// Whether what changes in the windows gets to the disk.
public enum SavingState: Sendable, Equatable {
  case saving
  /// Not at the moment; it is tried again by itself.
  case notSaving(reason: String)
  /// Nothing is saved as long as the process lives.
  case off(reason: String)
}
