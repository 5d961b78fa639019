// SPDX-License-Identifier: Apache-2.0
// Windows that can be reopened: one file each, named after the time it was closed, for people. They
// are ordered by the generations in the records, and their age is counted in days of use, because a
// clock can be wrong.

import Foundation

/// What is needed of a closed window without reading it again.
struct ClosedFile: Equatable, Sendable {
  let name: String
  let id: UUID
  let generation: Int
  let closedOnDay: Int?
  let parts: [String]
}

extension StateStore {
  /// Moves a record, after its final write, to the windows that can be reopened.
  func moveToClosed(_ file: RecordFile) throws {
    let record = file.record
    // When repeated after a failure, the record may already have been moved.
    if isMoved(record) { return }
    let path = directory.window(record.id)
    let name = "\(StateTime.stamp(now()))-\(record.id.uuidString).json"
    try files.removeIfThere(path + DurableFile.previousEnding)
    do { try files.rename(path, directory.closed + "/" + name) } catch let failure
      as StateFileFailure where failure.code == ENOENT && !namesOfClosed(record.id).isEmpty
    {
      closedFiles = nil
      return
    }
    // It is not a window any more, even if what follows fails.
    written[record.id] = nil
    closedFiles?.append(
      ClosedFile(
        name: name, id: record.id, generation: record.generation,
        closedOnDay: record.closedOnDay, parts: file.parts.map(\.name)))
    // It was closed before, and opened again for less time than a save takes.
    for older in namesOfClosed(record.id) where older != name {
      try files.removeIfThere(directory.closed + "/" + older)
      closedFiles?.removeAll { $0.name == older }
    }
  }

  /// Whether this record has already been moved.
  func isMoved(_ record: SceneRecord) -> Bool {
    !files.exists(directory.window(record.id))
      && (closedFiles ?? readClosedFiles()).contains {
        $0.id == record.id && $0.generation == record.generation
      }
  }

  func namesOfClosed(_ id: UUID) -> [String] {
    (closedFiles ?? readClosedFiles()).filter { $0.id == id }.map(\.name)
  }

  /// That of the record of a closed window.
  func generationOfClosed(_ id: UUID) -> Int? {
    (closedFiles ?? readClosedFiles()).filter { $0.id == id }.map(\.generation).max()
  }

  func removeClosed(_ id: UUID) throws {
    for name in namesOfClosed(id) {
      try files.removeIfThere(directory.closed + "/" + name)
      closedFiles?.removeAll { $0.name == name }
    }
  }

  /// The windows that can be reopened, the last closed first.
  func closedRecords(
    _ problems: inout [StateProblem], _ remarks: inout [StateProblem]
  ) -> [(name: String, record: SceneRecord)] {
    var found: [(name: String, file: RecordFile)] = []
    for name in StateDirectory.records(in: directory.closed, files) {
      let path = directory.closed + "/" + name
      do {
        var lines: [String] = []
        found.append((name, try recordFile(at: path, &lines)))
        remarks += lines.map { StateProblem(path, .adjusted($0)) }
      } catch let failure as StateFileFailure where failure.code == ENOENT {
        // It was reopened while we were reading.
      } catch {
        problems.append(StateProblem(path, error))
      }
    }
    closedFiles = found.map { name, file in
      ClosedFile(
        name: name, id: file.record.id, generation: file.record.generation,
        closedOnDay: file.record.closedOnDay, parts: file.parts.map(\.name))
    }
    return found.map { ($0.name, $0.file.record) }
      .sorted { ($0.record.generation, $0.name) > ($1.record.generation, $1.name) }
  }

  func closedRecords() -> [(name: String, record: SceneRecord)] {
    var problems: [StateProblem] = []
    var remarks: [StateProblem] = []
    return closedRecords(&problems, &remarks)
  }

  func readClosedFiles() -> [ClosedFile] {
    _ = closedRecords()
    return closedFiles ?? []
  }

  /// Removes the oldest closed windows when there are too many, and those closed more than thirty
  /// days of use ago.
  func forgetOldClosed() {
    let newestFirst = (closedFiles ?? readClosedFiles())
      .sorted { ($0.generation, $0.name) > ($1.generation, $1.name) }
    var removed: Set<String> = []
    for (index, file) in newestFirst.enumerated()
    where index >= StateDirectory.closedLimit || isOld(file) {
      do {
        try files.removeIfThere(directory.closed + "/" + file.name)
        removed.insert(file.name)
        discards(file.id)
      } catch {
        log("A window closed long ago could not be forgotten: \(error.localizedDescription).")
      }
    }
    if !removed.isEmpty { closedFiles?.removeAll { removed.contains($0.name) } }
  }

  private func isOld(_ file: ClosedFile) -> Bool {
    file.closedOnDay.map { lastKnownDay - $0 > StateDirectory.closedDays } ?? false
  }
}
