// SPDX-License-Identifier: Apache-2.0
// The connections of an open catalogue: one writer and several readers, each on its own queue. A
// write is one transaction under the catalogue's lock; once it is on the disk, observers and other
// processes are notified.

import Foundation
import Synchronization

final class Database: Sendable {
  let file: CatalogFile
  let readOnlyReason: CatalogError?
  let observers = Broadcast<CatalogChange>()
  let pictureFiles: PictureFiles
  let backups: BackupScheduler
  private let writer: WriterQueue?
  private let searchUpkeep: SearchUpkeep?
  private let readers: ReaderPool
  /// The connection on which lists follow what is written; nil if nothing is written here.
  private let lists: ConnectionQueue?
  private let watch: FileWatch?
  /// Where the file is; nil for one command.
  let place: PlaceWatch?
  /// Whether it was overwritten; nil if that can't be told, as where nothing is written.
  private let content: FileContent?
  let historyBounds: HistoryBounds
  /// Asks a user whether the history may lose so much.
  private let acceptsLoss: (@Sendable (HistoryLoss) async -> Bool)?
  /// Asks a user what to do with what undo would overwrite; nil for nothing at all.
  private let decides: (@Sendable (UndoClash) async -> UndoClash.Choice?)?

  /// The first damage that was found: from then on nothing is written.
  private let damageFound: FirstDamage
  private let soundness: SoundnessCheck
  /// Whether this is open in a program that people work in, not for one command.
  private let isLongOpen: Bool
  /// Whether the full-text index is brought up to date with each command, as far as that does not take long, and not some
  /// time after it.
  private let indexesAtOnce: Bool

  /// Whether room is kept on the disk for when it is full, and how much of it there was.
  private let keepsReserve: Bool
  private let reserveBefore: Int

  /// Whether anything was changed since this was opened, by whoever has it open here.
  let hasChanged = Atomic(false)

  /// The log is checkpointed when it has this many pages.
  private let checkpointPages: Int

  init(
    _ file: CatalogFile, patience: TimeInterval, checkpointPages: Int, history: HistoryBounds,
    plan: BackupPlan?, isForReading: Bool = false, keepsReserve: Bool = false,
    freesRoom: Bool = false, indexesAtOnce: Bool = false,
    whenWaiting: (@Sendable () -> Void)? = nil,
    whenConverting: (@Sendable (ConversionProgress) -> Void)? = nil,
    acceptsLoss: (@Sendable (HistoryLoss) async -> Bool)? = nil,
    decides: (@Sendable (UndoClash) async -> UndoClash.Choice?)? = nil
  ) throws {
    historyBounds = history
    let damageFound = FirstDamage()
    self.damageFound = damageFound
    (self.acceptsLoss, self.decides) = (acceptsLoss, decides)
    self.indexesAtOnce = indexesAtOnce
    let lock = CatalogLock(file.lockPath, patience: patience, whenWaiting: whenWaiting)
    let folder = BackupDirectory(catalogue: file)
    self.keepsReserve = keepsReserve
    reserveBefore = file.reserve.kept
    let connections = try file.open(
      lock: lock, isForReading: isForReading, freesRoom: freesRoom, whenConverting: whenConverting
    ) {
      try folder.lock(patience: patience).hold { _ = try folder.make(.beforeConverting) }
    }
    self.file = file
    self.checkpointPages = checkpointPages
    let pictureFiles = PictureFiles(
      root: file.picturesPath, secondRoot: file.isBackup ? folder.picturesPath : nil)
    self.pictureFiles = pictureFiles
    readOnlyReason = connections.readOnlyReason
    content =
      file.isBackup
      ? nil
      : (connections.writer ?? connections.readers.first).flatMap {
        FileContent(
          file.path, lockPath: file.lockPath, seenBy: $0, isSound: { try CatalogFile.isSound($0) })
      }
    for connection in connections.readers { connection.content = content }
    connections.writer?.content = content
    var readers = connections.readers.map { ConnectionQueue($0, label: "catalog.reader") }
    lists = connections.writer == nil ? nil : readers.popLast()
    self.readers = ReaderPool(readers)
    writer = connections.writer.map {
      WriterQueue(queue: ConnectionQueue($0, label: "catalog.writer"), lock: lock)
    }
    let backups = BackupScheduler(folder, plan ?? BackupPlan()) { directory, stop in
      try directory.removeSurplus()
      let lock = CatalogLock(file.lockPath, patience: patience)
      try OrphanedPictures(pictureFiles: pictureFiles, backups: directory).remove(stop) { body in
        try lock.hold { try body(file.reader()) }
      }
    }
    self.backups = backups
    let searchUpkeep = (indexesAtOnce ? nil : writer).map {
      SearchUpkeep(queue: $0.queue, lock: $0.lock, checkpointPages: checkpointPages) {
        [weak backups, damageFound] error in
        damageFound.remember(error, of: file)
        backups?.reportDamage(CatalogError(error, file: file.path))
      }
    }
    writer?.queue.schedule { _ in
      searchUpkeep?.follow()
      pictureFiles.removePassing()
      try? folder.removeAbandoned()
    }
    self.searchUpkeep = searchUpkeep
    let queue = writer?.queue ?? readers[0]
    let seen = SeenVersion()
    queue.schedule { seen.hasMoved($0) }
    // A backup never changes.
    watch =
      file.isBackup
      ? nil
      : FileWatch(of: file.lockPath, for: .touched) {
        [observers, weak queue] in
        queue?.schedule {
          // A commit of this connection does not change the version it sees.
          guard seen.hasMoved($0) || $0.isReplaced else { return }
          observers.publish(.everything)
          backups.changed()
        }
      }
    place = plan == nil ? nil : PlaceWatch(file.path, lockPath: file.lockPath, content: content)
    isLongOpen = writer != nil && plan != nil
    let writing: SoundnessCheck.Writing? = writer.map { writer in
      { @Sendable body in
        writer.queue.pause(using: { connection -> UInt32? in
          guard !connection.isReplaced else { return nil }
          return (try? writer.lock.holdIfFree { try body(connection) }) ?? nil
        }) ?? nil
      }
    }
    soundness = SoundnessCheck(file, writing: writing) {
      [weak backups, damageFound, content] error in
      if content?.isOverwritten == true { return }
      damageFound.set(error)
      backups?.reportDamage(error)
    }
    if writer != nil, let plan {
      backups.begin()
      soundness.begin(after: plan.openingDelay)
      giveRoomBack(after: .seconds(5))
    }
  }

