// Getting what changed to the disk: in batches, one at a time, tried again when it fails, and
// waited for at the end.

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
    let now = clock.uptime
    if isUrgent { schedule.urgent(at: now) } else { schedule.changed(at: now) }
    act(at: now)
  }

  // Writes what is due, or makes sure that somebody looks again when it is.
  private func act(at now: Double) {
    guard let due = schedule.due, !hasEnded else { return }
    if due <= now { return write() }
    if let armedAt, armedAt <= due { return }
    armedAt = due
    armedTimer += 1
    clock.schedule(after: due - now) { [weak self, timer = armedTimer] in
      guard let self, timer == self.armedTimer else { return }
      self.armedAt = nil
      // A timer may be early by a hair.
      self.act(at: max(self.clock.uptime, due))
    }
  }

  /// Hands everything stale to the writer, unless it is still busy with what it was given.
  func write(evenIfBusy: Bool = false) {
    guard hasBegun else { return }
    if !inFlight.isEmpty, !evenIfBusy {
      wantsAnotherWrite = true
      return
    }
    wantsAnotherWrite = false
    schedule.handedOver()
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
    for scene in scenes where stale.contains(scene.id) {
      if !scene.isRestorable {
        batch.fates[scene.id] = .gone
      } else if shouldSave?(scene) ?? true {
        batch.fates[scene.id] = .open(numbered(scene.collected()))
      }
    }
    stale = []
    if isSessionStale {
      isSessionStale = false
      if let willEncode {
        var coder = StateCoder(
          applicationVersion: configuration.applicationVersion, values: session.application)
        willEncode(&coder)
        session.application = coder.values
      }
      batch.session = session
      batch.session?.generation = generation
    }
    return batch
  }

  /// Takes note of what the writer has done so far.
  func collectResults() {
    var didFinish = false
    for (number, flight) in inFlight.sorted(by: { $0.key < $1.key }) {
      guard let result = flight.taken() else { continue }
      inFlight[number] = nil
      didFinish = true
      for remark in result.remarks { log(remark) }
      takeBack(result.failed)
      note(result.failure)
    }
    guard didFinish, !hasEnded else { return }
    if wantsAnotherWrite, schedule.retryAt == nil {
      write()
    } else {
      act(at: clock.uptime)
    }
  }

  // What failed is stale again, unless something newer is to be said of it.
  private func takeBack(_ failed: SaveBatch) {
    for (id, fate) in failed.fates where fates[id] == nil {
      if scenes.contains(where: { $0.id == id }) { stale.insert(id) } else { fates[id] = fate }
    }
    if failed.session != nil { isSessionStale = true }
  }

  private func note(_ failure: FileFailure?) {
    guard let failure else {
      schedule.succeeded()
      retriesAt = nil
      if case .notSaving = savingState { savingState = .saving }
      return
    }
    schedule.failed(at: clock.uptime)
    retriesAt = schedule.retryAt.map { clock.now.addingTimeInterval($0 - clock.uptime) }
    if case .off = savingState { return }
    savingState = .notSaving(reason: failure.sentence)
  }

  /// Tries at once what could not be written.
  public func retrySaving() {
    guard !hasEnded else { return }
    schedule.retry(at: clock.uptime)
    write()
  }

  // MARK: End

  /// Whether everything is on disk, as far as anybody knows.
  public var isSaved: Bool {
    inFlight.isEmpty && stale.isEmpty && fates.isEmpty && !isSessionStale
  }

  /// Writes what is stale now and waits for it, but no longer than `seconds`. Whether all of it is
  /// on disk.
  @discardableResult
  public func flush(within seconds: Double = 1) -> Bool {
    guard hasBegun, !hasEnded else { return isSaved }
    let end = DispatchTime.now() + seconds
    // A batch that was under way may fail while this waits: what comes back of it is tried once.
    for _ in 0..<2 {
      write(evenIfBusy: true)
      let left = Double(end.uptimeNanoseconds) - Double(DispatchTime.now().uptimeNanoseconds)
      let isDone = writer.wait(within: left / 1e9)
      collectResults()
      if isSaved || !isDone { break }
    }
    return isSaved && place != .memory
  }

  /// The application ends: deliberately, so that the next start is a normal one. `keepingWindows`
  /// false leaves nothing to bring back.
  public func end(keepingWindows: Bool) {
    guard hasBegun, !hasEnded else { return }
    if keepingWindows {
      if !scenes.isEmpty { sessionChanged() }
    } else {
      scenes.forEach { $0.onChange = nil }
      scenes = []
      stale = []
      fates = [:]
      session.order = []
      session.focused = nil
      session.application = [:]
      willEncode = nil
      forget()
    }
    session.isClean = true
    isSessionStale = true
    launch?.crashes = 0
    flush(within: 1)
    mark(.clean, waits: true)
    hasEnded = true
    writer.close()
  }

  /// Removes every saved window that is not on screen, for good, with history and what was set
  /// aside.
  public func forget() {
    guard hasBegun, !hasEnded else { return }
    notShown = []
    withheld = []
    resting = []
    launch?.withheld = []
    closedCount = 0
    fates = [:]
    let kept = Set(scenes.map(\.id))
    let log = environment.log
    writer.async { store in
      do { try store.forget(except: kept) } catch {
        log("Not every saved window could be forgotten: \(error.localizedDescription).")
      }
    }
    sessionChanged()
    writeSoon(isUrgent: true)
  }
}

extension SaveBatch {
  var isEmpty: Bool { fates.isEmpty && session == nil }
}
