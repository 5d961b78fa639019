// SPDX-License-Identifier: Apache-2.0
// Whether what an open file holds was put there through SQLite: somebody may copy another catalogue over it, which keeps its
// name and its number. A copy of this catalogue is as wrong as any other, so nothing in the file tells. But only checkpoints
// write to it, and each leaves a trace elsewhere: in the index of the log, or, if it was broken off, in the count that is
// kept with the catalogue's lock. A file that has changed without one was overwritten, unless somebody only gave it another
// date: then what the file and its log have together is sound.
//
// What is left are overwritings in the milliseconds of a checkpoint.

import Foundation
import Synchronization

/// What the connections of one store know of it together.
final class FileContent: Sendable {
  enum State { case own, overwritten, unclear }

  private let path: String
  private let logPath: String
  private let checkpoints: CheckpointCount
  private let isSound: @Sendable (Connection) throws -> Bool
  /// The log that was opened. While it is open, nobody but us takes its name away.
  private let log: FileIdentity?
  private let known: Mutex<Known>

  private struct Known {
    var trace: Trace
    /// How the file began then.
    var beginning: [UInt8]
    var isOverwritten = false
    /// Whether a transaction of ours is writing, and so begins the log anew if that is done.
    var isWriting = false
  }

  /// Nil if the connection has no log. `isSound` checks what is in the file and its log together.
  init?(
    _ path: String, lockPath: String, seenBy connection: Connection,
    isSound: @escaping @Sendable (Connection) throws -> Bool
  ) {
    self.path = path
    logPath = path + "-wal"
    self.isSound = isSound
    checkpoints = CheckpointCount(lockPath)
    guard let log = FileIdentity(of: logPath),
      let trace = Trace(path, checkpoints.value, seenBy: connection)
    else { return nil }
    self.log = log
    known = Mutex(Known(trace: trace, beginning: connection.beginningOfFile))
  }

  /// Looks at it, on the connection's queue. That a checkpoint is under way makes it unclear.
  func state(_ connection: Connection) -> State { known.withLock { look(&$0, connection) } }

  /// Between these two, a transaction of this connection writes. The second throws if what it has written is for
  /// another file.
  func beginWriting(_ connection: Connection) throws {
    try require(connection)
    known.withLock { $0.isWriting = true }
  }

  func endWriting(_ connection: Connection) throws {
    let state = known.withLock { known in
      defer { known.isWriting = false }
      return look(&known, connection, isWriter: true)
    }
    if state == .overwritten { throw CatalogError.replaced(file: path) }
  }

  private func look(
    _ known: inout Known, _ connection: Connection, isWriter: Bool = false
  ) -> State {
    if known.isOverwritten { return .overwritten }
    guard FileIdentity(of: logPath) == log else {
      // Somebody else has found out and has set it aside.
      known.isOverwritten = true
      return .overwritten
    }
    let count = checkpoints.value
    guard let now = Trace(path, count, seenBy: connection) else { return .unclear }
    if now == known.trace { return .own }
    if now.file != known.trace.file {
      // All of it must be from one moment.
      guard count.isMultiple(of: 2), connection.isNobodyCheckpointing,
        checkpoints.value == count, Trace(path, count, seenBy: connection) == now
      else { return .unclear }
      // That the log begins anew is a trace, but not if we do that.
      let isBegun = known.isWriting && now.log.hasBegunAnew(since: known.trace.log)
      if isBegun, !isWriter { return .unclear }
      let beginning = connection.beginningOfFile
      if now.checkpoints == known.trace.checkpoints, isBegun || now.log == known.trace.log {
        let isOther = now.file.size != known.trace.file.size || beginning != known.beginning
        // Past what this connection has in memory.
        guard !isOther, (try? isSound(Connection(path, .readOnly))) == true else {
          known.isOverwritten = true
          return .overwritten
        }
      }
      known.beginning = beginning
    }
    known.trace = now
    return .own
  }

  /// Whether that has been found out.
  var isOverwritten: Bool { known.withLock { $0.isOverwritten } }

  func require(_ connection: Connection) throws {
    if state(connection) == .overwritten { throw CatalogError.replaced(file: path) }
  }

  /// Runs a checkpoint, with the catalogue's lock held.
  func countingCheckpoint<Value>(_ connection: Connection, _ body: () throws -> Value) throws
    -> Value
  {
    try require(connection)
    defer { _ = state(connection) }
    return try checkpoints.counting(body)
  }

  /// The log of one file must never be used with another: it gets another name, with the catalogue's lock held, if the file
  /// was overwritten. What was not yet in the file is in it, should anybody ask.
  func setLogAside() {
    guard isOverwritten, FileIdentity(of: logPath) == log else { return }
    rename(logPath, logPath + ".aside")
    unlink("\(path)-shm")
  }
}

/// The file, and what checkpoints leave elsewhere.
private struct Trace: Equatable {
  let file: FileMoment
  let log: LogMoment
  let checkpoints: Int

  init?(_ path: String, _ checkpoints: Int, seenBy connection: Connection) {
    guard let log = connection.logMoment, let file = FileMoment(path) else { return nil }
    (self.file, self.log, self.checkpoints) = (file, log, checkpoints)
  }
}

/// When a file was last written to.
private struct FileMoment: Equatable {
  let size: Int
  private let seconds, nanoseconds: Int

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    size = Int(status.st_size)
  }
}

/// How often checkpoints of ours began and ended: odd while one is under way, or if it was broken off. It is the size of the
/// lock, of which nothing is ever written: that works on a full disk.
struct CheckpointCount: Sendable {
  private let path: String

  init(_ lockPath: String) { path = lockPath }

  var value: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Runs a checkpoint, with the catalogue's lock held. One that fails may have written something.
  func counting<Value>(_ body: () throws -> Value) throws -> Value {
    let underWay = value | 1
    set(underWay)
    let value = try body()
    set((underWay + 1) % Self.end)
    return value
  }

  /// An even number from which it begins anew.
  private static let end = 1 << 10

  private func set(_ count: Int) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return }
    ftruncate(descriptor, off_t(count))
    close(descriptor)
  }
}
