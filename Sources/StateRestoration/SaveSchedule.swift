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
  /// When to write; nil when nothing is to be written.
  private(set) var due: Double?
  /// While writing fails: when it is tried again.
  private(set) var retryAt: Double?
  private var retryDelay = Self.retries.lowerBound

  mutating func changed(at now: Double) {
    let first = firstChange ?? now
    firstChange = first
    due = min(now + Self.pause, first + Self.longestWait)
    holdBack()
  }

  mutating func urgent(at now: Double) {
    firstChange = firstChange ?? now
    due = now
    holdBack()
  }

  /// Everything stale was handed to the writer.
  mutating func handedOver() {
    firstChange = nil
    due = nil
  }

  mutating func failed(at now: Double) {
    retryAt = now + retryDelay
    retryDelay = min(retryDelay * 2, Self.retries.upperBound)
    due = retryAt
  }

  mutating func succeeded() {
    // What changed meanwhile has waited long enough.
    if retryAt != nil, due != nil { due = firstChange }
    retryAt = nil
    retryDelay = Self.retries.lowerBound
  }

  /// Does not wait for the next attempt.
  mutating func retry(at now: Double) {
    succeeded()
    due = now
  }

  // A disk that refuses is not asked at every key press.
  private mutating func holdBack() { due = retryAt ?? due }
}
