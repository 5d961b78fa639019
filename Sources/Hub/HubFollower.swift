// SPDX-License-Identifier: Apache-2.0
// Keeps a shared catalogue and its hub together for as long as it runs: what is done here goes there at once, and what
// others did comes when the hub rings. Without the hub it waits, longer each time, and tries again.

import Catalog
import Foundation

public struct HubFollower: Sendable {
  public enum Event: Sendable {
    /// How far it has come since it began to send and receive.
    case progress(HubSync.Outcome)
    /// All that there was went and came.
    case synced(HubSync.Outcome)
    /// Told once until it is over.
    case failed(HubError)
    /// All that waits for a decision; told when that may have changed.
    case questions([HubQuestion])
    /// Who else is here; told when it may have changed.
    case others([HubPerson])
    /// All desks that wait for somebody here; told when that may have changed.
    case handed([HandedDesk])
  }

  private let store: CatalogStore
  /// Nil for whoever has no screen.
  private let presence: OwnPresence?
  /// Proxies drop what nobody asks for: the feed is read now and then without a bell, too.
  private static let longest = Duration.seconds(10)
  private static let asksAgain = Duration.seconds(60)
  /// What has been rung for may be readable only when somebody else has ended a transaction.
  private static let again = Duration.milliseconds(100)
  /// What is tried once more after a failure, and at last.
  private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(30))

  public init(_ store: CatalogStore, presence: OwnPresence? = nil) {
    (self.store, self.presence) = (store, presence)
  }

  /// Runs until the task is cancelled. What waiting does not mend, as far as can be known, is thrown.
  public func run(_ tell: @escaping @Sendable (Event) -> Void) async throws {
    let changes = ChangesHere()
    let watching = Task {
      for await _ in store.changes() { changes.note() }
    }
    defer { watching.cancel() }
    let told = LastError()
    var pause = Self.pauses.first
    while !Task.isCancelled {
      do {
        try await withTaskCancellationHandler {
          try await follow(changes, told) { event in
            // What fails after something went well is news.
            switch event {
            case .synced, .progress: told.error = nil
            case .failed, .questions, .others, .handed: break
            }
            tell(event)
          }
        } onCancel: {
          changes.note()
        }
        continue
      } catch let error as HubError {
        switch error {
        case .unreachable, .cutOff, .failed: break
        default: throw error
        }
        if told.error == nil { pause = Self.pauses.first }
        if told.replace(error) { tell(.failed(error)) }
      } catch let error as CatalogError {
        // Such as a disk that is full.
        if told.replace(.catalogue(error)) { tell(.failed(.catalogue(error))) }
      }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, Self.pauses.longest)
    }
  }

  private func follow(
    _ changes: ChangesHere, _ told: LastError, _ tell: @escaping @Sendable (Event) -> Void
  ) async throws {
    guard let sharing = try await store.sharing() else { throw HubError.notShared }
    let hub = try await Hub(of: sharing)
    changes.onChange { [weak hub] in hub?.stir() }
    presence?.onChange { changes.note() }
    defer {
      changes.onChange {}
      presence?.onChange {}
      // Nobody knows any more.
      tell(.others([]))
    }
    var (shared, tellsOthers): (HubPresence?, Bool) = (nil, true)
    try await hub.listen()
    let sync = HubSync(store)
    var (isFirst, hasRung, asked) = (true, false, ContinuousClock.now)
    while !Task.isCancelled {
      _ = changes.take()
      var outcome = HubSync.Outcome()
      do {
        outcome = try await sync.run(over: hub, looksForPictures: isFirst) { tell(.progress($0)) }
        tell(.synced(outcome))
        if isFirst { try await sync.sendPictures(to: hub) }
      } catch HubError.noRight {
        // Whoever may only read has received all the same.
        if told.replace(.noRight) { tell(.failed(.noRight)) }
      }
      // Without a bell, too, as behind a proxy that drops it.
      if isFirst || hasRung || outcome.questions > 0 || outcome.received > 0
        || .now - asked > Self.asksAgain
      {
        tell(.questions(try await hub.questions()))
        if presence != nil, tellsOthers {
          tell(.handed(try await hub.handedDesks(at: store.placeAmongMachines)))
        }
        asked = .now
      }
      if tellsOthers, let presence = presence?.value {
        if let others = try await hub.others(than: presence) {
          tell(.others(others))
          // What one looks at may come to the others a little later.
          if presence.edited != shared?.edited { try await hub.ring() }
          shared = presence
        } else {
          // Its log would have a line of each time that it was asked again.
          tellsOthers = false
        }
      }
      isFirst = false
      let wasEmpty = hasRung && outcome.received == 0
      hasRung = try await wait(at: hub, for: changes, atMost: wasEmpty ? Self.again : Self.longest)
    }
  }

  /// Waits until something is done here or the bell rings, at most so long. Returns whether it rang.
  private func wait(
    at hub: Hub, for changes: ChangesHere, atMost longest: Duration
  ) async throws -> Bool {
    let end = ContinuousClock.now + longest
    while !Task.isCancelled, !changes.take() {
      let rest = end - .now
      if rest <= .milliseconds(1) { break }
      if try await hub.waitForBell(rest) { return true }
    }
    return false
  }
}

/// What was told last of what fails; nil once it went well.
private final class LastError: @unchecked Sendable {
  private let lock = NSLock()
  private var last: HubError?

  var error: HubError? {
    get { lock.withLock { last } }
    set { lock.withLock { last = newValue } }
  }

  /// Returns whether it is to be told.
  func replace(_ error: HubError) -> Bool {
    lock.withLock {
      defer { last = error }
      return last != error
    }
  }
}

/// Whether something was changed here since it was asked last. What came from the hub counts, too: then there is
/// nothing to send.
private final class ChangesHere: @unchecked Sendable {
  private let lock = NSLock()
  private var hasChanged = false
  private var handler: @Sendable () -> Void = {}

  /// Calls `handler` at each change from now on.
  func onChange(_ handler: @escaping @Sendable () -> Void) {
    lock.withLock { self.handler = handler }
  }

  func note() {
    let handler = lock.withLock {
      hasChanged = true
      return self.handler
    }
    handler()
  }

  func take() -> Bool {
    lock.withLock {
      defer { hasChanged = false }
      return hasChanged
    }
  }
}
