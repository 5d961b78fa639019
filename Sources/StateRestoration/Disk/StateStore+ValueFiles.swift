// SPDX-License-Identifier: Apache-2.0
// Files for large values, beside the records. Each is written once, under a unique name, and never
// changed: a record, its `.prev` and an archived session can share one. Unreferenced files are
// removed, at the latest by the next start.

import Foundation

extension StateStore {
  func write(_ parts: [String: Data], of id: UUID) throws {
    guard !parts.isEmpty else { return }
    let folder = directory.values(id)
    let isNew = !files.exists(folder)
    try StateDirectory.prepare(directory.values, files)
    try StateDirectory.prepare(folder, files)
    if isNew {
      try files.flushDirectory(directory.layout)
      try files.flushDirectory(directory.values)
    }
    for (name, data) in parts { try files.install(files.stage(folder + "/" + name, data)) }
    try files.flushDirectory(folder)
  }

  /// Reads a record's value files and returns the record with their values. An unreadable one is
  /// replaced with the value of the last good record, or left out with a remark.
  func addParts(
    to value: inout StateValue, of id: UUID, remarks: inout [String]
  ) -> [(name: String, excerpt: StateValue)] {
    var parts: [(name: String, excerpt: StateValue)] = []
    for name in RecordFile.partNames(in: value) {
      do {
        let excerpt = try part(name, of: id)
        RecordFile.merge(excerpt, into: &value)
        parts.append((name, excerpt))
      } catch {
        let older = olderPart(of: name, of: id)
        if let older { RecordFile.merge(older, into: &value) }
        remarks.append(
          "“\(name)” beside it can't be read (\(StateProblem.Reason(error))), and "
            + (older == nil ? "is lost" : "its last good state was used"))
        moveAside(directory.values(id) + "/" + name, error)
      }
    }
    return parts
  }

  private func part(_ name: String, of id: UUID) throws -> StateValue {
    let data = try files.contents(
      directory.values(id) + "/" + name, limit: StateLimits.partBytes)
    guard data.count <= StateLimits.partBytes else {
      throw StateProblem.Reason.tooLarge(limit: StateLimits.partBytes)
    }
    return try StateValue(json: data)
  }

  // The last good record's file for the same value.
  private func olderPart(of name: String, of id: UUID) -> StateValue? {
    func label(_ name: String) -> Substring { name[..<(name.lastIndex(of: ".") ?? name.endIndex)] }
    let path = directory.window(id) + DurableFile.previousEnding
    guard let data = try? files.contents(path, limit: StateLimits.recordBytes),
      let value = try? RecordFile.value(data)
    else { return nil }
    let older = RecordFile.partNames(in: value).first { $0 != name && label($0) == label(name) }
    return older.flatMap { try? part($0, of: id) }
  }

  // MARK: Removing

  func noteParts(_ file: RecordFile, of id: UUID) {
    guard !file.parts.isEmpty || ownParts[id] != nil || written[id]?.parts.isEmpty == false else {
      return
    }
    ownParts[id, default: [Set((written[id]?.parts ?? []).map(\.name))]]
      .append(Set(file.parts.map(\.name)))
  }

  /// Removes value files written by this process that neither the record nor its `.prev` refers to.
  /// Files that existed at the start may also be used by an archived session, and wait for the next
  /// start.
  func removeUnusedOwnParts(of id: UUID) {
    guard let own = ownParts[id], own.count > 2, let atStart = own.first else { return }
    let kept = own.suffix(2).reduce(into: atStart) { $0.formUnion($1) }
    for name in own.reduce(into: Set<String>(), { $0.formUnion($1) }).subtracting(kept) {
      try? files.remove(directory.values(id) + "/" + name)
    }
    ownParts[id] = [atStart] + own.suffix(2)
  }

  func removeParts(of id: UUID) throws {
    ownParts[id] = nil
    if files.exists(directory.values(id)) { try files.removeTree(directory.values(id)) }
  }

  /// At a start: removes value files that no record, closed window or archived session refers to.
  func removeUnusedParts() {
    let folders = (try? files.list(directory.values)) ?? []
    guard mayWrite, !folders.isEmpty else { return }
    var used: [UUID: Set<String>] = [:]
    for file in written.values {
      used[file.record.id, default: []].formUnion(file.parts.map(\.name))
    }
    for file in closedFiles ?? readClosedFiles() {
      used[file.id, default: []].formUnion(file.parts)
    }
    for number in historyNumbers {
      // A session that can't be read may refer to anything.
      guard let session = try? historyRecord(number) else { return }
      for (id, names) in session.parts { used[id, default: []].formUnion(names) }
    }
    for folder in folders {
      guard let id = UUID(uuidString: folder) else { continue }
      let previous = directory.window(id) + DurableFile.previousEnding
      if let data = try? files.contents(previous, limit: StateLimits.recordBytes) {
        guard let value = try? RecordFile.value(data) else { continue }
        used[id, default: []].formUnion(RecordFile.partNames(in: value))
      }
      removeParts(of: id, except: used[id] ?? [])
    }
  }

  private func removeParts(of id: UUID, except used: Set<String>) {
    // An unreadable record may refer to any of them.
    if written[id] == nil, files.exists(directory.window(id)) { return }
    let folder = directory.values(id)
    for name in (try? files.list(folder)) ?? [] where !used.contains(name) {
      try? files.remove(folder + "/" + name)
    }
    if used.isEmpty { try? files.removeDirectory(folder) }
  }
}
