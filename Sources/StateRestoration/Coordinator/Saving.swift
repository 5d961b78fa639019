// Getting what changed to the disk: in batches, one at a time, tried again when it fails.

import Foundation

/// A batch the writer has been given, and what became of it.
final class BatchInFlight: @unchecked Sendable {
  let batch: SaveBatch
  private let mutex = NSLock()
  private var result: SaveResult?

  init(_ batch: SaveBatch) { self.batch = batch }

  func finish(_ result: SaveResult) {
    mutex.lock()
    self.result = result
    mutex.unlock()
  }

  func taken() -> SaveResult? {
    mutex.lock()
    defer { mutex.unlock() }
    return result
  }
}

extension RestorationCoordinator {
  /// Every record written is younger than those before it, whatever the clock says.
  func numbered(_ record: SceneRecord) -> SceneRecord {
    generation += 1
    var record = record
    record.generation = generation
    return record
  }

  func writeSoon(isUrgent: Bool = false) {
    guard hasBegun, !hasEnded else { return }
    if isUrgent { timer.urgent() } else { timer.changed() }
  }

  /// Hands everything stale to the writer, unless it is still busy with what it was given.
  func write(evenIfBusy: Bool = false) {
    guard hasBegun, !hasEnded else { return }
    if !inFlight.isEmpty, !evenIfBusy {
      wantsAnotherWrite = true
      return
    }
    wantsAnotherWrite = false
    timer.handedOver()
    let batch = takeBatch()
    guard !batch.isEmpty else { return }
    lastBatch += 1
    let flight = BatchInFlight(batch)
    inFlight[lastBatch] = flight
    writer.async { [weak self] store in
      flight.finish(store.save(batch))
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self?.collectResults() }
      }
    }
  }

  private func takeBatch() -> SaveBatch {
    var batch = SaveBatch(fates: fates)
    fates = [:]
    // The most recent one gets the highest number.
    for scene in scenes.reversed() where stale.contains(scene.id) {
      if !scene.isRestorable {
        batch.fates[scene.id] = .gone
      } else if shouldSave?(scene) ?? true {
        batch.fates[scene.id] = .open(numbered(scene.collected()))
        if unwritten.remove(scene.id) != nil { isSessionStale = true }
      }
    }
    stale = []
    if isSessionStale {
      isSessionStale = false
      if let willEncode {
        var coder = StateCoder(
          applicationVersion: configuration.applicationVersion, values: session.application)
        willEncode(&coder)
        for line in coder.refused { log(line) }
        session.application = coder.values
      }
      session.order = listed + notShown.map(\.id)
      session.focused = listed.first
      session.generation = generation
      batch.session = session
    }
    return batch
  }

  /// Takes note of what the writer has done so far, and gives it what came meanwhile.
  func collectResults() {
    guard takeResults(), !hasEnded else { return }
    if wantsAnotherWrite, timer.schedule.retryAt == nil { write() }
  }

  /// Whether the writer has done anything since the last time.
  @discardableResult
  func takeResults() -> Bool {
    var didFinish = false
    for (number, flight) in inFlight.sorted(by: { $0.key < $1.key }) {
      guard let result = flight.taken() else { continue }
      inFlight[number] = nil
      didFinish = true
      takeBack(result.failed, wasForgotten: number <= lastForgotten)
      note(result.failure)
    }
    return didFinish
  }

  // What failed is stale again, unless something newer is to be said of it.
  private func takeBack(_ failed: SaveBatch, wasForgotten: Bool) {
    for (id, fate) in failed.fates where fates[id] == nil {
      if scenes.contains(where: { $0.id == id }) {
        stale.insert(id)
      } else if !wasForgotten {
        fates[id] = fate
      }
    }
    if failed.session != nil { isSessionStale = true }
  }

  private func note(_ failure: StateFileFailure?) {
    guard let failure else {
      timer.succeeded()
      retriesAt = nil
      if case .notSaving = savingState { savingState = .saving }
      return
    }
    timer.failed()
    retriesAt = timer.schedule.retryAt.map { clock.now.addingTimeInterval($0 - clock.uptime) }
    if case .off = savingState { return }
    savingState = .notSaving(reason: failure.sentence)
  }

  /// Tries at once what could not be written.
  public func retrySaving() {
    guard hasBegun, !hasEnded else { return }
    timer.retry()
  }
}

extension SaveBatch {
  var isEmpty: Bool { fates.isEmpty && session == nil }
}
