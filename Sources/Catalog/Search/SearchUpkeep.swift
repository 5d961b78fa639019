// SPDX-License-Identifier: Apache-2.0
// Updates the full-text index after commands: with a delay, so that more may have come, and a few
// products at a time, so that the next command of this or another process does not wait long. If it
// cannot, nothing is lost: the next command or the next start continues.

import Foundation

/// Sendable because its mutable state is only used on the queue.
final class SearchUpkeep: @unchecked Sendable {
  private let queue: ConnectionQueue
  private let lock: CatalogLock
  private let checkpointPages: Int
  /// Called when a page of the file is damaged.
  private let met: @Sendable (SQLiteError) -> Void
  /// Used on the queue alone.
  private var isDue = false

  private static let pause = DispatchTimeInterval.milliseconds(250)
  /// The pause between two batches. Other processes try the lock every 20 ms.
  private static let gap = DispatchTimeInterval.milliseconds(25)
  /// How many products are indexed in one transaction, and for how long. A product may have a
  /// megabyte of text.
  private static let piece = (count: 500, time: Duration.milliseconds(100))

  init(
    queue: ConnectionQueue, lock: CatalogLock, checkpointPages: Int,
    whenDamaged met: @escaping @Sendable (SQLiteError) -> Void
  ) {
    self.queue = queue
    self.lock = lock
    self.checkpointPages = checkpointPages
    self.met = met
  }

  /// Call on the queue, after a command and at the start.
  func follow() { follow(after: Self.pause) }

  private func follow(after pause: DispatchTimeInterval) {
    guard !isDue else { return }
    isDue = true
    queue.schedule(after: pause) { [weak self] connection in
      self?.isDue = false
      self?.index(connection)
    }
  }

  private func index(_ connection: Connection) {
    // Where it fails, the next command or the next start continues.
    let work = Result {
      try lock.holdIfFree {
        let isDone = try Self.indexSome(connection)
        try? connection.checkpoint(ifLogHas: checkpointPages)
        return isDone
      }
    }
    connection.giveRoomBack()
    switch work {
    case .success(.some(true)): break
    case .failure(let error as SQLiteError) where error.isDamage && !error.isDamageOfIndex:
      met(error)
    case .failure: break
    case .success(.some(false)): queue.schedule(after: Self.gap) { [weak self] in self?.index($0) }
    // Somebody else is writing.
    case .success(.none): follow(after: .seconds(1))
    }
  }

  /// Indexes some products. Call with the catalogue's lock held. Returns whether none are left.
  @discardableResult
  static func indexSome(_ connection: Connection) throws -> Bool {
    let index = SearchIndex(connection: connection)
    guard !connection.isReplaced, try !index.isUpToDate() else { return true }
    return try connection.transaction(.write) {
      try index.refresh(atMost: piece.count, until: .now + piece.time)
    }
  }

  /// The same in the transaction of a command, so that the command is refused if a page of the index is damaged. An index
  /// that does not match what it is about stays as it is.
  static func indexSome(within connection: Connection) throws {
    try connection.run("SAVEPOINT upkeep")
    do {
      try SearchIndex(connection: connection)
        .refresh(atMost: piece.count, until: .now + piece.time)
    } catch let error as SQLiteError where error.isDamageOfIndex {
      try connection.run("ROLLBACK TO upkeep")
    }
    try connection.run("RELEASE upkeep")
  }
}