  deinit {
    observers.finish()
  }

  /// Reads one snapshot; if the task is cancelled, the query is interrupted. In the background, it waits
  /// until nothing else is read, and throws `CancellationError` when somebody would have to wait for it.
  func read<Value: Sendable>(
    inBackground: Bool = false, _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await translatingErrors {
      let read = { @Sendable [file] (connection: Connection) in
        try connection.inPlace(of: file.path) {
          try connection.transaction(.read) { try body(connection) }
        }
      }
      if inBackground { return try await readers.runInBackground(read) }
      do {
        return try await readers.run(read)
      } catch let error as SQLiteError where error.kind == .interrupted && !Task.isCancelled {
        // This read was not cancelled. SQLite keeps an interruption as long as any statement of the
        // connection runs, so one that came too late for the previous read can end this one.
        return try await readers.run(read)
      }
    }
  }

  /// Reads a snapshot of a moment when everything that this process has written is published and
  /// nothing else is being written, and passes on what `take` gives at that same moment. The writer
  /// stops only for that moment: however long the read takes, no change waits for it.
  func readBetweenWrites<Taken, Value: Sendable>(
    taking take: @escaping @Sendable () -> Taken,
    _ body: @escaping @Sendable (Connection, Taken) throws -> Value
  ) async throws -> Value {
    guard let writer, let lists else { return try await read { try body($0, take()) } }
    return try await translatingErrors {
      try await lists.run(isInterruptible: true) { [file] connection in
        try connection.inPlace(of: file.path) {
          try connection.transaction(.read) {
            let taken = try writer.queue.pause {
              // The first row that is read decides what the transaction sees.
              _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
              return take()
            }
            return try body(connection, taken)
          }
        }
      }
    }
  }

  typealias Outcome<Value> = History.Outcome<Value>

