// SPDX-License-Identifier: Apache-2.0
// Keeps a shared catalogue and its hub together for as long as it runs: what is done here goes there at once, and what
// others did comes when the hub rings. Without the hub it waits, and tries again.

import Catalog
import Foundation

public struct HubFollower: Sendable {
  private let store: CatalogStore
  /// Proxies drop what nobody asks for: the feed is read now and then without a bell, too.
  private static let longest = Duration.seconds(10)
  /// How soon what is done here is noticed.
  private static let slice = Duration.milliseconds(100)
  private static let pause = Duration.seconds(5)
  /// What has been rung for may be readable only when somebody else has ended a transaction.
  private static let again = Duration.milliseconds(100)

  public init(_ store: CatalogStore) { self.store = store }

  /// Runs until the task is cancelled. `tell` is called with what happened, and once with an error until it is over;
  /// what waiting does not mend, as far as can be known, is thrown.
  public func run(
    _ tell: @escaping @Sendable (Result<HubSync.Outcome, HubError>) -> Void
  ) async throws {
    let changes = ChangesHere()
    let watching = Task {
      for await _ in store.changes() { changes.note() }
    }
    defer { watching.cancel() }
    var last: HubError?
    while !Task.isCancelled {
      do {
        try await follow(changes) {
          last = nil
          tell(.success($0))
        }
        continue
      } catch let error as HubError {
        switch error {
        case .unreachable, .cutOff, .failed: break
        default: throw error
        }
        if last == nil { tell(.failure(error)) }
        last = error
      } catch let error as CatalogError {
        // Such as a disk that is full.
        if last == nil { tell(.failure(.catalogue(error))) }
        last = .catalogue(error)
      }
      try await Task.sleep(for: Self.pause)
    }
  }

  private func follow(
    _ changes: ChangesHere, _ tell: (HubSync.Outcome) -> Void
  ) async throws {
    guard let sharing = try await store.sharing() else { throw HubError.notShared }
    let hub = try await Hub(of: sharing)
    try await hub.listen()
    let sync = HubSync(store)
    var (isFirst, hasRung) = (true, false)
    while !Task.isCancelled {
      _ = changes.take()
      let outcome = try await sync.run(over: hub, looksForPictures: isFirst)
      tell(outcome)
      isFirst = false
      var (waited, longest) = (Duration.zero, Self.longest)
      if hasRung, outcome.received == 0 { longest = Self.again }
      hasRung = false
      while waited < longest, !Task.isCancelled, !changes.take() {
        if try await hub.waitForBell(Self.slice) {
          hasRung = true
          break
        }
        waited += Self.slice
      }
    }
  }
}

/// Whether something was changed here since it was asked last. What came from the hub counts, too: then there is
/// nothing to send.
private final class ChangesHere: @unchecked Sendable {
  private let lock = NSLock()
  private var hasChanged = false

  func note() { lock.withLock { hasChanged = true } }

  func take() -> Bool {
    lock.withLock {
      defer { hasChanged = false }
      return hasChanged
    }
  }
}
