// SPDX-License-Identifier: Apache-2.0
// Makes a backup of every day on which something changed. It checks once soon after opening, and
// after a change; an idle process is never woken. Closing stops a backup in progress.

import Foundation

/// When automatic backups are made.
struct BackupPlan: Sendable {
  /// The delay after opening, if something has changed since the last backup.
  var openingDelay: TimeInterval = 30
  /// The delay after a first change: more will follow, and a day has only one backup.
  var changeDelay: TimeInterval = 600
  /// The time from one backup to the next.
  var interval = DateComponents(day: 1)
  /// The delay after a failed backup.
  var pause: TimeInterval = 3600

  /// When the next one is due, by the calendar: a day may have 23 hours, or 25.
  func next(after date: Date) -> Date {
    Calendar(identifier: .gregorian).date(byAdding: interval, to: date) ?? date
  }
}

/// Sendable because the lock guards all that changes; a `Mutex` could not hold the timer, which is
/// not Sendable.
final class BackupScheduler: @unchecked Sendable {
  let notices = Broadcast<CatalogNotice>()
  let directory: BackupDirectory
  private let plan: BackupPlan
  private let queue = DispatchQueue(label: "catalog.backup", qos: .utility)
  /// Deletes old backups and the pictures that only they referred to.
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

  /// Starts making backups of a writable catalogue: checks whether something has changed since the
  /// newest one.
  func begin() {
    queue.async { [self] in
      let newest = newestRegular()
      lock.withLock {
        earliest = newest.map { plan.next(after: $0.date) } ?? .distantPast
        isKeeping = !isStopped
      }
      // An empty catalogue is not backed up: that would be the only backup of a day on which much
      // may be entered.
      let isDue = newest.map { hasChanged(since: $0.date) } ?? hasProducts()
      if isDue { arrange(after: plan.openingDelay) }
    }
  }

  /// Whether an automatic backup is scheduled.
  var isWaiting: Bool { lock.withLock { timer != nil } }

  /// Something was committed, here or by another process.
  func changed() { arrange(after: plan.changeDelay) }

  private func arrange(after delay: TimeInterval) {
    lock.withLock {
      guard isKeeping, timer == nil else { return }
      let wait = max(delay, earliest.timeIntervalSinceNow)
      let timer = DispatchSource.makeTimerSource(queue: queue)
      // By the wall clock, which goes on while the computer sleeps.
      timer.schedule(wallDeadline: .now() + wait, leeway: .seconds(Int(wait / 10)))
      timer.setEventHandler { [weak self] in self?.makeIfDue() }
      self.timer = timer
      timer.resume()
    }
  }

  /// Makes a backup now, even if there is one of today.
  func make() async throws -> CatalogBackup {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in
        continuation.resume(with: Result { try makeNow(.byHand, patience: 5) })
      }
    }
  }

  /// Stops a backup in progress and waits for it to end.
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

  /// Waits for the current work to finish.
  func settle() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// Publishes damage that a call ran into, once: every later call may run into it, too.
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
    // Another process may have made one.
    if let newest = newestRegular(), plan.next(after: newest.date) > Date() {
      lock.withLock { earliest = plan.next(after: newest.date) }
      return changed()
    }
    do {
      _ = try makeNow(.regular, patience: 0)
    } catch {
      lock.withLock { earliest = Date() + plan.pause }
      switch error as? CatalogError {
      // Already reported, or another process is making one.
      case nil, .damaged, .closed, .locked: break
      case let error?: notices.publish(.backupFailed(error))
      }
    }
  }

  private func makeNow(
    _ kind: CatalogBackup.Kind, patience: TimeInterval
  ) throws -> CatalogBackup {
    do {
      try stop.check()
      return try directory.lock(patience: patience).hold {
        let backup = try directory.make(kind, stop: stop)
        lock.withLock { earliest = plan.next(after: backup.date) }
        // The backup is made; what could not be tidied up is tidied up next time.
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
    // A backup dated in the future by a wrong clock must not prevent others.
    (try? directory.backups())?.first {
      [.regular, .byHand].contains($0.kind) && $0.date <= Date()
    }
  }

  private func hasProducts() -> Bool {
    (try? directory.catalogue.reader().integer("SELECT EXISTS (SELECT 1 FROM product)")) == 1
  }

  private func hasChanged(since date: Date) -> Bool {
    let path = directory.catalogue.path
    return ([path] + (Connection.hasLog(path) ? [path + "-wal"] : [])).contains { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return false }
      return Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec)) >= date
    }
  }
}
