// SPDX-License-Identifier: Apache-2.0
// Checks the file for damage in the background, one table at a time: checking all of a large file
// when it is opened would take too long. It remembers where it was, so that even a program that
// never runs for long gets to the end.

import Foundation

/// Sendable because what changes is used on the queue alone.
final class SoundnessCheck: @unchecked Sendable {
  let file: CatalogFile
  private let found: @Sendable (CatalogError) -> Void
  private let queue = DispatchQueue(label: "catalog.soundness", qos: .background)
  let stop = BackupStop()
  /// Runs something short on the connection that writes, with the catalogue's lock held; nil if that is not possible now.
  let writing: Writing?

  typealias Writing = @Sendable ((Connection) throws -> UInt32) -> UInt32?

  /// After how long a table is checked again.
  private let interval: TimeInterval
  private let pause: TimeInterval

  /// Calls `found` when there is damage. Without `writing`, sums that are in doubt stay so.
  init(
    _ file: CatalogFile, interval: TimeInterval = 86_400, pause: TimeInterval = 2,
    writing: Writing? = nil, found: @escaping @Sendable (CatalogError) -> Void
  ) {
    self.file = file
    self.interval = interval
    self.pause = pause
    self.writing = writing
    self.found = found
  }

  func begin(after delay: TimeInterval) {
    queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.next() }
  }

  /// Stops a check in progress and waits for it to end.
  func end() async {
    stop.stop()
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  /// Checks the table that is due; returns its name, nil if none is.
  @discardableResult
  func checkOne() throws -> String? {
    // After the end, the time of the next table still comes: SQLite would make files beside one that is being removed.
    try stop.check()
    let connection = try file.reader()
    defer { connection.close() }
    var record = SoundnessRecord(of: file)
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
    ) { $0.text("name") }
    let now = Date()
    let due = tables.map { ($0, record.checked[$0] ?? .distantPast) }
      .filter { now.timeIntervalSince($1) > interval || $1 > now }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }
    guard let table = due?.0 else { return nil }
    let name = table.replacingOccurrences(of: "'", with: "''")
    let damage = try stop.whileRunning(connection) {
      try connection.damage("quick_check('\(name)')").first
    }
    if let damage {
      record.set(damage: damage, isConfirmed: true)
      record.save()
      throw CatalogError.damaged(file: file.path, reason: damage)
    }
    record.checked = record.checked.filter { tables.contains($0.key) }
    record.checked[table] = now
    record.save()
    return table
  }

  private func next() {
    do {
      try settleSums()
      if try checkOne() != nil { begin(after: pause) }
    } catch let error as CatalogError {
      if case .damaged = error { found(error) }
    } catch let error as SQLiteError where error.isDamage {
      found(CatalogError(error, file: file.path))
    } catch {
      // Stopped, or the file cannot be read at the moment.
    }
  }
}
