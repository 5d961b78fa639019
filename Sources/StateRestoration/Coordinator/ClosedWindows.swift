// Closing windows. One of several goes to those that can be reopened; the last one comes back by
// itself, and with it those that were closed just before it in one unbroken run: that is how people
// quit who don't know the menu.

import Foundation

/// A window that can be reopened.
public struct ClosedWindow: Sendable, Equatable, Identifiable {
  /// The window's name on disk.
  public var id: UUID { record.id }
  /// What it showed, and how.
  public let record: SceneRecord
  /// When it was closed, by the clock of that moment; nil for one that was closed before this was
  /// noted.
  public var closed: Date? { record.closed }
  /// What the person would call it.
  public var title: String { record.activity?.title ?? "" }
}

/// Windows closed one after the other, with nothing else done in between.
struct ClosingRun {
  /// Two closings further apart are not one run.
  static let longestGap = 30.0

  /// In the order in which they were closed.
  private(set) var records: [SceneRecord] = []
  private var last: Double?

  /// A private window (`record` nil) belongs to the run but does not come back.
  mutating func add(_ record: SceneRecord?, at now: Double) {
    if let last, now - last > Self.longestGap { records = [] }
    last = now
    if let record { records.append(record) }
  }
}

/// How many windows can be reopened, and which will come back by themselves.
@MainActor
final class ClosedWindows {
  /// How many there are.
  private(set) var count = 0 {
    didSet { if (count > 0) != (oldValue > 0) { onCanReopenChange?(count > 0) } }
  }
  var onCanReopenChange: ((Bool) -> Void)?
  private var run = ClosingRun()
  /// Windows of an application without any: they come back at the next start.
  private(set) var resting: [SceneRecord] = []

  func found(_ count: Int) { self.count = count }

  /// A window was closed; `record` nil for one that is not kept.
  func add(_ record: SceneRecord?, isLastOfAll: Bool, at now: Double) {
    run.add(record, at: now)
    if record != nil, !isLastOfAll { count += 1 }
  }

  /// No window is left: the run of closings was a farewell. The records come back.
  func rest(last: UUID) -> [SceneRecord] {
    resting = run.records.reversed()
    count -= resting.filter { $0.id != last }.count
    return resting
  }

  /// Something else was done than closing windows.
  func interruptRun() { run = ClosingRun() }

  /// The closings were no farewell: what was to come back is closed.
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
