// SPDX-License-Identifier: Apache-2.0
// What the application declares before a start.

import Foundation

/// What an application declares about itself.
public struct RestorationConfiguration: Sendable {
  /// The name of the state directory, such as `org.example.App`: letters, digits and, inside, dots,
  /// hyphens and underscores. With any other name nothing is saved.
  public var applicationID: String
  /// The kinds of window it can create.
  public var sceneKinds: Set<SceneKind>
  /// Kinds that have at most one window. While it is open, another one does not come back.
  public var singleInstanceKinds: Set<SceneKind> = []
  /// Kinds whose windows are never saved, such as password prompts. What an earlier version saved of
  /// them is removed.
  public var neverRestoredKinds: Set<SceneKind> = []
  /// How many windows a start shows; nil: all. The others wait, and come back when somebody asks for one: in a list of
  /// ``RestorationCoordinator/keptWindows``, or by an activity that it shows or prefers. Those that were used last are
  /// shown.
  public var windowsAtOnce: Int?
  /// The activities it can continue; others are refused.
  public var activityTypes: Set<ActivityType>
  /// Stored with the state.
  public var applicationVersion: String
  /// Where the state is stored; nil for `$XDG_STATE_HOME/<applicationID>`.
  public var stateDirectory: URL?
  /// The clock, the file system and the rest of the environment.
  public var environment: RestorationEnvironment
  /// The file format; only tests use another one.
  var schema = StateSchema.current

  /// What an application declares about itself.
  public init(
    applicationID: String, sceneKinds: Set<SceneKind>, activityTypes: Set<ActivityType>,
    applicationVersion: String, stateDirectory: URL? = nil,
    environment: RestorationEnvironment = RestorationEnvironment()
  ) {
    self.applicationID = applicationID
    self.sceneKinds = sceneKinds
    self.activityTypes = activityTypes
    self.applicationVersion = applicationVersion.prefix(bytes: StateLimits.nameBytes)
    self.stateDirectory = stateDirectory
    self.environment = environment
  }

  /// Whether the identifier is a valid directory name.
  var hasValidID: Bool { BaseDirectory.isName(applicationID) }

  /// Whether the window is never to come back. An earlier version may have saved it.
  func isNeverRestored(_ record: SceneRecord) -> Bool {
    neverRestoredKinds.contains(record.kind)
  }
}

/// When windows are restored.
public enum StartPolicy: String, Sendable, Codable, CaseIterable {
  /// At every start.
  case always
  /// Only if the last run did not end on its own.
  case afterUnexpectedEnd
  /// Never; saved windows are kept.
  case never
}
