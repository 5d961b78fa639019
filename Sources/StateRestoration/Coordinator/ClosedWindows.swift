// SPDX-License-Identifier: Apache-2.0
// Closing windows. A window closed while others are open can be reopened. The last one comes back
// on its own, and with it those closed just before it in one unbroken run, because that is how
// people quit who don't know the menu.

import Foundation

/// A window that can be reopened.
public struct ClosedWindow: Sendable, Equatable, Identifiable {
  /// The window's identifier on disk.
  public var id: UUID { record.id }
  /// What it showed, and how.
  public let record: SceneRecord
  /// When it was closed, by the clock at that time; nil for a window that was closed before this
  /// was stored.
  public var closed: Date? { record.closed }
  /// What the user would call it.
  public var title: String { record.activity?.title ?? "" }
}

/// Windows closed one after the other, with nothing else done in between.
struct ClosingRun {
  /// A longer gap between two windows ends a run.
  static let longestGap = 30.0

  /// In the order in which they were closed.
  private(set) var records: [SceneRecord] = []
  private var last: Double?

  /// A private window (`record` nil) counts as part of the run but does not come back.
  mutating func add(_ record: SceneRecord?, at now: Double) {
    if let last, now - last > Self.longestGap { records = [] }
    last = now
    if let record { records.append(record) }
  }
}

/// The windows that can be reopened, and those that will come back on their own.
@MainActor
final class ClosedWindows {
  /// How many can be reopened.
  private(set) var count = 0
  private var announced = false
  let observers = Subscriptions<Bool>()
  private var run = ClosingRun()
  /// The windows of an application that has none open: they come back at the next start.
  private(set) var resting: [SceneRecord] = []

  func found(_ count: Int) { self.count = count }

  /// Tells the application, after a change is complete.
  func announce() {
    guard (count > 0) != announced else { return }
    announced = count > 0
    observers.call(announced)
  }

  /// Adds a window that was closed; `record` is nil for one that is not saved.
  func add(_ record: SceneRecord?, isLastOfAll: Bool, at now: Double) {
    run.add(record, at: now)
    if record != nil, !isLastOfAll { count += 1 }
  }

  /// No window is left, so the user has quit by closing them. Their records come back.
  func rest(last: UUID) -> [SceneRecord] {
    resting = run.records.reversed()
    count -= resting.filter { $0.id != last }.count
    return resting
  }

  /// The user did something other than closing windows.
  func interruptRun() { run = ClosingRun() }

  /// The user has not quit: the windows that would come back are closed for good.
  func endRun() -> [SceneRecord] {
    run = ClosingRun()
    let closed = resting
    count += closed.count
    resting = []
    return closed
  }

  func forget() {
    resting = []
    count = 0
  }
}