  /// Carries out a command: one transaction, one step of undo. `pictures` are put in place first;
  /// `count` gives the number of products it was about, if that is not the number of those changed.
  /// If `isInterruptible`, cancelling the task rolls back what was done. Unless `mayAsk`, what would lose too
  /// much of the history is refused without asking anybody.
  func carryOut<Value: Sendable>(
    _ command: CatalogCommand.Kind, storing pictures: [StagedPicture] = [],
    isInterruptible: Bool = false, mayAsk: Bool = true, count: (@Sendable (Value) -> Int)? = nil,
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws -> Value {
    try await askingBeforeLoss(mayAsk: mayAsk) { [self] bounds in
      try await underLock(isInterruptible: isInterruptible) { [self] connection in
        try pictureFiles.putInPlace(pictures, connection)
        connection.recording.onlyEdits = pictures.isEmpty
        return try change(connection) {
          try History(connection: connection, bounds: bounds).record(command, count: count) {
            try body(connection)
          }
        }
      }
    }
  }

  private func change<Value>(_ connection: Connection, _ body: () throws -> Value) throws -> Value {
    try connection.transaction(.write) {
      let value = try body()
      if indexesAtOnce { try SearchUpkeep.indexSome(within: connection) }
      return value
    }
  }

  /// Runs `body`, once more if it was refused because the history would lose too much and the user
  /// accepts that.
  func askingBeforeLoss<Value: Sendable>(
    mayAsk: Bool = true, _ body: @Sendable (HistoryBounds) async throws -> Value
  ) async throws -> Value {
    do { return try await body(historyBounds) } catch CatalogError.wouldForget(let loss) {
      guard mayAsk, let acceptsLoss, await acceptsLoss(loss) else {
        throw CatalogError.wouldForget(loss)
      }
      var bounds = historyBounds
      bounds.asks = false
      return try await body(bounds)
    }
  }

  /// Undoes or redoes a step. Somebody is asked before that overwrites what was changed outside the history.
  func step(
    _ choice: UndoClash.Choice? = nil,
    _ body: @escaping @Sendable (History) throws -> (CatalogCommand, [CatalogChange])?
  ) async throws -> CatalogCommand? {
    do {
      return try await changeHistory(choice) { try body($0) ?? (nil, []) }
    } catch CatalogError.wouldOverwrite(let clash) {
      guard let answer = await decides?(clash) else { throw CatalogError.wouldOverwrite(clash) }
      return try await changeHistory(answer) { history in
        // The answer was about this command.
        guard try history.next(isUndo: clash.isUndo)?.command == clash.command else {
          throw CatalogError.wouldOverwrite(clash)
        }
        return try body(history) ?? (nil, [])
      }
    }
  }

  func changeHistory<Value: Sendable>(
    _ choice: UndoClash.Choice? = nil, mayAsk: Bool = true,
    _ body: @escaping @Sendable (History) throws -> Outcome<Value>
  ) async throws -> Value {
    try await askingBeforeLoss(mayAsk: mayAsk) { [self] bounds in
      try await underLock { [self] connection in
        var bounds = bounds.limited(by: file.directory)
        bounds.overwriting = choice
        return try change(connection) {
          try body(History(connection: connection, bounds: bounds))
        }
      }
    }
  }

  /// Runs `body`, which frees room in the end, and once more with what is kept for that if the disk is full.
  func freeing<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch CatalogError.diskFull(let full) {
      guard file.reserve.giveUp() else { throw CatalogError.diskFull(file: full) }
      return try await body()
    }
  }

  /// Runs `body`, which makes one transaction itself, with the catalogue's lock held.
  func underLock<Value: Sendable>(
    isInterruptible: Bool = false,
    _ body: @escaping @Sendable (Connection) throws -> Outcome<Value>
  ) async throws -> Value {
    guard let writer else { throw CatalogError.readOnly(file: file.path) }
    if let damage = damageFound.error { throw damage }
    return try await translatingErrors {
      try await writer.queue.run(
        isInterruptible: isInterruptible,
        afterwards: { [self] in
          // It wakes other threads and processes: the caller need not wait for that.
          if writer.lock.isCommitted { writer.lock.signalCommit() }
          searchUpkeep?.follow()
          giveRoomBack(after: .seconds(2))
        }
      ) { [self] connection in
        // A lock would be made in the place of the one that is gone.
        if connection.hasMoved { throw CatalogError.replaced(file: file.path) }
        defer { connection.giveRoomBack() }
        let outcome = try writer.lock.hold {
          defer { content?.setLogAside() }
          return try connection.inPlace(of: file.path, isWriting: true) {
            // The change is safe, or there was none: an orphaned picture takes space and does no
            // harm, and a failed checkpoint only leaves the log as it is.
            connection.recording.onlyEdits = false
            defer {
              if !connection.recording.onlyEdits {
                try? pictureFiles.removeOrphans(connection, unlessIn: backups.directory)
              }
            }
            let outcome = try body(connection)
            writer.lock.isCommitted = true
            return outcome
          }
        }
        // Not while the caller waits: after a large change it takes as long as the change itself.
        if connection.logPages >= checkpointPages { scheduleCheckpoint() }
        if !outcome.changes.isEmpty { hasChanged.store(true, ordering: .relaxed) }
        outcome.changes.forEach(observers.publish)
        backups.changed()
        return outcome.value
      }
    }
  }

