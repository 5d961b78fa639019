// Has the full-text index follow the commands: some time after one, when more may have come, and a
// few products at a time, so that the next command need not wait for long. Whatever keeps it from
// doing so, nothing is lost: the next command or the next start finds what is still to be done.

import Foundation

final class SearchUpkeep: @unchecked Sendable {
  private let queue: ConnectionQueue
  private let lock: CatalogLock
  /// Used on the queue alone.
  private var isDue = false

  private static let pause = DispatchTimeInterval.milliseconds(250)
  /// How many products the index is told of in one transaction.
  static let piece = 500

  init(queue: ConnectionQueue, lock: CatalogLock) {
    self.queue = queue
    self.lock = lock
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
    guard let isDone = try? lock.hold({ try Self.tellSome(connection) }) else { return }
    connection.giveRoomBack()
    if !isDone { queue.schedule { [weak self] in self?.tell($0) } }
  }

  /// Tells the index of some products; to be called with the catalogue's lock held. Whether that
  /// were all.
  @discardableResult
  static func tellSome(_ connection: Connection) throws -> Bool {
    guard !connection.isReplaced,
      try connection.integer("SELECT EXISTS (SELECT 1 FROM search_outdated)") == 1
    else { return true }
    return try connection.transaction(.write) {
      try SearchIndex(connection: connection).refresh(atMost: piece)
    }
  }
}
