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

  /// The windows that can be reopened, the one closed last first.
  public func closedScenes() async -> [SceneRecord] {
    guard hasBegun, !hasEnded else { return [] }
    return closed(among: await closedOnDisk())
  }

  /// A closed window, open again: the one asked for, else the one closed last. Nil when there is
  /// none.
  public func reopenClosedScene(_ id: UUID? = nil) async -> SceneSession? {
    guard hasBegun, !hasEnded else { return nil }
    endClosingRun()
    let onDisk = await closedOnDisk()
    guard !hasEnded else { return nil }
    let closed = closed(among: onDisk)
    guard let record = id == nil ? closed.first : closed.first(where: { $0.id == id }) else {
      closedCount = closed.count
      // Those of a run of closings, which this has ended, are closed now.
      if !fates.isEmpty {
        sessionChanged()
        writeSoon(isUrgent: true)
      }
      return nil
    }
    let scene = adopt(record)
    show(scene)
    closedCount = closed.count - 1
    return scene
  }

  // Asked again when anything was written meanwhile: what came after the answer and is done with is
  // neither in it nor on its way any more.
  private func closedOnDisk() async -> [SceneRecord] {
    while true {
      write(evenIfBusy: true)
      let asked = lastBatch
      let found = await writer.ask { $0.closedRecords().map(\.record) } ?? []
      if asked == lastBatch || hasEnded { return found }
    }
  }

  // What is on its way to the disk, or can't get there, counts too.
  private func closed(among onDisk: [SceneRecord]) -> [SceneRecord] {
    var closed = Dictionary(onDisk.map { ($0.id, $0) }) { first, _ in first }
    let batches = inFlight.sorted { $0.key < $1.key }.map(\.value.batch.fates) + [fates]
    for (id, fate) in batches.joined() {
      if case .closed(let record) = fate { closed[id] = record } else { closed[id] = nil }
    }
    for scene in scenes { closed[scene.id] = nil }
    return closed.values.filter { isOfKnownKind($0) }.sorted { $0.generation > $1.generation }
  }

  /// Whether the application can make such a window.
  func isOfKnownKind(_ record: SceneRecord) -> Bool {
    configuration.sceneKinds.contains(record.kind)
  }
}
