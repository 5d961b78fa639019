// A clock for tests: a second or thirty days pass when the test says so.

import Foundation
import StateRestoration

/// A clock that stands still until a test moves it. Sendable because the lock guards everything.
public final class ManualClock: RestorationClock, @unchecked Sendable {
  private let mutex = NSLock()
  private var wall: Date
  private var running = 1000.0
  private var timers: [(due: Double, work: @MainActor @Sendable () -> Void)] = []

  private func locked<T>(_ work: () -> T) -> T {
    mutex.lock()
    defer { mutex.unlock() }
    return work()
  }

  /// A clock that stands at this moment.
  public init(_ now: Date = Date(timeIntervalSince1970: 1_800_000_000)) { wall = now }

  public var now: Date { locked { wall } }
  public var uptime: Double { locked { running } }
  /// How many timers wait.
  public var armedTimers: Int { locked { timers.count } }

  public func schedule(after seconds: Double, _ work: @escaping @MainActor @Sendable () -> Void) {
    locked { timers.append((running + seconds, work)) }
  }

  /// Sets the clock on the wall, as a user or the network does; nothing has passed.
  public func setWall(_ date: Date) { locked { wall = date } }

  /// Lets time pass, and every timer fire at its moment.
  @MainActor
  public func advance(_ seconds: Double) {
    let end = uptime + seconds
    while true {
      let next: (@MainActor @Sendable () -> Void)? = locked {
        guard let index = timers.indices.min(by: { timers[$0].due < timers[$1].due }),
          timers[index].due <= end
        else {
          wall += end - running
          running = end
          return nil
        }
        let timer = timers.remove(at: index)
        wall += max(0, timer.due - running)
        running = max(running, timer.due)
        return timer.work
      }
      guard let next else { return }
      next()
    }
  }
}
