// SPDX-License-Identifier: Apache-2.0
// Gets changes to the disk: in batches, one at a time, repeated after a failure. A window that
// can't be written waits for its next attempt on its own; only if several fail and none succeeds
// does everything wait.

import Foundation

/// Knows what to save.
@MainActor
protocol SaveSource: AnyObject {
  /// Asks the application for what a window shows. It may call everything meanwhile. Returns whether
  /// the window may be written now.
  func prepare(_ id: UUID) -> Bool
  /// Asks the application for its own values.
  func prepareSession()
  /// What should happen to a window's files, as it was prepared.
  func fate(of id: UUID) -> SceneFate
  /// These open windows, the most recent last.
  func stacked(_ ids: Set<UUID>) -> [UUID]
  /// The complete session.
  func sessionToSave() -> SessionRecord
  /// Whether a window is open: if it could not be written, it is asked for again.
  func isOnScreen(_ id: UUID) -> Bool
  /// The journals that are not needed once a window is written as it is now.
  func journals(of id: UUID) -> ClosedRange<Int>?
  /// Whether a window that was just taken is whole after the death of the process, even if its record is
  /// not written.
  func isCovered(_ id: UUID) -> Bool
  /// Whether all journals are on the disk.
  var isJournalFlushed: Bool { get }
  /// What became of a window.
  func isWritten(_ fate: SceneFate, of id: UUID, generation: Int?)
  /// The writer has encoded values.
  func didEncode(_ values: [String: EncodedValue], of id: UUID)
  /// The writer has put texts together.
  func didPutTogether(_ texts: [String: WholeText], of id: UUID)
  /// Failures or refusals may have changed.
  func savingChanged()
}

/// What has to be saved and what is being saved.
@MainActor
final class SaveQueue: SaveTimerDelegate {
  /// More windows at once would block the main thread for longer than a frame.
  private static let batchLimit = 500

  private weak var source: (any SaveSource)?
  private let writer: StateWriter
  private lazy var timer = SaveTimer(clock, self)
  private let clock: any RestorationClock

  /// Open windows that changed.
  private var changed: Set<UUID> = []
  /// Those of them whose changes are in a journal.
  private var journaled: Set<UUID> = [] { didSet { typed = nil } }
  /// The one of them that changed last, if they are the same since.
  private var typed: UUID?
  /// With very many changed windows, those that wait for a later batch, the most recent last.
  private var backlog: ArraySlice<UUID> = []
  /// Windows that the application did not let be written; they are tried again with the next batch.
  private var postponed: Set<UUID> = []
  /// What should happen to windows that are not open.
  private var fates: [UUID: SceneFate] = [:]
  private var isSessionChanged = false
  private var inFlight: [Int: BatchInFlight] = [:]
  private var lastBatch = 0
  /// Windows of this batch and earlier ones must not come back.
  private var lastForgotten = 0
  private var wantsAnotherWrite = false
  /// Windows whose last write failed, and whether that of the session did.
  private var failing: Set<UUID> = []
  private var isSessionFailing = false
  private(set) var failure: StateFileFailure?
  /// The disk has not answered for long.
  private(set) var isStalled = false
  /// It was waited for, and has done nothing since.
  private(set) var wasWaitedFor = false
  private var leftOutByWriter: [UUID: [LeftOut]] = [:]
  /// The generation of the newest record.
  private(set) var generation = 0
  private var isOpen = false
  /// Called once everything requested so far is on disk.
  private var onFirstSuccess: (() -> Void)?

  init(_ writer: StateWriter, _ clock: any RestorationClock, of source: any SaveSource) {
    self.writer = writer
    self.clock = clock
    self.source = source
  }

  // MARK: What there is to save

  /// There is now a store to write to.
  func open(generation: Int, onFirstSuccess: (() -> Void)? = nil) {
    isOpen = true
    self.generation = max(self.generation, generation)
    self.onFirstSuccess = onFirstSuccess
  }

  func close() { isOpen = false }

  /// `isJournaled`: what has changed is given to the kernel, and the record can wait.
  func windowChanged(_ id: UUID, isJournaled: Bool = false) {
    let isKnown = typed == id || journaled.contains(id)
    if isKnown, isJournaled {
      typed = id
      return isOpen ? timer.journaled() : ()
    }
    // The application may have closed it when it was asked whether to save it.
    guard source?.isOnScreen(id) == true else { return }
    let wasJournaled = isKnown || !changed.contains(id)
    changed.insert(id)
    if isJournaled, wasJournaled {
      journaled.insert(id)
      if isOpen { timer.journaled() }
      return
    }
    journaled.remove(id)
    // It waits for its own next attempt.
    if !failing.contains(id) { writeSoon() }
  }

  func windowOpened(_ id: UUID, isJournaled: Bool = false) {
    changed.insert(id)
    if isJournaled { journaled.insert(id) }
    fates[id] = nil
  }

