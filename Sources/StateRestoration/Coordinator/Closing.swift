// Closing windows and opening them again.

import Foundation

extension RestorationCoordinator {
  /// The person closed a window. It can be reopened; the last one of all comes back by itself, and
  /// with it those closed just before it in one go.
  public func close(_ scene: SceneSession) {
    guard !hasEnded, open.contains(scene) else { return }
    _ = scene.needsEncodingAnyway()
    let record = lastRecord(of: scene)
    _ = open.remove(scene)
    unwritten.remove(scene.id)
    scene.onChange = nil
    closed.add(record, isLastOfAll: scenes.isEmpty, at: clock.uptime)
    switch record {
    case let record? where !scenes.isEmpty: saves.windowLeft(scene.id, .closed(record))
    case _?: saves.windowLeft(scene.id, nil)
    case nil: saves.windowLeft(scene.id, .gone)
    }
    sessionChanged()
    if scenes.isEmpty {
      for record in closed.rest(last: scene.id) { saves.set(.open(record), of: record.id) }
    }
    saves.writeSoon(isUrgent: true)
  }

  // What is kept of a window that is closed: all of it, or, where the application does not let it
  // be saved now, what was saved before; nil for a private one and one that was never saved.
  private func lastRecord(of scene: SceneSession) -> SceneRecord? {
    guard scene.isRestorable else { return nil }
    var record: SceneRecord
    if shouldSave?(scene) ?? true {
      record = scene.collected()
    } else {
      guard !unwritten.contains(scene.id), let saved = scene.lastSaved else { return nil }
      record = saved
    }
    record.closed = clock.now
    record.closedOnDay = session.daysOfUse
    return saves.numbered(record)
  }

  // Something else was done: the closings were no farewell.
  func endClosingRun() {
    for record in closed.endRun() { saves.set(.closed(record), of: record.id) }
  }

  /// The windows that can be reopened, the one closed last first.
  public func closedWindows() async -> [ClosedWindow] {
    await closedScenes().map { ClosedWindow(record: $0) }
  }

  /// Their records.
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
    let records = closed(among: onDisk)
    guard let record = id == nil ? records.first : records.first(where: { $0.id == id }) else {
      closed.found(records.count)
      // Those of a run of closings, which this has ended, are closed now.
      if saves.hasFates {
        sessionChanged()
        saves.writeSoon(isUrgent: true)
      }
      return nil
    }
    let scene = adopt(record)
    show(scene)
    closed.found(records.count - 1)
    return scene
  }

  // Asked again when anything was written meanwhile: what came after the answer and is done with is
  // neither in it nor on its way any more.
  private func closedOnDisk() async -> [SceneRecord] {
    while true {
      saves.write(everything: true)
      let asked = saves.lastHandedOver
      let found = await writer.ask { $0.closedRecords().map(\.record) } ?? []
      if asked == saves.lastHandedOver || hasEnded { return found }
    }
  }

  // What is on its way to the disk, or can't get there, counts too.
  private func closed(among onDisk: [SceneRecord]) -> [SceneRecord] {
    var closed = Dictionary(onDisk.map { ($0.id, $0) }) { first, _ in first }
    for (id, fate) in saves.unsavedFates.joined() {
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