  /// Free pages are given back to the disk while nothing else is to be done, a few at a time, until
  /// only as many are left as the next changes will use.
  private func giveRoomBack(after pause: DispatchTimeInterval) {
    guard isLongOpen else { return }
    writer?.queue.schedule(after: pause) { [weak self] connection in
      guard let self, let writer else { return }
      let isMore = try? writer.lock.holdIfFree {
        guard !connection.isReplaced, try connection.hasMuchFreeRoom() else { return false }
        try connection.execute("PRAGMA incremental_vacuum(512)")
        try connection.checkpoint(ifLogHas: checkpointPages)
        return try connection.hasMuchFreeRoom()
      }
      if isMore == true { return giveRoomBack(after: .milliseconds(50)) }
      if keepsReserve { file.reserve.make() }
    }
  }

  private func scheduleCheckpoint() {
    writer?.queue.schedule { [writer, checkpointPages] connection in
      // The process that holds the lock now makes a checkpoint after its own commit.
      _ = try? writer?.lock.holdIfFree { try connection.checkpoint(ifLogHas: checkpointPages) }
    }
  }

  /// Finishes the work in progress, checkpoints the log and closes the file.
  func close() async {
    observers.finish()
    await place?.end()
    await soundness.end()
    await backups.end()
    await readers.close()
    await lists?.close()
    guard let writer else { return }
    await writer.queue.close {
      [file, content, damageFound, indexesAtOnce, keepsReserve, reserveBefore] connection in
      // Nothing more is written to a damaged file.
      guard damageFound.error == nil else { return connection.close() }
      // The log is gone then, and may have needed some of it.
      defer { if keepsReserve { file.reserve.make(atLeast: reserveBefore) } }
      // Without the lock, the log is left for the next start to checkpoint.
      _ = try? writer.lock.holdIfFree {
        let upkeep = Result { if !indexesAtOnce { try SearchUpkeep.indexSome(connection) } }
        defer {
          connection.close()
          content?.setLogAside()
        }
        if case .failure(let error as SQLiteError) = upkeep, error.isDamage, !error.isDamageOfIndex
        {
          return damageFound.remember(error, of: file)
        }
        guard !connection.isReplaced else { return }
        connection.allowCheckpointOnClose()
        try CheckpointCount(file.lockPath).counting { connection.close() }
      }
    }
  }

  private func translatingErrors<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as SQLiteError {
      if error.kind == .interrupted { throw CancellationError() }
      if !error.isDamageOfIndex { damageFound.remember(error, of: file) }
      let error = CatalogError(error, file: file.path)
      if case .damaged = error { backups.reportDamage(error) }
      throw error
    }
  }
}

/// The writing connection's queue and the lock that is taken on it. Sendable because the lock is
/// used on that queue alone.
private struct WriterQueue: @unchecked Sendable {
  let queue: ConnectionQueue
  /// Used on the queue alone.
  let lock: CatalogLock
}

/// The first damage that was found.
private final class FirstDamage: Sendable {
  private let first = Mutex<CatalogError?>(nil)

  var error: CatalogError? { first.withLock { $0 } }

  func set(_ error: CatalogError) { first.withLock { $0 = $0 ?? error } }

  /// If it is one of damage, nothing is written any more, by this process or by those that open the file later.
  func remember(_ error: SQLiteError, of file: CatalogFile) {
    let error = CatalogError(error, file: file.path)
    guard case .damaged(_, let reason) = error else { return }
    set(error)
    // What is known of damage is about the catalogue's own file.
    guard !file.isBackup else { return }
    var record = SoundnessRecord(of: file)
    guard record.damage == nil else { return }
    record.set(damage: reason, isConfirmed: false)
    record.save()
  }
}

/// The version of the file that a connection saw last.
private final class SeenVersion: Sendable {
  private let version = Mutex(0)

  /// Whether another connection has committed since the last call.
  @discardableResult
  func hasMoved(_ connection: Connection) -> Bool {
    guard let current = try? connection.integer("PRAGMA data_version") else { return false }
    return version.withLock { version in
      defer { version = current }
      return current != version
    }
  }
}