  /// Windows that differ from what is on disk.
  func windowsDiffer(_ ids: Set<UUID>) {
    changed.formUnion(ids)
    journaled.subtract(ids)
  }

  func windowLeft(_ id: UUID, _ fate: SceneFate?) {
    changed.remove(id)
    journaled.remove(id)
    postponed.remove(id)
    leftOutByWriter[id] = nil
    if let fate { fates[id] = fate }
  }

  func set(_ fate: SceneFate, of id: UUID) { fates[id] = fate }

  func sessionChanged() { isSessionChanged = true }

  var hasSomethingToSay: Bool {
    !changed.isEmpty || !postponed.isEmpty || !fates.isEmpty || isSessionChanged
  }
  var hasFates: Bool { !fates.isEmpty }

  /// Every record gets a higher generation than all before it, whatever the clock says.
  func numbered(_ record: SceneRecord) -> SceneRecord {
    generation += 1
    var record = record
    record.generation = generation
    return record
  }

  /// Nothing that is being written should come back. `dropsScreen`: neither should open windows.
  func forget(dropsScreen: Bool) {
    fates = [:]
    lastForgotten = lastBatch
    if dropsScreen {
      changed = []
      journaled = []
      postponed = []
      leftOutByWriter = [:]
    }
  }

  // MARK: What became of it

  var isIdle: Bool { inFlight.isEmpty }

  /// Whether there is nothing to write and nothing being written.
  var isSettled: Bool {
    inFlight.isEmpty && changed.isSubset(of: journaled) && fates.isEmpty && !isSessionChanged
      && source?.isJournalFlushed != false
  }

  /// Whether the kernel has all windows as they are, so that the death of the process costs nothing.
  var isCovered: Bool {
    inFlight.values.allSatisfy { $0.batch.isCovered } && changed.isSubset(of: journaled)
      && fates.isEmpty
  }

  /// Whether there is something in journals that is not in a record.
  var hasToFold: Bool { !changed.isEmpty }

  var leftOut: [LeftOut] { leftOutByWriter.values.flatMap { $0 } }

  var retriesAt: Date? {
    timer.schedule.retryAt.map { clock.now.addingTimeInterval($0 - clock.uptime) }
  }

  /// What is waiting to be written or can't be, newest last.
  var unsavedFates: [[UUID: SceneFate]] {
    inFlight.sorted { $0.key < $1.key }.map(\.value.batch.fates) + [fates]
  }

  /// A number for what has been passed to the writer so far.
  var lastHandedOver: Int { lastBatch }

  // MARK: Writing

  func writeSoon(isUrgent: Bool = false) {
    guard isOpen else { return }
    if isUrgent { timer.urgent() } else { timer.changed() }
  }

  func retry() {
    guard isOpen else { return }
    failing = []
    isSessionFailing = false
    timer.holdBack(false)
    timer.retry()
  }

  func writeWhatIsDue() { write() }

