// What could not be read is set aside under a name with the reason, so that someone can look at it.
// It is removed only if there is too much of it, or if an open window needs the room, and never
// without a message in the log.

import Foundation

extension StateStore {
  /// The names of files that were set aside, oldest first.
  var quarantined: [String] { ((try? files.list(directory.quarantine)) ?? []).sorted() }

  /// Moves an unreadable file out of the way, with the reason in its new name.
  func setAside(_ path: String, _ kind: StateProblem.Kind) {
    guard mayWrite else { return }
    let name = path.split(separator: "/").last.map(String.init) ?? "file"
    let stamp = StateTime.stamp(now())
    // A rename would replace another file with the same name and time.
    var target = directory.quarantine + "/\(stamp)-\(kind.rawValue)-\(name)"
    var count = 1
    while files.exists(target) {
      count += 1
      target = directory.quarantine + "/\(stamp)-\(kind.rawValue)-\(count)-\(name)"
    }
    do { try files.rename(path, target) } catch {
      log("\(path) could not be set aside: \(error.localizedDescription).")
    }
    limitQuarantine(sparing: target.split(separator: "/").last.map(String.init) ?? "")
  }

  // With a wrong clock, the newest file may have the oldest name.
  private func limitQuarantine(sparing newest: String) {
    var size = quarantined.reduce(0) { $0 + quarantinedSize($1) }
    var kept = quarantined.filter { $0 != newest }
    while kept.count >= StateDirectory.quarantineLimit
      || (size > StateDirectory.quarantineByteLimit && !kept.isEmpty)
    {
      let oldest = kept.removeFirst()
      size -= quarantinedSize(oldest)
      _ = giveUp(directory.quarantine + "/" + oldest, "too much was set aside")
    }
  }

  private func quarantinedSize(_ name: String) -> Int {
    (try? files.status(directory.quarantine + "/" + name))?.size ?? 0
  }

  /// Removes what was kept for someone to look at. Returns whether it is gone.
  private func giveUp(_ path: String, _ why: String) -> Bool {
    do {
      try files.removeAnything(path)
      log("\(path) was removed, because \(why).")
      return true
    } catch { return false }
  }

  // MARK: Room

  /// If the disk is full, removes the least important of our files until there is room, but nothing
  /// of a window being saved.
  func makingRoom(sparing own: Set<UUID>, _ work: () throws -> Void) throws {
    while true {
      do { return try work() } catch let failure as StateFileFailure where failure.isForLackOfRoom {
        guard giveUpSomething(sparing: own) else { throw failure }
      }
    }
  }

  /// Archived sessions first, then what was set aside, then the oldest closed windows.
  private func giveUpSomething(sparing own: Set<UUID>) -> Bool {
    let why = "the disk is full"
    for number in historyNumbers.reversed() where giveUp(directory.history(number), why) {
      return true
    }
    for name in quarantined where giveUp(directory.quarantine + "/" + name, why) { return true }
    let oldestFirst = (closedFiles ?? readClosedFiles())
      .sorted { ($0.generation, $0.name) < ($1.generation, $1.name) }
    let givenUp = oldestFirst.first {
      !own.contains($0.id) && giveUp(directory.closed + "/" + $0.name, why)
    }
    guard let givenUp else { return false }
    closedFiles?.removeAll { $0.name == givenUp.name }
    // There is no archived session left that could refer to them.
    if written[givenUp.id] == nil { try? removeParts(of: givenUp.id) }
    return true
  }

  /// Removes files that were set aside from a window that should leave nothing behind.
  func removeFromQuarantine(_ id: UUID) throws {
    for name in quarantined where name.contains(id.uuidString) {
      try files.removeAnything(directory.quarantine + "/" + name)
    }
  }
}
