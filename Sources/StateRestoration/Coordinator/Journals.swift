// SPDX-License-Identifier: Apache-2.0
// What was painted is kept: each change of a window is given to the kernel before the frame that shows it,
// as a line of a journal beside the window's record. The record itself is written when there is
// time. A window without a journal, because the disk fails or the change is too large, is written as a
// record instead, within a second.

import Foundation

/// What journals need of whoever has the windows.
@MainActor
protocol JournalsDelegate: AnyObject {
  /// Everything is on the disk, or the disk takes long.
  func journalsChanged()
  /// The window must be written as a record.
  func journalFailed(_ id: UUID)
  /// The journal of a window is so long that it is time to write the record.
  func journalIsLong(_ id: UUID)
}

/// The journals of the open windows.
@MainActor
final class Journals: SaveTimerDelegate {
  /// Where journals are, and what the last run left of them.
  struct Place: Sendable {
    let directory: StateDirectory
    /// The folder of stand-ins: in memory.
    let standIns: String?
    let files: any StateFileSystem
    var found: [UUID: JournalFiles] = [:]
  }

  /// So many windows have a journal at once; a person types into fewer.
  private static let mostOpen = 16
  /// A write that takes longer is left to a thread from then on: a frame has no more.
  private static let longestWrite = 0.008
  /// What takes longer waits for the disk, and does not only share its processor.
  private static let longestShare = 0.1
  /// So long the main thread waits for a thread.
  private static let longestWait = 0.004
  /// A longer line is written by a thread.
  private static let longestLine = 64 * 1024
  /// A change of more bytes is written as a record.
  private static let mostAtOnce = 1024 * 1024
  /// A journal of this size is folded into the record, or one twice as long as a longer record: a long text is
  /// not to be written again for every few keys.
  private static let foldedAbove = 64 * 1024
  /// When somebody is told that the disk does not answer.
  static let patience = 2.0

  private let writer = JournalWriter()
  private lazy var timer = SaveTimer(clock, self)
  private weak var delegate: (any JournalsDelegate)?
  private let clock: any RestorationClock
  private var place: Place?
  private var journals: [UUID: WindowJournal] = [:] { didSet { typed = nil } }
  /// That of the window that is typed into.
  private var typed: WindowJournal?
  /// The highest number that a file of a window ever had: one that is about to be removed may still be there.
  private var lastNumbers: [UUID: Int] = [:]
  /// The files with lines that are not on the disk yet.
  private var unflushed: [UUID: JournalFile] = [:] { didSet { newest = nil } }
  /// The one of them that came last, if none has gone since.
  private var newest: JournalFile?
  private var flushing: [Int: [UUID]] = [:]
  private var lastFlush = 0
  /// There is no place for stand-ins.
  private var hasNoStandIns = false
  /// The disk takes long.
  private(set) var isStalled = false

  init(_ clock: any RestorationClock, _ delegate: any JournalsDelegate) {
    self.clock = clock
    self.delegate = delegate
  }

  func open(_ place: Place?) { self.place = place }

  func close() {
    place = nil
    journals = [:]
    lastNumbers = [:]
    unflushed = [:]
  }

  /// Whether everything appended is on the disk.
  var isFlushed: Bool { unflushed.isEmpty && isIdle }

  /// Whether no file is being flushed.
  var isIdle: Bool { flushing.values.allSatisfy(\.isEmpty) }

  /// Lines have been left to a thread, and are not known to be in the kernel.
  var isBehind: Bool { journals.values.contains { $0.behind > 0 } }

  func finish() async { await writer.finish() }

  // MARK: Appending

  /// Gives what changed in a window to the kernel. Returns false if it could not, and the record must
  /// be written instead.
  func append(_ scene: SceneSession) -> Bool {
    if let isAppended = appendEdit(scene) { return isAppended }
    guard let place else { return false }
    if journals[scene.id] == nil, covers(scene) {
      scene.unjournaled = [:]
      return true
    }
    let journal = journals[scene.id] ?? begin(scene, place)
    let record = scene.record
    guard let journal, !journal.isBroken, journal.canContinue(record) else { return false }
    let parts = scene.unjournaled
    scene.unjournaled = [:]
    guard let changes = journal.changes(in: parts, of: record) else {
      // A value that takes long to encode: the writer does it.
      journal.isComplete = false
      return false
    }
    // A window that is nowhere yet is begun even if it is empty.
    guard !changes.isEmpty || journal.needsWhole else { return journal.isComplete }
    let line = journal.line(changes, of: record)
    journal.take(parts.keys, of: record)
    guard write(line, journal, of: scene.id, in: place) else {
      fail(scene.id, journal)
      return false
    }
    appended(to: journal, of: scene)
    return journal.isComplete
  }

  private func appended(to journal: WindowJournal, of scene: SceneSession) {
    timer.changed()
    if journal.size > max(Self.foldedAbove, 2 * journal.recordSize) {
      delegate?.journalIsLong(scene.id)
    }
  }

