// SPDX-License-Identifier: Apache-2.0
// How far reading a list or importing it has come, and what it needs to be told and stopped from other threads.

import Foundation
import Synchronization
import Wording

/// How far work has come.
public struct WorkProgress: Sendable {
  public let rows: Int
  /// From 0 to 1; nil if it is not known how much there is.
  public let fraction: Double?
  public let secondsLeft: Int?

  public var text: String {
    let count = tr("1 row", "%@ rows", count: rows)
    guard let secondsLeft else { return count }
    let left =
      secondsLeft < 90
      ? tr("1 second left", "%@ seconds left", count: max(1, secondsLeft))
      : tr("1 minute left", "%@ minutes left", count: (secondsLeft + 30) / 60)
    return tr("%1$@, about %2$@", count, left)
  }
}

/// Tells at most ten times in a second what to show, and what is left.
final class Pace: Sendable {
  private let start = ContinuousClock.now
  private let next = Mutex(ContinuousClock.now + .milliseconds(100))

  func progress(_ rows: Int, _ fraction: Double?) -> WorkProgress? {
    let now = ContinuousClock.now
    let isDue = next.withLock { next in
      guard now >= next else { return false }
      next = now + .milliseconds(100)
      return true
    }
    guard isDue else { return nil }
    let spent = Double((now - start).components.seconds)
    // The first second says little.
    let left = fraction.flatMap { part -> Int? in
      part > 0.01 && spent >= 1 ? Int(spent * (1 - part) / part) : nil
    }
    return WorkProgress(rows: rows, fraction: fraction, secondsLeft: left)
  }
}

/// Says to another thread that it shall stop.
final class Stop: Sendable {
  private let wanted = Mutex(false)

  var isSet: Bool { wanted.withLock { $0 } }
  func set() { wanted.withLock { $0 = true } }
  func unset() { wanted.withLock { $0 = false } }
}
