// SPDX-License-Identifier: Apache-2.0
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
  /// of a window being saved; and only while that helps: nothing at all if everything would not be
  /// enough, and no more once it does not.
  func makingRoom(sparing own: Set<UUID>, _ work: () throws -> Void) throws {
    bytesNeeded = 0
    var freed = 0
    while true {
      do {
        try work()
        roomIs(futile: false)
        return
      } catch let failure as StateFileFailure where failure.isForLackOfRoom {
        let available = files.availableBytes(directory.root)
        let needed = bytesNeeded + Self.spare
        guard !isRoomFutile, freed < needed,
          freed > 0 || (available ?? 0) + sizeOfAllThatCanGo(sparing: own) >= bytesNeeded,
          let size = giveUpSomething(sparing: own)
        else {
          if freed > 0 { roomIs(futile: true) }
          throw failure
        }
        freed += size
        // Others may use what is freed, or it belonged to nobody's share.
        if let available, let now = files.availableBytes(directory.root), now <= available {
          roomIs(futile: true)
        }
      }
    }
  }

  /// What a write needs besides its own bytes, such as room for names.
  private static let spare = 16 * 1024

  // A file takes whole blocks.
  static func onDisk(_ bytes: Int) -> Int { (bytes + 4095) / 4096 * 4096 }

  private func size(_ path: String) -> Int { Self.onDisk((try? files.status(path))?.size ?? 0) }

  private func sizeOfAllThatCanGo(sparing own: Set<UUID>) -> Int {
    let paths =
      historyNumbers.map(directory.history) + quarantined.map { directory.quarantine + "/" + $0 }
      + oldestClosed(sparing: own).map { directory.closed + "/" + $0.name }
    return paths.reduce(0) { $0 + size($1) }
  }

  private func oldestClosed(sparing own: Set<UUID>) -> [ClosedFile] {
    (closedFiles ?? readClosedFiles())
      .sorted { ($0.generation, $0.name) < ($1.generation, $1.name) }
      .filter { !own.contains($0.id) }
  }

  /// Archived sessions first, then what was set aside, then the oldest closed windows. Returns how
  /// many bytes it had; nil if there is nothing left.
  private func giveUpSomething(sparing own: Set<UUID>) -> Int? {
    let why = "the disk is full"
    func goes(_ path: String) -> Int? {
      let size = size(path)
      return giveUp(path, why) ? size : nil
    }
    for number in historyNumbers.reversed() {
      if let size = goes(directory.history(number)) { return size }
    }
    for name in quarantined {
      if let size = goes(directory.quarantine + "/" + name) { return size }
    }
    for window in oldestClosed(sparing: own) {
      guard let size = goes(directory.closed + "/" + window.name) else { continue }
      closedFiles?.removeAll { $0.name == window.name }
      discards(window.id)
      // There is no archived session left that could refer to them.
      if written[window.id] == nil { try? removeParts(of: window.id) }
      return size
    }
    return nil
  }

  /// Removes files that were set aside from a window that should leave nothing behind.
  func removeFromQuarantine(_ id: UUID) throws {
    for name in quarantined where name.contains(id.uuidString) {
      try files.removeAnything(directory.quarantine + "/" + name)
    }
  }
}
