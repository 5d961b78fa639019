// SPDX-License-Identifier: Apache-2.0
// Two processes never save the same windows. The second one keeps its windows in memory and checks
// regularly whether the first has ended; then it takes over.

import Foundation

extension RestorationCoordinator {
  /// How often it checks.
  private static let interval = 2.0

  func waitForTheOther() {
    clock.schedule(after: Self.interval) { [weak self] in
      guard let self, !self.hasEnded, self.obstacle?.reason == .anotherProcess else { return }
      Task { await self.tryToTakeOver() }
    }
  }

  func tryToTakeOver() async {
    let closedHere = await closedScenes()
    guard let opened = await writer.takeOver(configuration), !hasEnded else {
      if !hasEnded { waitForTheOther() }
      return
    }
    for remark in opened.state.remarks { log("\(remark.file): \(remark.reason).") }
    obstacle = opened.obstacle
    openJournals(opened)
    session.takeOver(opened.state.session, keepsValues: willEncode == nil)
    saves.open(generation: opened.state.generation) { [writer] in writer.emptyOtherPlace() }
    // The other process's windows come back at the next start, behind those of this one.
    let records = SessionRecord.ordered(opened.state.records, by: opened.state.session)
    for record in records where open[record.id] == nil && !configuration.isNeverRestored(record) {
      kept.add(record, .notWanted)
    }
    writeWhatMoved(opened.state)
    launch.takeOver(after: opened.state.launch, bootID: opened.bootID)
    for record in closedHere.reversed() {
      saves.set(.closed(saves.numbered(record)), of: record.id)
    }
    for scene in scenes.reversed() { saves.windowsDiffer([scene.id]) }
    closed.found(opened.state.closed.filter { isOfKnownKind($0) }.count + closedHere.count)
    removeNeverRestoredFromHistory()
    sessionChanged()
    saves.writeSoon(isUrgent: true)
    savingChanged()
    closed.announce()
  }
}
