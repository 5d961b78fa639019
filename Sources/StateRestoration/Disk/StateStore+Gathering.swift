// SPDX-License-Identifier: Apache-2.0
// The end with very many changed windows: a disk takes seconds for a file of each, and nobody waits so long. They are written into
// one file, each as a line as in a journal, and get files of their own after the next start, while nobody waits. Until then
// that file is needed for those that have none.

import Foundation

extension StateStore {
  /// Fewer windows are written one by one.
  static let leastGathered = 65
  /// A longer record is written by itself: it may have values in files of their own.
  private static let longestLine = StateLimits.inlineBytes
  private static let longestFile = 64 * 1024 * 1024

  /// Writes the open windows of a session's last batch into one file. Returns those that it has: none if it could not be
  /// written, and then each is written by itself.
  func gather(_ batch: SaveBatch) -> Set<UUID> {
    guard batch.isLast, batch.fates.count >= Self.leastGathered else { return [] }
    var (bytes, ids): ([UInt8], Set<UUID>) = ([], [])
    for (id, fate) in batch.fates {
      guard case .open(let given) = fate, given.pending.isEmpty else { continue }
      let record = given.puttingTextsTogether
      if batch.journals[id] == nil, let old = written[id],
        !hasChanged(record, fate, since: old)
      {
        continue
      }
      let line = JournalLine(
        number: 1, base: record.generation, isWhole: true,
        changes: [RecordChange(path: [], kind: .set(record.value))]
      ).bytes
      guard line.count <= Self.longestLine, bytes.count + line.count <= Self.longestFile
      else { continue }
      bytes += line
      ids.insert(id)
    }
    guard ids.count >= Self.leastGathered else { return [] }
    do {
      bytes += try linesOfGathered(except: ids)
      bytesNeeded = Self.onDisk(bytes.count)
      try makingRoom(sparing: ids) { try files.replace(directory.gathered, with: Data(bytes)) }
    } catch { return [] }
    gathered.formUnion(ids)
    return ids
  }

  /// Reads what the last session gathered, to be found as if it were in the windows' journals.
  func readGathered(_ state: inout StoredState) {
    do {
      let data = try files.contents(directory.gathered, limit: Self.longestFile)
      for (id, line) in Self.gathered(in: data) {
        state.journals[id, default: JournalFiles()].add(gathered: line)
        gathered.insert(id)
      }
    } catch let failure as StateFileFailure where failure.code == ENOENT {
      return
    } catch { state.remarks.append(StateProblem(directory.gathered, error)) }
    journals = state.journals
  }

  private static func gathered(in data: Data) -> [(id: UUID, line: JournalLine)] {
    JournalLine.independentLines(in: data).compactMap { line in
      guard line.base != nil,
        let id = line.value?.object?["id"]?.string.flatMap({ UUID(uuidString: $0) })
      else { return nil }
      return (id, line)
    }
  }

  /// Once all windows are read: those that are newer in their records need it no more.
  func keepGathered(neededFor state: StoredState) {
    let read = Set(state.records.map(\.id))
    let needed = gathered.filter {
      read.contains($0) ? state.unsaved.contains($0) : files.exists(directory.window($0))
    }
    guard mayWrite, needed.count < gathered.count else { return }
    gathered = needed
    // The others are older than what is elsewhere.
    if needed.isEmpty { try? files.removeIfThere(directory.gathered) }
  }

  /// These windows have files of their own now, or leave nothing: then it must not bring them back.
  func leaveGathered(_ ids: [UUID], _ batch: SaveBatch) throws {
    let leaving = gathered.intersection(ids)
    guard !leaving.isEmpty else { return }
    let isOpen = leaving.allSatisfy { if case .open? = batch.fates[$0] { true } else { false } }
    try keepGathered(gathered.subtracting(leaving), rewrites: !isOpen)
  }

  /// Only these windows are still needed there.
  func keepGathered(_ ids: Set<UUID>, rewrites: Bool = true) throws {
    guard ids.count < gathered.count else { return }
    if ids.isEmpty {
      try files.removeIfThere(directory.gathered)
    } else if rewrites {
      let bytes = try linesOfGathered(except: gathered.subtracting(ids))
      try files.replace(directory.gathered, with: Data(bytes))
    }
    gathered = ids
  }

  private func linesOfGathered(except ids: Set<UUID>) throws -> [UInt8] {
    guard !gathered.isSubset(of: ids) else { return [] }
    let data = try files.contents(directory.gathered, limit: Self.longestFile)
    return Self.gathered(in: data).reduce(into: []) { bytes, found in
      if gathered.contains(found.id), !ids.contains(found.id) { bytes += found.line.bytes }
    }
  }
}
