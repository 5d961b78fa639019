// SPDX-License-Identifier: Apache-2.0
// Closing windows and opening them again.

import Foundation

extension RestorationCoordinator {
  /// Call when the user closed a window. It can be reopened; if it was the last one, it comes back
  /// on its own, together with those closed just before it. `picture`: for lists of closed windows; it is kept while
  /// ``keepsPictures`` is true and the window can come back.
  public func close(_ scene: SceneSession, picture: WindowPicture? = nil) {
    guard !hasEnded, open.contains(scene) else { return }
    _ = scene.needsEncodingAnyway()
    let isAllowed = prepare(scene)
    guard !hasEnded, open.contains(scene) else { return }
    let record = lastRecord(of: scene, isAllowed: isAllowed)
    // Until it is moved it comes back as it is now.
    if isAllowed, isSavedKind(scene), !scene.unjournaled.isEmpty { _ = journals.append(scene) }
    _ = open.remove(scene)
    if let picture, record != nil, place != .memory { pictures.keep(picture, of: scene.id) }
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
    savingChanged()
    closed.announce()
  }

  // What is kept of a closed window: all of it or, if the application does not let it be saved now,
  // what was saved before; nil for a private one and one that was never saved.
  private func lastRecord(of scene: SceneSession, isAllowed: Bool) -> SceneRecord? {
    guard isSavedKind(scene) else { return nil }
    var record: SceneRecord
    if isAllowed {
      record = scene.snapshot().puttingTextsTogether
    } else {
      guard let saved = scene.lastSaved else { return nil }
      record = saved.puttingTextsTogether
    }
    record.closed = clock.now
    record.closedOnDay = session.record.daysOfUse
    return saves.numbered(record)
  }

  // The user did something else, so closing windows was not a way to quit.
  func endClosingRun() {
    for record in closed.endRun() { saves.set(.closed(record), of: record.id) }
  }

  /// The windows that can be reopened, the last closed first.
  public func closedWindows() async -> [ClosedWindow] {
    await closedScenes().map { ClosedWindow(record: $0) }
  }

  /// The records of the windows that can be reopened.
  func closedScenes() async -> [SceneRecord] {
    guard isRunning else { return [] }
    return closed(among: await closedOnDisk())
  }

  /// Reopens a closed window: the given one, or the last one closed. Nil if there is none.
  public func reopenClosedScene(_ id: UUID? = nil) async -> SceneSession? {
    guard isRunning else { return nil }
    endClosingRun()
    let onDisk = await closedOnDisk()
    guard !hasEnded else { return nil }
    let records = closed(among: onDisk)
    guard let record = records.first(where: { (id == nil || $0.id == id) && canOpen($0) }) else {
      closed.found(records.count)
      closed.announce()
      // The run of closings has ended, and its windows are closed now.
      if saves.hasFates {
        sessionChanged()
        saves.writeSoon(isUrgent: true)
      }
      return nil
    }
    let scene = adopt(record)
    // Its closing may not have been written, and the record on the disk be an older one.
    scene.generationOnDisk = nil
    show(scene)
    closed.found(records.count - 1)
    closed.announce()
    return scene
  }

  // Ask again if anything was written in the meantime: what came after the answer and has been
  // written is neither in the answer nor still waiting.
  private func closedOnDisk() async -> [SceneRecord] {
    while true {
      saves.write(everything: true)
      let asked = saves.lastHandedOver
      let found = await writer.ask { $0.closedRecords().map(\.record) } ?? []
      if asked == saves.lastHandedOver || hasEnded { return found }
    }
  }

  // Records that are waiting to be written, or can't be, count too.
  private func closed(among onDisk: [SceneRecord]) -> [SceneRecord] {
    var closed = Dictionary(onDisk.map { ($0.id, $0) }) { first, _ in first }
    for (id, fate) in saves.unsavedFates.joined() {
      if case .closed(let record) = fate { closed[id] = record } else { closed[id] = nil }
    }
    for scene in scenes { closed[scene.id] = nil }
    return closed.values.filter { isOfKnownKind($0) }.sorted { $0.generation > $1.generation }
  }

  /// Whether the application can create such a window.
  func isOfKnownKind(_ record: SceneRecord) -> Bool {
    configuration.sceneKinds.contains(record.kind) && !configuration.isNeverRestored(record)
  }

  /// Whether such a window can be opened now: of some kinds there is at most one.
  func canOpen(_ record: SceneRecord) -> Bool {
    isOfKnownKind(record)
      && !(configuration.singleInstanceKinds.contains(record.kind)
        && scenes.contains { $0.kind == record.kind })
  }
}