  // Nearly every key press is one edit of a text that was edited before: the shortest way. Nil if it is another change.
  private func appendEdit(_ scene: SceneSession) -> Bool? {
    guard let edited = scene.justEdited, let journal = journal(of: scene), journal.isReady,
      let file = journal.file, let bytes = journal.bytes(of: edited, atMost: Self.longestLine)
    else { return nil }
    scene.journaledJustEdited()
    if newest !== file {
      unflushed[scene.id] = file
      newest = file
    }
    guard append(bytes, to: file, of: journal) else {
      fail(scene.id, journal)
      return false
    }
    appended(to: journal, of: scene)
    return true
  }

  private func journal(of scene: SceneSession) -> WindowJournal? {
    if let typed, typed.id == scene.id { return typed }
    typed = journals[scene.id]
    return typed
  }

  private func begin(_ scene: SceneSession, _ place: Place) -> WindowJournal? {
    // Until there is a record to go on from, the first line has everything.
    var saved = scene.lastSaved ?? SceneRecord(id: scene.id, kind: scene.kind)
    saved.generation = max(saved.generation, scene.record.generation)
    if journals.count >= Self.mostOpen {
      for (id, journal) in journals where journal.isIdle { journals[id] = nil }
      guard journals.count < Self.mostOpen else { return nil }
    }
    let journal = WindowJournal(
      saved, after: place.found[scene.id], number: lastNumbers[scene.id] ?? 0,
      on: scene.generationOnDisk)
    // What changed since cannot be told part by part.
    for part in RecordPart.all(of: [saved, scene.record]) { scene.unjournaled[part] = .unknown }
    journals[scene.id] = journal
    return journal
  }

  private func write(
    _ line: JournalLine, _ journal: WindowJournal, of id: UUID, in place: Place
  ) -> Bool {
    let file: JournalFile
    if let current = journal.file {
      file = current
    } else {
      journal.number += 1
      lastNumbers[id] = journal.number
      file = JournalFile(place.directory.journal(id, journal.number), place.files)
      journal.file = file
    }
    unflushed[id] = file
    let isLong = line.changes.contains { $0.isLong(Self.longestLine) }
    if isLong, line.changes.contains(where: { $0.isLong(Self.mostAtOnce) }) { return false }
    // A thread may not get a turn before the frame is painted. Where nothing stands in for what it has yet to write, the main
    // thread begins the file, too.
    let begins = hasNoStandIns || place.standIns == nil
    if journal.behind == 0, !journal.isSlow, !isLong, file.isOpen || begins {
      return append(line.bytes, to: file, of: journal)
    }
    guard
      leave(line, journal, of: id, to: file, waits: journal.behind == 0 && !journal.isSlow)
    else { return false }
    if journal.behind > 0, !isLong { writeStandIn(line, journal, of: id, in: place) }
    return true
  }

  private func append(_ bytes: [UInt8], to file: JournalFile, of journal: WindowJournal) -> Bool {
    // To ask how often a thread waited takes a tenth of a key press: only where there is a doubt.
    let waits = journal.mayBeSlow ? ThreadWaits.count : nil
    let start = SystemClock.uptime
    do {
      try file.open()
      try file.append(bytes)
    } catch { return false }
    journal.size += bytes.count
    let took = SystemClock.uptime - start
    journal.mayBeSlow = took > Self.longestWrite
    // A thread that had to share its processor did not wait for the disk.
    journal.isSlow =
      journal.mayBeSlow
      && (waits.map { ThreadWaits.count > $0 } ?? (took > Self.longestShare))
    return true
  }

  // A thread appends, and everything after it, until it has caught up.
  private func leave(
    _ line: JournalLine, _ journal: WindowJournal, of id: UUID, to file: JournalFile, waits: Bool
  ) -> Bool {
    journal.behind += 1
    let result = writer.append(
      [line], to: file, waitingFor: waits ? Self.longestWait : 0
    ) { [weak self] result in
      journal.wrote(result.size, to: file)
      self?.caughtUp(id, journal, with: result)
    }
    if let result {
      journal.behind -= 1
      journal.size += result.size
      return result.failure == nil
    }
    // The thread takes over from here on.
    if waits { journal.isSlow = true }
    watch { [weak journal] in (journal?.behind ?? 0) > 0 }
    return true
  }

  // Should the process be killed before the thread has written the line, it is in a file in memory. It is the
  // main thread that writes it there: on a busy machine no other may run before the frame is painted.
  private func writeStandIn(
    _ line: JournalLine, _ journal: WindowJournal, of id: UUID, in place: Place
  ) {
    guard !hasNoStandIns, let folder = place.standIns,
      let path = place.directory.standIn(id, journal.number)
    else { return }
    let file = journal.standIn ?? JournalFile(path, place.files, making: folder)
    journal.standIn = file
    do {
      try file.open()
      try file.append(line.bytes)
    } catch {
      hasNoStandIns = true
    }
  }

