// Has the full-text index follow the commands: some time after one, when more may have come, and a
// few products at a time, so that the next command, here or of another process, need not wait for
// long. Whatever keeps it from doing so, nothing is lost: the next command or the next start finds
// what is still to be done.

import Foundation

/// Sendable because what changes is used on the queue alone.
final class SearchUpkeep: @unchecked Sendable {
  private let queue: ConnectionQueue
  private let lock: CatalogLock
  private let checkpointPages: Int
  /// Used on the queue alone.
  private var isDue = false

  private static let pause = DispatchTimeInterval.milliseconds(250)
  /// Between two pieces. Other processes look for the lock every 20 ms.
  private static let gap = DispatchTimeInterval.milliseconds(25)
  /// How many products the index is told of in one transaction, and for how long. A product may
  /// have a megabyte of text.
  private static let piece = (count: 500, time: Duration.milliseconds(100))

  init(queue: ConnectionQueue, lock: CatalogLock, checkpointPages: Int) {
    self.queue = queue
    self.lock = lock
    self.checkpointPages = checkpointPages
  }

  /// Called on the queue, after a command and at the start.
  func follow() {
    guard !isDue else { return }
    isDue = true
    queue.schedule(after: Self.pause) { [weak self] connection in
      self?.isDue = false
      self?.tell(connection)
    }
  }

  private func tell(_ connection: Connection) {
    let isDone = try? lock.hold {
      let isDone = try Self.indexSome(connection)
      try? connection.checkpoint(ifLogHas: checkpointPages)
      return isDone
    }
    connection.giveRoomBack()
    if isDone == false { queue.schedule(after: Self.gap) { [weak self] in self?.tell($0) } }
  }

  /// Tells the index of some products; to be called with the catalogue's lock held. Whether that
  /// were all.
  @discardableResult
  static func indexSome(_ connection: Connection) throws -> Bool {
    let index = SearchIndex(connection: connection)
    guard !connection.isReplaced, try !index.isUpToDate() else { return true }
    return try connection.transaction(.write) {
      try index.refresh(atMost: piece.count, until: .now + piece.time)
    }
  }
}
