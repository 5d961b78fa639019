// SPDX-License-Identifier: Apache-2.0
// Forgets single windows and single things, like `deleteSavedUserActivities`, and opens archived
// sessions while the application is running.

import Foundation

extension RestorationCoordinator {
  /// Removes a window that is not open from everything saved: from the windows that can be
  /// reopened, the kept ones, and archived sessions.
  public func forget(_ id: UUID) async {
    guard isRunning, open[id] == nil else { return }
    kept.removeAll { $0.id == id }
    saves.set(.gone, of: id)
    sessionChanged()
    saves.write(everything: true)
    await countClosed()
  }

  /// Removes everything saved about a thing: windows that show it and are not open, also in
  /// archived sessions, and references to it in open windows that no longer show it. An open window
  /// that shows it is not changed.
  public func forget(targetContentIdentifier target: String) async {
    guard isRunning else { return }
    let isMeant = { @Sendable (record: SceneRecord) in
      record.activity?.targetContentIdentifier == target
        || record.ownActivity?.targetContentIdentifier == target
    }
    let known = await closedScenes().filter(isMeant).map(\.id)
    let keptBack = kept.all.map(\.record).filter(isMeant).map(\.id)
    kept.removeAll { isMeant($0.record) }
    for id in known + keptBack { saves.set(.gone, of: id) }
    sessionChanged()
    saves.write(everything: true)
    let log = environment.log
    _ = await writer.ask { store in
      do {
        try store.removeFromHistory(isMeant)
        try store.removeFromNamedSessions(isMeant)
        try store.removePrevious(isMeant)
      } catch {
        log("Not everything saved could be forgotten: \(error.localizedDescription).")
      }
    }
    await countClosed()
  }

  func countClosed() async {
    let count = await closedScenes().count
    if !hasEnded { closed.found(count) }
    closed.announce()
  }

  /// The archived sessions, newest first.
  public func pastSessions() async -> [PastSession] {
    guard isRunning else { return [] }
    return await writer.ask { store in
      store.historyNumbers.compactMap { number in
        guard let record = try? store.historyRecord(number) else { return nil }
        return PastSession(number: number, record)
      }
    } ?? []
  }

  /// Opens the windows of an archived session in addition to the open ones. A window that is
  /// already open is not changed. The caller shows them; the first one had the focus.
  public func openPastSession(_ number: Int) async -> [SceneSession] {
    guard isRunning else { return [] }
    let found = await writer.ask { try? $0.historyWindows(number).windows }
    guard !hasEnded, let records = (found ?? nil)?.filter(\.wasShown) else { return [] }
    var opened: [SceneSession] = []
    // From back to front, so that they stack as they did.
    for record in records.reversed() where open[record.id] == nil && canOpen(record) {
      kept.removeAll { $0.id == record.id }
      let scene = adopt(record)
      show(scene)
      opened.insert(scene, at: 0)
    }
    await countClosed()
    return opened
  }
}
