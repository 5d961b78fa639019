// Closing windows. One of several goes to those that can be reopened; the last one comes back by
// itself, and with it those that were closed just before it in one unbroken run: that is how people
// quit who don't know the menu.

import Foundation

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

extension RestorationCoordinator {
  /// The person closed a window. It can be reopened; the last one of all comes back by itself, and
  /// with it those closed just before it in one go.
  public func close(_ scene: SceneSession) {
    guard !hasEnded, let index = scenes.firstIndex(where: { $0 === scene }) else { return }
    let record = numbered(scene.collected())
    scenes.remove(at: index)
    stale.remove(scene.id)
    unwritten.remove(scene.id)
    scene.onChange = nil
    let isKept = scene.isRestorable && shouldSave?(scene) ?? true
    closingRun.add(isKept ? record : nil, at: clock.uptime)

    if !isKept {
      fates[scene.id] = .gone
    } else if !scenes.isEmpty {
      fates[scene.id] = .closed(record)
      closedCount += 1
    }
    sessionChanged()
    if scenes.isEmpty { rest(last: scene.id) }
    writeSoon(isUrgent: true)
  }

  // No window is left: the run of closings was a farewell.
  private func rest(last: UUID) {
    resting = closingRun.records.reversed()
    for record in resting {
      if record.id != last { closedCount -= 1 }
      fates[record.id] = .open(record)
    }
  }

  // Something else was done: the closings were no farewell.
  func endClosingRun() {
    closingRun = ClosingRun()
    for record in resting {
      fates[record.id] = .closed(record)
      closedCount += 1
    }
    resting = []
  }

  /// The window closed last, open again; nil when there is none.
  public func reopenClosedScene() async -> SceneSession? {
    guard hasBegun, !hasEnded else { return nil }
    endClosingRun()
    write(evenIfBusy: true)
    let record = await takeClosed()
    guard !hasEnded else { return nil }
    closedCount = record == nil ? 0 : max(0, closedCount - 1)
    guard let record else { return nil }
    let scene = adopt(record)
    show(scene)
    return scene
  }

  // The newest one may not have got to the disk.
  private func takeClosed() async -> SceneRecord? {
    let taken = await writer.ask { try? $0.takeClosed() } ?? nil
    takeResults()
    let waiting = fates.values.compactMap { fate -> SceneRecord? in
      if case .closed(let record) = fate { record } else { nil }
    }.max { $0.generation < $1.generation }
    guard let waiting, waiting.generation > taken?.generation ?? -1 else { return taken }
    // What was taken by mistake goes back.
    if let taken { fates[taken.id] = .closed(taken) }
    fates[waiting.id] = nil
    return waiting
  }
}
