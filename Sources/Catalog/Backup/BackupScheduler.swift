// Sees to it that there is a backup of every day on which something changed. It looks once, soon
// after opening, and after a change; a process in which nothing happens is never woken. Closing
// stops a backup that is being made.

import Foundation

/// When backups are made by themselves.
struct BackupPlan: Sendable {
  /// How long after opening, when something has changed since the last one.
  var openingDelay: TimeInterval = 30
  /// How long after the first change: it is seldom alone, and the day has but one backup.
  var changeDelay: TimeInterval = 600
  /// From one backup to the next.
  var interval: TimeInterval = 86_400
  /// After one that failed.
  var pause: TimeInterval = 3600
}

final class BackupScheduler: @unchecked Sendable {
  let notices = Broadcast<CatalogNotice>()
  let directory: BackupDirectory
  private let plan: BackupPlan
  private let queue = DispatchQueue(label: "catalog.backup", qos: .utility)
  /// Lets go of old backups and of what only they referred to.
  private let tidy: @Sendable (BackupDirectory, BackupStop) throws -> Void

  // The lock guards everything below it.
  private let lock = NSLock()
  private let stop = BackupStop()
  private var isKeeping = false
  private var isStopped = false
  private var hasReportedDamage = false
  private var timer: (any DispatchSourceTimer)?
  private var earliest = Date.distantPast

  init(
    _ directory: BackupDirectory, _ plan: BackupPlan,
    tidy: @escaping @Sendable (BackupDirectory, BackupStop) throws -> Void
  ) {
    self.directory = directory
    self.plan = plan
    self.tidy = tidy
  }

  deinit {
    timer?.cancel()
  }

  /// Begins to keep backups of a catalogue that may be written to: looks whether something has
  /// changed since the newest one.
  func begin() {
    queue.async { [self] in
      let newest = newestRegular()
      lock.withLock {
        earliest = newest.map { $0.date + plan.interval } ?? .distantPast
        isKeeping = !isStopped
      }
      // Of an empty catalogue none is made: it would be the only one of a day on which much
      // may be entered.
      let isDue = newest.map { hasChanged(since: $0.date) } ?? hasProducts()
      if isDue { arrange(after: plan.openingDelay) }
    }
  }

  /// Whether a backup is going to be made by itself.
  var isWaiting: Bool { lock.withLock { timer != nil } }

  /// Something was committed, here or by another process.
  func changed() { arrange(after: plan.changeDelay) }

  private func arrange(after delay: TimeInterval) {
    lock.withLock {
      guard isKeeping, timer == nil else { return }
      let wait = max(delay, earliest.timeIntervalSinceNow)
      let timer = DispatchSource.makeTimerSource(queue: queue)
      // By the wall clock: a day counts while the computer sleeps, too.
      timer.schedule(wallDeadline: .now() + wait, leeway: .seconds(Int(wait / 10)))
      timer.setEventHandler { [weak self] in self?.makeIfDue() }
      self.timer = timer
      timer.resume()
    }
  }

  /// Makes a backup now, whatever the day.
  func make() async throws -> CatalogBackup {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in
        continuation.resume(with: Result { try makeNow(patience: 5) })
      }
    }
  }

  /// Stops what is being made and waits for it to end.
  func end() async {
    lock.withLock {
      isStopped = true
      isKeeping = false
      timer?.cancel()
      timer = nil
    }
    stop.stop()
    await settle()
    notices.finish()
  }

  /// Waits for what is being done.
  func settle() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// A call came upon damage: told once, since every further call may.
  func reportDamage(_ error: CatalogError) {
    let isNew = lock.withLock {
      defer { hasReportedDamage = true }
      return !hasReportedDamage
    }
    guard isNew else { return }
    queue.async { [self] in
      notices.publish(.damaged(error, newestBackup: directory.newest()))
    }
  }

  private func makeIfDue() {
    lock.withLock {
      timer?.cancel()
      timer = nil
    }
    // Another process may have made it.
    if let newest = newestRegular(), newest.date + plan.interval > Date() {
      lock.withLock { earliest = newest.date + plan.interval }
      return changed()
    }
    do {
      _ = try makeNow(patience: 0)
    } catch {
      lock.withLock { earliest = Date() + plan.pause }
      switch error as? CatalogError {
      // Told already, or another process is at it.
      case nil, .damaged, .closed, .locked: break
      case let error?: notices.publish(.backupFailed(error))
      }
    }
  }

  private func makeNow(patience: TimeInterval) throws -> CatalogBackup {
    do {
      try stop.check()
      return try directory.lock(patience: patience).hold {
        let backup = try directory.make(stop: stop)
        lock.withLock { earliest = backup.date + plan.interval }
        // The backup is there; what could not be tidied up is tidied up the next time.
        try? tidy(directory, stop)
        return backup
      }
    } catch is CancellationError {
      throw CatalogError.closed
    } catch let error as CatalogError {
      if case .damaged = error { reportDamage(error) }
      throw error
    }
  }

  private func newestRegular() -> CatalogBackup? {
    // One from the future, of a clock that was wrong, must not keep others from being made.
    (try? directory.backups())?.first { $0.kind == .regular && $0.date <= Date() }
  }

  private func hasProducts() -> Bool {
    (try? directory.catalogue.reader().integer("SELECT EXISTS (SELECT 1 FROM product)")) == 1
  }

  private func hasChanged(since date: Date) -> Bool {
    [directory.catalogue.path, directory.catalogue.path + "-wal"].contains { path in
      var status = stat()
      guard stat(path, &status) == 0, status.st_size > 0 else { return false }
      return Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec)) >= date
    }
  }
}
