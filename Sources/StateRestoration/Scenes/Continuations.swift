// SPDX-License-Identifier: Apache-2.0
// Who continues an activity: any number of handlers for a type, asked in turn until one does.

/// Handlers that continue activities, for a window or for the application.
@MainActor
final class Continuations {
  private struct Handler {
    let number: Int
    let isFor: TargetPredicate
    let continues: (UserActivity) -> Bool
  }

  private var handlers: [ActivityType: [Handler]] = [:]
  private var last = 0

  /// `isFor`: an activity without a target is for those that take any.
  func add(
    _ type: ActivityType, where isFor: TargetPredicate = .any,
    _ handler: @escaping (UserActivity) -> Bool
  ) -> StateSubscription {
    last += 1
    let number = last
    handlers[type, default: []].append(
      Handler(number: number, isFor: isFor, continues: handler))
    return StateSubscription { [weak self] in
      self?.handlers[type]?.removeAll { $0.number == number }
    }
  }

  /// The last one added is asked first: it belongs to the view that appeared last, or is more special.
  func tryToContinue(_ activity: UserActivity) -> Bool {
    for handler in (handlers[activity.type] ?? []).reversed() {
      let isMeant =
        activity.targetContentIdentifier.map(handler.isFor.matches) ?? (handler.isFor == .any)
      // One that was asked before may have cancelled it.
      guard isMeant,
        handlers[activity.type]?.contains(where: { $0.number == handler.number }) == true
      else { continue }
      if handler.continues(activity) { return true }
    }
    return false
  }
}
