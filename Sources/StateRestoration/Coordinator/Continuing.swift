// Activities that come from elsewhere, and the window that goes on with them.

import Foundation

extension RestorationCoordinator {
  /// An activity the application has declared; others are refused, and the log says so.
  func declared(_ activity: UserActivity) -> UserActivity? {
    if configuration.activityTypes.contains(activity.type) { return activity }
    log("An activity of the undeclared type “\(activity.type)” was refused.")
    return nil
  }

  /// What the application does when no window goes on with an activity of this type: it opens one.
  /// The handler says whether it did.
  public func onContinue(_ type: String, _ handler: @escaping (UserActivity) -> Bool) {
    if !configuration.activityTypes.contains(type) {
      ProgrammingError.report("The activity type “\(type)” is not declared.")
    }
    continuations[type] = handler
  }

  /// Goes on with an activity that came as a link, by a drag, from the shell's search: in the window
  /// that is about the same thing already, else in one that prefers it, else where the application
  /// wants. Whether anyone did. One that has expired is nobody's.
  @discardableResult
  public func continueActivity(_ activity: UserActivity) -> Bool {
    guard let activity = declared(activity) else { return false }
    if let expires = activity.expirationDate, expires <= clock.now {
      log("An activity of the type “\(activity.type)” has expired.")
      return false
    }
    if let target = activity.targetContentIdentifier {
      let willing = scenes.filter { $0.activationConditions.canActivate(target) }
      let same = willing.filter { $0.activity?.targetContentIdentifier == target }
      let preferring = willing.filter { scene in
        scene.activationConditions.prefersToActivate(target) && !same.contains { $0 === scene }
      }
      for scene in same + preferring where scene.tryToContinue(activity) { return true }
    }
    return continuations[activity.type]?(activity) ?? false
  }
}
