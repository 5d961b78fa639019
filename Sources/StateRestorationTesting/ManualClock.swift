// SPDX-License-Identifier: Apache-2.0
// A clock for tests: a second or thirty days pass when the test says so.

import Foundation
import StateRestoration

/// A clock that stands still until a test moves it.
public final class ManualClock: RestorationClock {
  private struct State: Sendable {
    var wall: Date
    var running = 1000.0
    var timers: [(due: Double, work: @MainActor @Sendable () -> Void)] = []
  }

  private let state: Locked<State>

  /// A clock that shows this moment.
  public init(_ now: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    state = Locked(State(wall: now))
  }

  package var now: Date { state.withLock { $0.wall } }
  package var uptime: Double { state.withLock { $0.running } }
  /// How many timers wait.
  package var armedTimers: Int { state.withLock { $0.timers.count } }

  package func schedule(after seconds: Double, _ work: @escaping @MainActor @Sendable () -> Void) {
    state.withLock { $0.timers.append(($0.running + seconds, work)) }
  }

  /// Sets the clock on the wall, as a user or the network does; nothing has passed.
  public func setWall(_ date: Date) { state.withLock { $0.wall = date } }

  /// Lets time pass, and every timer fire at its moment.
  @MainActor
  public func advance(_ seconds: Double) {
    let end = uptime + seconds
    while let work = nextWork(until: end) { work() }
  }

  // The next timer that is due by then; nil, and it is then, if there is none.
  private func nextWork(until end: Double) -> (@MainActor @Sendable () -> Void)? {
    state.withLock { state in
      guard
        let index = state.timers.indices.min(by: { state.timers[$0].due < state.timers[$1].due }),
        state.timers[index].due <= end
      else {
        state.wall += end - state.running
        state.running = end
        return nil
      }
      let timer = state.timers.remove(at: index)
      state.wall += max(0, timer.due - state.running)
      state.running = max(state.running, timer.due)
      return timer.work
    }
  }
}
