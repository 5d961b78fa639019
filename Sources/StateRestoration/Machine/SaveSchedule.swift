// When to write: a pause after the last change, but not long after the first one. Nothing changed:
// nothing is due, and no timer is armed.

/// When what changed is to be written.
struct SaveSchedule: Equatable {
  /// After the last change.
  static let pause = 0.3
  /// After the first change that is not saved.
  static let longestWait = 1.0
  /// Between two attempts, when writing fails.
  static let retries = 1.0...60.0

  private var firstChange: Double?
  private var changeDue: Double?
  /// While writing fails: when it is tried again.
  private(set) var retryAt: Double?
  private var retryDelay = Self.retries.lowerBound
  /// Whether changes wait for the next attempt while writing fails: a disk that refuses is not
  /// asked at every key press.
  var holdsBack = true

  /// When to write; nil when nothing is to be written.
  var due: Double? {
    guard let retryAt else { return changeDue }
    return holdsBack ? retryAt : min(changeDue ?? retryAt, retryAt)
  }

  mutating func changed(at now: Double) {
    let first = firstChange ?? now
    firstChange = first
    changeDue = min(now + Self.pause, first + Self.longestWait)
  }

  mutating func urgent(at now: Double) {
    firstChange = firstChange ?? now
    changeDue = now
  }

  /// Everything that was due was handed to the writer.
  mutating func handedOver(at now: Double) {
    firstChange = nil
    changeDue = nil
    if let retryAt, retryAt <= now { self.retryAt = nil }
  }

  mutating func failed(at now: Double) {
    retryAt = now + retryDelay
    retryDelay = min(retryDelay * 2, Self.retries.upperBound)
  }

  mutating func succeeded() {
    // What changed meanwhile has waited long enough.
    if retryAt != nil, changeDue != nil { changeDue = firstChange }
    retryAt = nil
    retryDelay = Self.retries.lowerBound
  }

  /// Does not wait for the next attempt.
  mutating func retry(at now: Double) {
    succeeded()
    changeDue = now
  }
}

/// Calls when something is due, with one timer at a time and none when nothing is due.
@MainActor
final class SaveTimer {
  private(set) var schedule = SaveSchedule()
  private let clock: any RestorationClock
  /// Writes what is due.
  var onDue: () -> Void = {}
  private var armedAt: Double?
  private var latest = 0

  init(_ clock: any RestorationClock) { self.clock = clock }

  func changed() { change { $0.changed(at: $1) } }
  func urgent() { change { $0.urgent(at: $1) } }
  func failed() { change { $0.failed(at: $1) } }
  func retry() { change { $0.retry(at: $1) } }
  func succeeded() { change { schedule, _ in schedule.succeeded() } }
  func handedOver() { schedule.handedOver(at: clock.uptime) }
  func holdBack(_ holdsBack: Bool) {
    guard holdsBack != schedule.holdsBack else { return }
    change { schedule, _ in schedule.holdsBack = holdsBack }
  }

  private func change(_ change: (inout SaveSchedule, _ now: Double) -> Void) {
    let now = clock.uptime
    change(&schedule, now)
    act(at: now)
  }

  // Writes what is due, or makes sure that somebody looks again when it is.
  private func act(at now: Double) {
    guard let due = schedule.due else { return }
    if due <= now { return onDue() }
    if let armedAt, armedAt <= due { return }
    armedAt = due
    latest += 1
    clock.schedule(after: due - now) { [weak self, timer = latest] in
      guard let self, timer == self.latest else { return }
      self.armedAt = nil
      // A timer may be early by a hair.
      self.act(at: max(self.clock.uptime, due))
    }
  }
}
