// SPDX-License-Identifier: Apache-2.0
// What handlers are told, as sequences. Each ends with the coordinator and does not keep it.

import Foundation

extension RestorationCoordinator {
  /// Each new ``savingState``: `for await state in coordinator.savingStates { … }`.
  public var savingStates: AsyncStream<SavingState> { savingStateObservers.stream() }

  /// ``canReopenClosedScene`` whenever that changes.
  public var canReopenChanges: AsyncStream<Bool> { closed.observers.stream() }

  /// The windows that were discarded for good, as ``onDiscard(_:)`` has them.
  public var discardedWindows: AsyncStream<Set<UUID>> { discards.stream() }

  /// That there are other sessions with names, or that they are called something else.
  public var namedSessionsChanges: AsyncStream<Void> { namedSessionsObservers.stream() }

  /// The activities of a type that no window continues: each is taken, as if a handler of ``onContinue(_:where:_:)``
  /// had returned true. Whoever waits hears of it a moment later: a program that opens a window for what comes at its start does so in
  /// a handler, or none is there yet and one of the first kind opens, too.
  public func continuedActivities(
    _ type: ActivityType, where isFor: TargetPredicate = .any
  ) -> AsyncStream<UserActivity> {
    .told { onContinue(type, where: isFor, $0) }
  }

  /// What becomes of each activity that arrives, as ``onArrival(_:)`` has it.
  public var activityArrivals: AsyncStream<ActivityArrival> { arrivals.stream() }
}
