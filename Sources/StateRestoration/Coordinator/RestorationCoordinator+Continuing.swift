// SPDX-License-Identifier: Apache-2.0
// Activities that come from outside, and the window that continues them.

import Foundation

/// What the application can make and continue, by kind of window and type of activity.
struct Registered {
  var makes: [String: (SceneSession) -> Void] = [:]
  var continuations: [String: (UserActivity) -> Bool] = [:]
}

extension RestorationCoordinator {
  /// Returns an activity of a declared type; refuses others and logs it.
  func declared(_ activity: UserActivity) -> UserActivity? {
    if configuration.activityTypes.contains(activity.type) { return activity }
    log("An activity of the undeclared type “\(activity.type)” was refused.")
    return nil
  }

  /// Sets what the application does if no window continues an activity of this type: open one. The
  /// handler returns whether it did.
  public func onContinue(_ type: String, _ handler: @escaping (UserActivity) -> Bool) {
    if !configuration.activityTypes.contains(type) {
      RestorationMisuse.report("The activity type “\(type)” is not declared.")
    }
    registered.continuations[type] = handler
  }

  /// Continues an activity from a link, a drag or the desktop's search: in the window that already
  /// shows the same thing, or one that prefers it, or as the application decides. Returns whether
  /// it was continued. An expired activity never is.
  @discardableResult
  public func continueActivity(_ activity: UserActivity) -> Bool {
    guard let activity = declared(activity) else { return false }
    if let expires = activity.expirationDate, expires <= clock.now {
      log("An activity of the type “\(activity.type)” has expired.")
      return false
    }
    if let target = activity.targetContentIdentifier {
      let answers = scenes.map { (scene: $0, answer: $0.answer(to: target)) }
      let willing = answers.filter { $0.answer.can && open.contains($0.scene) }
      let same = willing.filter { $0.scene.activity?.targetContentIdentifier == target }
      let preferring = willing.filter { other in
        other.answer.prefers && !same.contains { $0.scene === other.scene }
      }
      for (scene, _) in same + preferring
      where open.contains(scene) && scene.tryToContinue(activity) { return true }
    }
    guard let handler = registered.continuations[activity.type] else { return false }
    return calls.once(.continuing(activity.type)) { handler(activity) } ?? false
  }
}
