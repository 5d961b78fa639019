// All reading and writing of window state, one thing after the other on a queue of its own. It
// holds the lock for as long as the process lives: two processes never mix their windows.

import Foundation

/// Window order and whether the last end was a deliberate one.
struct SessionRecord: Codable, Equatable, Sendable {
  var schema = 1
  var generation = 0
  var isClean = false
  /// Most recent first.
  var order: [UUID] = []
  var focused: UUID?

  /// Listed ones in their order, the focused one first; unlisted ones last.
  static func ordered(_ records: [SceneRecord], by session: SessionRecord?) -> [SceneRecord] {
    var order = session?.order ?? []
    if let focused = session?.focused, let place = order.firstIndex(of: focused) {
      order.insert(order.remove(at: place), at: 0)
    }
    let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
    return records.sorted {
      let (left, right) = (places[$0.id] ?? Int.max, places[$1.id] ?? Int.max)
      return left == right ? $0.generation > $1.generation : left < right
    }
  }
}

/// What a store read at the start.
struct StoredState: Sendable {
  var session: SessionRecord?
  var records: [SceneRecord] = []
  var launch: LaunchRecord?
  /// Files that could not be read, with the reason, now in quarantine or left where they are.
  var unreadable: [(name: String, reason: String)] = []
}

final class StateStore: Sendable {
  let directory: StateDirectory
  let queue = DispatchQueue(label: "state-restoration.store", qos: .utility)
  // Kept open, and with it the lock, until the process ends.
  private let lockFile: Int32

  enum Unavailable: Error {
    /// Another process holds the lock.
    case taken
    case failure(FileFailure)
  }

  /// Prepares the directory and takes the lock.
  init(_ directory: StateDirectory, bootID: String) throws {
    self.directory = directory
    do { try directory.prepare() } catch let failure as FileFailure {
      throw Unavailable.failure(failure)
    } catch {
      throw Unavailable.failure(FileFailure(directory.url.path, EACCES))
    }
    lockFile = open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lockFile >= 0 else { throw Unavailable.failure(FileFailure(directory.lock)) }
    guard flock(lockFile, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      let failure = FileFailure(directory.lock)
      close(lockFile)
      throw isTaken ? Unavailable.taken : Unavailable.failure(failure)
    }
    // For a person who looks: who holds it. The lock itself is what counts.
    let holder = Array("\(getpid()) \(bootID)\n".utf8)
    if ftruncate(lockFile, 0) == 0 { _ = Foundation.write(lockFile, holder, holder.count) }
  }

  deinit { close(lockFile) }

  // MARK: Reading

  func read() -> StoredState {
    var state = StoredState()
    state.launch = LaunchRecord.read(directory)
    state.session = (try? DurableFile.read(directory.session, limit: SceneRecord.byteLimit))
      .flatMap { try? JSONDecoder().decode(SessionRecord.self, from: $0) }
    for name in StateDirectory.records(in: directory.windows) {
      let path = directory.windows + "/" + name
      do {
        state.records.append(try Self.record(at: path))
      } catch let problem as SceneRecord.Unreadable {
        // Nothing is lost by leaving a newer version's file where it is.
        if problem.word == "newer" {
          state.unreadable.append((name, problem.reason))
          continue
        }
        let previous = try? Self.record(at: path + ".prev")
        setAside(path, problem.word)
        if let previous {
          state.records.append(previous)
        } else {
          state.unreadable.append((name, problem.reason))
        }
      } catch {
        state.unreadable.append((name, (error as? FileFailure)?.reason ?? "\(error)"))
      }
    }
    return state
  }

  static func record(at path: String) throws -> SceneRecord {
    let record = try SceneRecord(try DurableFile.read(path, limit: SceneRecord.byteLimit))
    let name = (path as NSString).lastPathComponent
    guard name.contains(record.id.uuidString) else {
      throw SceneRecord.Unreadable(word: "wrong-name", reason: "it belongs to another window")
    }
    return record
  }

  private func setAside(_ path: String, _ word: String) {
    let name = (path as NSString).lastPathComponent
    rename(path, directory.quarantine + "/\(Self.timestamp())-\(word)-\(name)")
    let kept = StateDirectory.records(in: directory.quarantine)
    for old in kept.dropLast(StateDirectory.quarantineLimit) {
      unlink(directory.quarantine + "/" + old)
    }
  }

  // MARK: Writing

  func write(_ record: SceneRecord) throws {
    let path = directory.window(record.id)
    let data = try record.data()
    // The generation alone is no news.
    if let old = try? Self.record(at: path), old.isSame(as: record) { return }
    try DurableFile.write(data, to: path, keepingPrevious: true)
  }

  func write(_ session: SessionRecord) throws {
    guard let value = StateValue(encoding: session) else { return }
    let data = try value.canonicalData()
    if let old = try? DurableFile.read(directory.session, limit: SceneRecord.byteLimit),
      old == data
    {
      return
    }
    try DurableFile.write(data, to: directory.session)
  }

  func remove(_ id: UUID) {
    for ending in ["", ".prev", ".new"] { unlink(directory.window(id) + ending) }
  }

  /// Removes all records, those of closed windows too.
  func removeWindows(except kept: Set<UUID>) {
    for folder in [directory.windows, directory.closed] {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where !kept.contains(where: { name.contains($0.uuidString) }) {
        unlink(folder + "/" + name)
      }
    }
  }

  // MARK: Closed windows

  /// Moves a window's record to those that can be reopened.
  func moveToClosed(_ record: SceneRecord) throws {
    try write(record)
    let target = directory.closed + "/\(Self.timestamp())-\(record.id.uuidString).json"
    if rename(directory.window(record.id), target) != 0 { throw FileFailure(target) }
    remove(record.id)
    try DurableFile.flushDirectory(of: target)
    forgetOldClosed()
  }

  /// Takes the newest closed window, or a certain one, out again.
  func takeClosed(_ id: UUID? = nil) -> SceneRecord? {
    for name in StateDirectory.records(in: directory.closed).reversed() {
      if let id, !name.contains(id.uuidString) { continue }
      let path = directory.closed + "/" + name
      guard let record = try? Self.record(at: path) else {
        setAside(path, "unreadable")
        continue
      }
      rename(path, directory.window(record.id))
      return record
    }
    return nil
  }

  var hasClosed: Bool { !StateDirectory.records(in: directory.closed).isEmpty }

  private func forgetOldClosed() {
    let names = StateDirectory.records(in: directory.closed)
    let oldest = Self.timestamp(
      Date().addingTimeInterval(-86_400 * Double(StateDirectory.closedDays)))
    for (index, name) in names.enumerated()
    where index < names.count - StateDirectory.closedLimit || name < oldest {
      unlink(directory.closed + "/" + name)
    }
  }

  // Sorts as text the way it sorts in time, and tells closings of one second apart.
  private static func timestamp(_ date: Date = Date()) -> String {
    let milliseconds = Int64(date.timeIntervalSince1970 * 1000)
    return String(repeating: "0", count: max(0, 14 - String(milliseconds).count))
      + String(milliseconds)
  }
}

extension SceneRecord {
  func isSame(as other: SceneRecord) -> Bool {
    var other = other
    other.generation = generation
    return self == other
  }
}
