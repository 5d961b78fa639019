// SPDX-License-Identifier: Apache-2.0
// When to write: shortly after the last change, but not too long after the first. While nothing has
// changed, nothing is due and no timer is armed.

/// When changes are written.
struct SaveSchedule: Equatable {
  /// The delay after the last change.
  static let pause = 0.3
  /// The longest delay after the first unsaved change.
  static let longestWait = 1.0
  /// The delays between attempts when writing fails.
  static let retries = 1.0...60.0

  private var firstChange: Double?
  private var changeDue: Double?
  /// After this long without a change, journals are folded into records.
  static let idle = 5.0
  private var foldDue: Double?
  /// When to try again after writing failed.
  private(set) var retryAt: Double?
  private var retryDelay = Self.retries.lowerBound
  /// Whether changes wait for the next attempt while writing fails, so that a failing disk is not
  /// tried at every key press.
  var holdsBack = true

  /// When to write; nil if nothing has to be written.
  var due: Double? {
    // No list: it is asked at every key press.
    var next = changeDue ?? foldDue
    if let changeDue, let foldDue { next = min(changeDue, foldDue) }
    guard let retryAt else { return next }
    return holdsBack ? retryAt : min(next ?? retryAt, retryAt)
  }

  /// What has changed is in a journal.
  mutating func journaled(at now: Double) { foldDue = now + Self.idle }

  mutating func changed(at now: Double) {
    let first = firstChange ?? now
    firstChange = first
    changeDue = min(now + Self.pause, first + Self.longestWait)
  }

  mutating func urgent(at now: Double) {
    firstChange = firstChange ?? now
    changeDue = now
  }

  /// Everything due was passed to the writer.
  mutating func handedOver(at now: Double) {
    firstChange = nil
    changeDue = nil
    foldDue = nil
    if let retryAt, retryAt <= now { self.retryAt = nil }
  }

  mutating func failed(at now: Double) {
    retryAt = now + retryDelay
    retryDelay = min(retryDelay * 2, Self.retries.upperBound)
  }

  mutating func succeeded() {
    // What changed in the meantime has waited long enough.
    if retryAt != nil, changeDue != nil { changeDue = firstChange }
    retryAt = nil
    retryDelay = Self.retries.lowerBound
  }

  /// Try again without waiting for the next attempt.
  mutating func retry(at now: Double) {
    succeeded()
    changeDue = now
  }
}

/// Writes what has changed.
@MainActor
protocol SaveTimerDelegate: AnyObject {
  func writeWhatIsDue()
}

/// Has its delegate write when something is due, with at most one timer, and none if nothing is due.
@MainActor
final class SaveTimer {
  private(set) var schedule = SaveSchedule()
  private let clock: any RestorationClock
  private weak var delegate: (any SaveTimerDelegate)?
  private var armedAt: Double?
  private var latest = 0

  init(_ clock: any RestorationClock, _ delegate: any SaveTimerDelegate) {
    self.clock = clock
    self.delegate = delegate
  }

  func changed() { change { $0.changed(at: $1) } }
  func journaled() { change { $0.journaled(at: $1) } }
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

  // Writes if something is due, otherwise arms the timer.
  private func act(at now: Double) {
    guard let due = schedule.due else { return }
    if due <= now { return delegate?.writeWhatIsDue() ?? () }
    if let armedAt, armedAt <= due { return }
    armedAt = due
    latest += 1
    clock.schedule(after: due - now) { [weak self, timer = latest] in
      guard let self, timer == self.latest else { return }
      self.armedAt = nil
      // A timer may fire slightly early.
      self.act(at: max(self.clock.uptime, due))
    }
  }
}
