// SPDX-License-Identifier: Apache-2.0
// Activities that come from outside, and the window that continues them.

import Foundation

/// What becomes of an activity that arrives from outside, as it happens.
public enum ActivityArrival: Sendable {
  /// Something is about to be continued and is still being read: show that it comes. The type, if that is known by now.
  case willContinue(ActivityType?)
  /// A window continues it, which should come to the front; nil: the application does.
  case didContinue(UserActivity, in: SceneSession?)
  /// It is not continued. The reason is what reading it threw, or a ``ContinuationFailure``.
  case didFail(ActivityType?, any Error)
}

/// Why an activity is not continued.
public enum ContinuationFailure: Error, Sendable, Equatable {
  /// The application does not declare this type.
  case undeclared(ActivityType)
  /// It was useful until a certain day.
  case expired
  /// No window takes it, and the application opens none for it.
  case nobodyContinues
}

extension ContinuationFailure: LocalizedError {
  /// A sentence in English.
  public var errorDescription: String? {
    switch self {
    case .undeclared(let type): "Nothing here continues “\(type)”."
    case .expired: "It was useful for some time only, and that is over."
    case .nobodyContinues: "No window can show it."
    }
  }
}

/// What the application can make and continue, by kind of window and type of activity.
struct Registered {
  var makes: [SceneKind: (SceneSession) -> Void] = [:]
  let continuations: Continuations
}

extension RestorationCoordinator {
  /// Returns an activity of a declared type; refuses others and logs it.
  func declared(_ activity: UserActivity) -> UserActivity? {
    if configuration.activityTypes.contains(activity.type) { return activity }
    log("An activity of the undeclared type “\(activity.type)” was refused.")
    return nil
  }

  /// Adds what the application does if no window continues an activity of this type: open one. The
  /// handler returns whether it did. There can be several, also for some targets only; the one added last is asked
  /// first.
  @discardableResult
  public func onContinue(
    _ type: ActivityType, where isFor: TargetPredicate = .any,
    _ handler: @escaping (UserActivity) -> Bool
  ) -> StateSubscription {
    if !configuration.activityTypes.contains(type) {
      RestorationMisuse.report("The activity type “\(type)” is not declared.")
    }
    return registered.continuations.add(type, where: isFor, handler)
  }

  /// Calls a handler with what becomes of each activity that arrives, until it is cancelled.
  @discardableResult
  public func onArrival(_ handler: @escaping (ActivityArrival) -> Void) -> StateSubscription {
    arrivals.add(handler)
  }

  /// Continues an activity from a link, a drag or the desktop's search: in the window that already
  /// shows the same thing, or one that prefers it, even if that window is saved and not shown yet, or as the application
  /// decides. Returns whether it was continued. An expired activity never is.
  @discardableResult
  public func continueActivity(_ activity: UserActivity) -> Bool {
    do {
      arrivals.call(.didContinue(activity, in: try tryToContinue(activity)))
      return true
    } catch {
      arrivals.call(.didFail(activity.type, error))
      return false
    }
  }

  /// Continues an activity that is yet to be read, such as one in a file. Handlers of ``onArrival(_:)`` are told at
  /// once that it comes.
  @discardableResult
  public func continueActivity(
    _ type: ActivityType? = nil, from read: @escaping @Sendable () async throws -> UserActivity
  ) async -> Bool {
    arrivals.call(.willContinue(type))
    do { return continueActivity(try await read()) } catch {
      arrivals.call(.didFail(type, error))
      return false
    }
  }

  /// Returns the window that continues it; nil: the application does.
  private func tryToContinue(_ activity: UserActivity) throws -> SceneSession? {
    guard let activity = declared(activity) else {
      throw ContinuationFailure.undeclared(activity.type)
    }
    if let expires = activity.expirationDate, expires <= clock.now {
      log("An activity of the type “\(activity.type)” has expired.")
      throw ContinuationFailure.expired
    }
    if let target = activity.targetContentIdentifier, let scene = taker(activity, of: target) {
      return scene
    }
    let isContinued = calls.once(.continuing(activity.type)) {
      registered.continuations.tryToContinue(activity)
    }
    if isContinued != true { throw ContinuationFailure.nobodyContinues }
    return nil
  }

  // By a window that shows the target, then by one that prefers it; windows that wait come after those on screen.
  private func taker(_ activity: UserActivity, of target: String) -> SceneSession? {
    let shown = scenes.map {
      (id: $0.id, record: $0.record, shows: $0.activity?.targetContentIdentifier == target)
    }
    let waiting = kept.all.filter { $0.reason == .waiting }.map {
      (id: $0.id, record: $0.record, shows: $0.record.activity?.targetContentIdentifier == target)
    }
    let willing = (shown + waiting).map { window in
      (id: window.id, answer: window.record.conditions.takes(target), shows: window.shows)
    }.filter(\.answer.can)
    let inOrder = willing.filter(\.shows) + willing.filter { !$0.shows && $0.answer.prefers }
    for window in inOrder {
      guard let scene = open[window.id] ?? openWaiting(window.id) else { continue }
      if scene.tryToContinue(activity) { return scene }
    }
    return nil
  }

  // Its window is made, so that it can be asked.
  private func openWaiting(_ id: UUID) -> SceneSession? {
    guard registered.canMake(kept.kind(of: id)), let scene = openKeptWindow(id) else { return nil }
    make(scene)
    didRestore(scene)
    return open.contains(scene) ? scene : nil
  }
}

extension Registered {
  func canMake(_ kind: SceneKind?) -> Bool { kind.map { makes[$0] != nil } ?? false }
}
