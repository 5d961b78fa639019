// What the application declares before a start.

import Foundation

/// What an application declares about itself.
public struct RestorationConfiguration: Sendable {
  /// Names the directory of the state, such as `org.example.App`: letters, digits, and dots, hyphens
  /// and underscores within. With any other nothing is saved.
  public var applicationID: String
  /// The kinds of window it can make.
  public var sceneKinds: Set<String>
  /// Kinds of which there is one window at most.
  public var singleInstanceKinds: Set<String> = []
  /// Kinds whose windows are never saved, as those that ask for a password.
  public var neverRestoredKinds: Set<String> = []
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
    self.applicationVersion = applicationVersion.prefix(bytes: StateLimits.nameBytes)
    self.stateDirectory = stateDirectory
    self.environment = environment
  }

  /// Whether the identifier names a directory of the application's own, and nothing else.
  var hasValidID: Bool { BaseDirectory.isName(applicationID) }
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