  /// Passes changes to the writer, unless it is still busy. `everything`: even if it is busy or has
  /// failed before.
  func write(everything: Bool = false, isLast: Bool = false) {
    guard isOpen else { return }
    if !inFlight.isEmpty, !everything {
      wantsAnotherWrite = true
      return
    }
    wantsAnotherWrite = false
    let isRetry = everything || (timer.schedule.retryAt.map { $0 <= clock.uptime } ?? true)
    timer.handedOver()
    guard
      var batch = takeBatch(withFailing: isRetry, limit: everything ? .max : Self.batchLimit),
      !batch.isEmpty
    else { return }
    batch.isLast = isLast
    lastBatch += 1
    let flight = BatchInFlight(batch)
    inFlight[lastBatch] = flight
    watch(lastBatch)
    writer.async { [weak self, batch] store in
      let result = store.save(batch)
      flight.result.withLock { $0 = result }
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self?.collectResults() }
      }
    }
    if changed.count > failing.count { wantsAnotherWrite = true }
  }

  // A disk that takes very long is one that does not save.
  private func watch(_ number: Int) {
    clock.schedule(after: Journals.patience) { [weak self] in
      guard let self, self.inFlight[number] != nil else { return }
      self.isStalled = true
      self.source?.savingChanged()
    }
  }

  // First the application is asked, and may do everything, even end. Then all is taken at once. Nil
  // if it has ended.
  private func takeBatch(withFailing: Bool, limit: Int) -> SaveBatch? {
    guard let source else { return nil }
    changed.formUnion(postponed)
    postponed = []
    let next = nextChanged(withFailing: withFailing, limit: limit, from: source)
    let refused = Set(next.filter { !source.prepare($0) })
    if !next.isEmpty || !fates.isEmpty || isSessionChanged { source.prepareSession() }
    guard isOpen else { return nil }
    var batch = SaveBatch()
    batch.fates = withFailing ? fates : fates.filter { !failing.contains($0.key) }
    for id in batch.fates.keys { fates[id] = nil }
    for id in next where changed.remove(id) != nil {
      journaled.remove(id)
      if refused.contains(id) {
        postponed.insert(id)
      } else {
        batch.fates[id] = source.fate(of: id)
      }
    }
    for id in batch.fates.keys {
      batch.journals[id] = source.journals(of: id)
      if !source.isCovered(id) { batch.isCovered = false }
    }
    if isSessionChanged, withFailing || !isSessionFailing {
      isSessionChanged = false
      batch.session = source.sessionToSave()
    }
    return batch
  }

  // The most recent window gets the highest generation. Ordering very many windows takes long, so it
  // is done once for several batches.
  private func nextChanged(
    withFailing: Bool, limit: Int, from source: any SaveSource
  ) -> [UUID] {
    if backlog.isEmpty || limit == .max {
      backlog = source.stacked(changed)[...]
    }
    var next: [UUID] = []
    while next.count < limit, let id = backlog.popFirst() {
      guard withFailing || !failing.contains(id), changed.contains(id) else { continue }
      next.append(id)
    }
    return next
  }

  /// Handles the writer's results so far, and passes on new changes.
  func collectResults() {
    guard takeResults(), isOpen else { return }
    let waits = timer.schedule.holdsBack && timer.schedule.retryAt != nil
    if wantsAnotherWrite, !waits { write() }
  }

  /// Waits until everything is written, but at most `seconds`. `isLast`: nothing comes after that.
  func flush(within seconds: Double, isLast: Bool = false) {
    let end = DispatchTime.now() + seconds
    // A running batch may fail while we wait: what failed is tried once more.
    for _ in 0..<2 {
      write(everything: true, isLast: isLast)
      let left = Double(end.uptimeNanoseconds) - Double(DispatchTime.now().uptimeNanoseconds)
      let isDone = writer.wait(within: left / 1e9)
      collectResults()
      if !isDone { wasWaitedFor = true }
      if isSettled || !isDone { break }
    }
  }

  // Returns whether the writer has finished anything since the last call.
  private func takeResults() -> Bool {
    var results: [SaveResult] = []
    for (number, flight) in inFlight.sorted(by: { $0.key < $1.key }) {
      guard let result = flight.result.withLock({ $0 }) else { continue }
      inFlight[number] = nil
      results.append(result)
      take(result, of: flight.batch, wasForgotten: number <= lastForgotten)
    }
    if inFlight.isEmpty { isStalled = false }
    if !results.isEmpty { wasWaitedFor = false }
    // The application hears of it when all is taken.
    for result in results {
      for (id, values) in result.encoded { source?.didEncode(values, of: id) }
      for (id, texts) in result.texts { source?.didPutTogether(texts, of: id) }
    }
    if !results.isEmpty { source?.savingChanged() }
    return !results.isEmpty
  }

  private func take(_ result: SaveResult, of batch: SaveBatch, wasForgotten: Bool) {
    for (id, leftOut) in result.leftOut where source?.isOnScreen(id) == true {
      leftOutByWriter[id] = leftOut.isEmpty ? nil : leftOut
    }
    takeBack(result.failed, wasForgotten: wasForgotten)
    for (id, fate) in batch.fates where result.failed.fates[id] == nil {
      source?.isWritten(fate, of: id, generation: result.generations[id])
    }
    for id in batch.fates.keys {
      if result.failed.fates[id] == nil { failing.remove(id) } else { failing.insert(id) }
    }
    if batch.session != nil { isSessionFailing = result.failed.session != nil }
    let count = failing.count + (isSessionFailing ? 1 : 0)
    if count == 0 {
      failure = nil
      timer.holdBack(false)
      timer.succeeded()
      if let done = onFirstSuccess, changed.isEmpty, fates.isEmpty {
        onFirstSuccess = nil
        done()
      }
    } else {
      failure = result.failure ?? failure
      // Several failed and none succeeded: the problem is the disk, not a window.
      if result.failed.count < batch.count {
        timer.holdBack(false)
      } else if count > 1 {
        timer.holdBack(true)
      }
      if result.failure != nil, timer.schedule.retryAt == nil { timer.failed() }
    }
  }

  // What failed must be written again, unless there is something newer to write.
  private func takeBack(_ failed: SaveBatch, wasForgotten: Bool) {
    for (id, fate) in failed.fates where fates[id] == nil {
      journaled.remove(id)
      if source?.isOnScreen(id) == true {
        changed.insert(id)
      } else if !wasForgotten {
        fates[id] = fate
      }
    }
    if failed.session != nil { isSessionChanged = true }
  }
}

/// A batch that the writer is working on, and its result.
private struct BatchInFlight: Sendable {
  let batch: SaveBatch
  let result = Locked<SaveResult?>(nil)

  init(_ batch: SaveBatch) { self.batch = batch }
}
