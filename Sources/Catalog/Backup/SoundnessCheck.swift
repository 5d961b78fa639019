// SPDX-License-Identifier: Apache-2.0
// Checks the file for damage in the background, some pages and one table at a time: checking all of a
// large file when it is opened would take too long. It remembers where it was, so that even a program
// that never runs for long gets to the end. All pages have been compared within an hour of use.

import Foundation

/// Sendable because what changes is used on the queue alone.
final class SoundnessCheck: @unchecked Sendable {
  let file: CatalogFile
  private let found: @Sendable (CatalogError) -> Void
  private let queue = DispatchQueue(label: "catalog.soundness", qos: .background)
  let stop = BackupStop()
  /// How many pages are compared before a pause: 32 MB, so that half an hour is enough for 16 GB.
  let atOnce: Int64
  /// Runs something short on the connection that writes, with the catalogue's lock held; nil if that is not possible now.
  let writing: Writing?

  typealias Writing = @Sendable ((Connection) throws -> UInt32) -> UInt32?

  /// After how long everything is checked again.
  private let interval: TimeInterval
  private let pause: TimeInterval

  /// Calls `found` when there is damage. Without `writing`, sums that are in doubt stay so.
  init(
    _ file: CatalogFile, interval: TimeInterval = 86_400, pause: TimeInterval = 2,
    atOnce: Int64 = 8192,
    writing: Writing? = nil, found: @escaping @Sendable (CatalogError) -> Void
  ) {
    self.file = file
    self.interval = interval
    self.pause = pause
    self.atOnce = atOnce
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

  /// Checks the table that is due; returns its name, nil if none is. Since a date: thoroughly, each that was not checked then.
  @discardableResult
  func checkOne(since: Date? = nil) throws -> String? {
    // After the end, the time of the next table still comes: SQLite would make files beside one that is being removed.
    try stop.check()
    let connection = try file.reader()
    defer { connection.close() }
    let begun = Date()
    var record = SoundnessRecord(of: file)
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
    ) { $0.text("name") }
    let due = tables.map { ($0, record.checked[$0] ?? .distantPast) }
      .filter { isDue($1) || $1 < (since ?? .distantPast) }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }
    guard let table = due?.0 else { return nil }
    let name = table.replacingOccurrences(of: "'", with: "''", options: .literal)
    let damage = try stop.whileRunning(connection) {
      // The thorough one works out what indexes compute.
      let isThorough = try since != nil && Schema.intrusion(in: connection) == nil
      return try connection.damage("\(isThorough ? "integrity" : "quick")_check('\(name)')").first
    }
    if let damage { try remember(damage: damage) }
    // It may have taken long.
    record = SoundnessRecord(of: file)
    record.checked = record.checked.filter { tables.contains($0.key) }
    record.checked[table] = begun
    record.save()
    return table
  }

  func isDue(_ date: Date) -> Bool {
    let now = Date()
    return now.timeIntervalSince(date) > interval || date > now
  }

  func remember(damage: String) throws -> Never {
    let error = CatalogError.damaged(file: file.path, reason: damage)
    // Before the disk takes its time: meanwhile something could be written.
    found(error)
    var record = SoundnessRecord(of: file)
    record.set(damage: damage, isConfirmed: true)
    record.save()
    throw error
  }

  private func next() {
    do {
      let isMore = try compareSome()
      let isTable = try checkOne() != nil
      begin(after: isMore || isTable ? pause : interval)
    } catch let error as SQLiteError where error.isDamage {
      found(CatalogError(error, file: file.path))
    } catch {
      // Damage that was found and told, the end, or a file that cannot be read at the moment.
    }
  }
}