  private func caughtUp(_ id: UUID, _ journal: WindowJournal, with result: JournalResult) {
    journal.behind -= 1
    journal.isSlow = result.seconds > Self.longestWrite && result.waited
    if result.failure != nil { journal.isBroken = true }
    // That of a broken one is needed until there is a record.
    if journal.behind == 0, !journal.isBroken {
      try? journal.standIn?.remove()
      journal.standIn = nil
    }
    if result.failure != nil, journals[id] === journal {
      fail(id, journal)
      delegate?.journalFailed(id)
    }
    if !isBehind { setStalled(false) }
    delegate?.journalsChanged()
  }

  private func fail(_ id: UUID, _ journal: WindowJournal) {
    journal.isBroken = true
    journal.isComplete = false
    unflushed[id] = nil
  }

  // MARK: The disk

  func writeWhatIsDue() {
    timer.handedOver()
    // A file that a thread is about to open is not one that another may wait for.
    let files = unflushed.filter { (journals[$0.key]?.behind ?? 0) == 0 }
    if files.count < unflushed.count { timer.changed() }
    for id in files.keys { unflushed[id] = nil }
    guard !files.isEmpty else { return }
    lastFlush += 1
    let number = lastFlush
    flushing[number] = Array(files.keys)
    writer.flush(Array(files.values)) { [weak self] failure in self?.flushed(number, failure) }
    watch { [weak self] in self?.flushing[number] != nil }
  }

  private func flushed(_ number: Int, _ failure: StateFileFailure?) {
    let ids = flushing.removeValue(forKey: number) ?? []
    if failure != nil {
      for id in ids {
        if let journal = journals[id] { fail(id, journal) }
        delegate?.journalFailed(id)
      }
    }
    if flushing.isEmpty, !isBehind { setStalled(false) }
    delegate?.journalsChanged()
  }

  /// Says so if something lasts.
  private func watch(_ lasts: @escaping @MainActor () -> Bool) {
    clock.schedule(after: Self.patience) { [weak self] in
      if lasts() { self?.setStalled(true) }
    }
  }

  private func setStalled(_ isStalled: Bool) {
    guard isStalled != self.isStalled else { return }
    self.isStalled = isStalled
    delegate?.journalsChanged()
  }

  // MARK: Records

  /// A record is being written: what comes after it goes into a new file. Returns the files that are
  /// not needed any more when it is on the disk, and whether they have everything.
  func fold(
    _ scene: SceneSession, into record: SceneRecord
  ) -> (numbers: ClosedRange<Int>?, haveAll: Bool) {
    // What views were asked for just now is in no journal yet, and the record is not on the disk for a while.
    if journals[scene.id] != nil || !scene.unjournaled.isEmpty { _ = append(scene) }
    // What a thread is still writing counts: whoever asks whether all is kept asks about threads, too.
    let haveAll = covers(scene, whenCaughtUp: true)
    return (newFile(of: scene, after: record), haveAll)
  }

  private func newFile(of scene: SceneSession, after record: SceneRecord) -> ClosedRange<Int>? {
    scene.unjournaled = [:]
    guard let journal = journals[scene.id] else { return place?.found[scene.id]?.numbers }
    // No line leads to the record. It may be the one on the disk, which then is not written, and another one may be on its way.
    guard let file = journal.file else { return drop(scene.id) }
    writer.release(file)
    let numbers = journal.numbers
    journal.fold(into: record)
    return numbers
  }

  /// The window is closed or private, or opened again as it was at another time. Returns its files. It may have new ones before
  /// these are gone: they come after these.
  @discardableResult
  func drop(_ id: UUID) -> ClosedRange<Int>? {
    let journal = journals.removeValue(forKey: id)
    isSuperseded(id)
    journal?.file?.cancel()
    journal?.standIn?.cancel()
    if let file = journal?.file { writer.release(file) }
    let numbers = journal?.numbers ?? place?.found[id]?.numbers
    place?.found[id] = numbers.map { JournalFiles(numbers: $0) }
    return numbers
  }

  /// Whether what is in a window is in its journals, or on the disk, whatever becomes of the record.
  func covers(_ scene: SceneSession, whenCaughtUp: Bool = false) -> Bool {
    guard let journal = journals[scene.id] else {
      let known = scene.generationOnDisk == nil ? scene.lastCovered : scene.lastSaved
      return known?.isSame(as: scene.snapshot()) == true
    }
    return journal.isComplete && !journal.isBroken && (whenCaughtUp || journal.behind == 0)
      && scene.unjournaled.isEmpty
  }

  private func isSuperseded(_ id: UUID) {
    unflushed[id] = nil
    for number in flushing.keys { flushing[number]?.removeAll { $0 == id } }
  }

  /// The writer has encoded and saved a value.
  func knows(_ id: UUID, _ value: StateValue, for key: String) {
    journals[id]?.knows(value, for: key)
  }

  /// The record with this generation is on the disk.
  func isOnDisk(_ id: UUID, generation: Int) {
    place?.found[id] = nil
    guard let journal = journals[id] else { return }
    journal.isOnDisk(generation: generation)
    // What the record has needs no journal any more.
    if journal.file == nil { isSuperseded(id) }
  }
}
