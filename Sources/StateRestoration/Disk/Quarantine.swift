// What could not be read is moved aside under the reason, so that a person can look at it. It goes
// only when there is too much of it, or when a window that is open now needs its room; and never
// without a word in the log.

import Foundation

extension StateStore {
  /// The names of what was set aside, the oldest first.
  var quarantined: [String] { ((try? files.list(directory.quarantine)) ?? []).sorted() }

  /// Moves a file that can't be read out of the way, with the reason in its name.
  func setAside(_ path: String, _ word: String) {
    guard mayWrite else { return }
    let name = path.split(separator: "/").last.map(String.init) ?? "file"
    let stamp = StateTime.stamp(now())
    // A rename replaces: two files of one name in one moment must not.
    var target = directory.quarantine + "/\(stamp)-\(word)-\(name)"
    var count = 1
    while files.exists(target) {
      count += 1
      target = directory.quarantine + "/\(stamp)-\(word)-\(count)-\(name)"
    }
    do { try files.rename(path, target) } catch {
      log("\(path) could not be set aside: \(error.localizedDescription).")
    }
    limitQuarantine()
  }

  private func limitQuarantine() {
    var kept = quarantined
    var size = kept.reduce(0) { $0 + quarantinedSize($1) }
    while kept.count > StateDirectory.quarantineLimit
      || (size > StateDirectory.quarantineByteLimit && kept.count > 1)
    {
      let oldest = kept.removeFirst()
      size -= quarantinedSize(oldest)
      _ = giveUp(directory.quarantine + "/" + oldest, "too much was set aside")
    }
  }

  private func quarantinedSize(_ name: String) -> Int {
    (try? files.status(directory.quarantine + "/" + name))?.size ?? 0
  }

  /// Removes what was kept for a person. Whether it is gone.
  private func giveUp(_ path: String, _ why: String) -> Bool {
    do {
      try files.removeAnything(path)
      log("\(path) was removed, because \(why).")
      return true
    } catch { return false }
  }

  // MARK: Room

  /// On a full disk, what is ours and least needed goes until there is room; but no window that is
  /// just being dealt with.
  func makingRoom(sparing own: Set<UUID>, _ work: () throws -> Void) throws {
    while true {
      do { return try work() } catch let failure as StateFileFailure where failure.isForLackOfRoom {
        guard giveUpSomething(sparing: own) else { throw failure }
      }
    }
  }

  /// Own history first, then what was set aside, then the oldest closed windows.
  private func giveUpSomething(sparing own: Set<UUID>) -> Bool {
    let why = "the disk is full"
    for number in historyNumbers.reversed() where giveUp(directory.history(number), why) {
      return true
    }
    for name in quarantined where giveUp(directory.quarantine + "/" + name, why) { return true }
    let oldestFirst = (closedFiles ?? readClosedFiles())
      .sorted { ($0.generation, $0.name) < ($1.generation, $1.name) }
    for file in oldestFirst
    where !own.contains(file.id) && giveUp(directory.closed + "/" + file.name, why) {
      closedFiles?.removeAll { $0.name == file.name }
      // No archived session is left that could refer to them.
      if written[file.id] == nil { try? removeParts(of: file.id) }
      return true
    }
    return false
  }

  /// Removes what was moved aside of a window that is to leave nothing behind.
  func removeFromQuarantine(_ id: UUID) throws {
    for name in quarantined where name.contains(id.uuidString) {
      try files.removeAnything(directory.quarantine + "/" + name)
    }
  }
}
