// SPDX-License-Identifier: Apache-2.0
// Reports what is not saved, with its place and the reason, to the program and to the user.

import Foundation

/// A value that is not saved, and why.
public struct LeftOut: Sendable, Equatable {
  /// What the value belongs to.
  public enum Place: Sendable, Equatable, Hashable {
    /// A window's storage.
    case storage
    /// The state of a view in a window.
    case view
    /// A window's activity; the key is empty if the activity is refused as a whole.
    case activity
    /// The application's own values.
    case application
    /// Preferences.
    case settings
    /// Keys of a newer version.
    case unknown
  }

  /// The window; nil for what belongs to none.
  public let scene: UUID?
  /// What the value belongs to.
  public let place: Place
  /// Its key in that place.
  public let key: StateKey
  /// Why it is not saved.
  public let refusal: StateRefusal

  init(scene: UUID?, place: Place, key: String, refusal: StateRefusal) {
    (self.scene, self.place, self.refusal) = (scene, place, refusal)
    self.key = StateKey(key)
  }

  /// A line for the log.
  var line: String {
    let what =
      switch place {
      case .storage: "The value for “\(key)”"
      case .view: "The state of the view “\(key)”"
      case .activity: key.rawValue.isEmpty ? "The activity" : "The activity's value for “\(key)”"
      case .application: "The application's value for “\(key)”"
      case .settings: "The preference “\(key)”"
      case .unknown: "The unknown key “\(key)”"
      }
    return "\(what) can't be saved: \(refusal)."
  }
}
