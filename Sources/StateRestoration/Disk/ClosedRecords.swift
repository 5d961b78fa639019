// Windows that can be reopened: each in a file of its own, named by the moment it was closed, for
// people. Their order is that of the numbers in the records, because a clock can be set back.

import Foundation

extension StateStore {
  /// The window is written a last time, then its record moves.
  func moveToClosed(_ record: SceneRecord) throws {
    // Said again after a failure, the record may have moved already.
    if try closedNames(record.id).isEmpty == false, !files.exists(directory.window(record.id)) {
      return
    }
    try write(record, isLast: true)
    let path = directory.window(record.id)
    let target =
      directory.closed + "/\(StateTime.stamp(now()))-\(record.id.uuidString).json"
    try files.removeIfThere(path + DurableFile.previousEnding)
    closedIDs.insert(record.id)
    try files.rename(path, target)
    written[record.id] = nil
    try files.flushDirectory(of: target)
    try files.flushDirectory(of: path)
    forgetOldClosed()
  }

  private func closedNames(_ id: UUID) throws -> [String] {
    try files.list(directory.closed).filter { $0.hasSuffix("-\(id.uuidString).json") }
  }

  func removeClosed(_ id: UUID) throws {
    guard closedIDs.contains(id) else { return }
    for name in try closedNames(id) { try files.removeIfThere(directory.closed + "/" + name) }
    closedIDs.remove(id)
  }

  /// Those that can be reopened, the one closed last first.
  func closedRecords(
    _ problems: inout [StateProblem], _ remarks: inout [StateProblem]
  ) -> [(name: String, record: SceneRecord)] {
    var records: [(name: String, record: SceneRecord)] = []
    for name in StateDirectory.records(in: directory.closed, files) {
      let path = directory.closed + "/" + name
      do {
        var said: [String] = []
        let record = try record(at: path, &said)
        remarks += said.map { StateProblem(path, $0) }
        records.append((name, record))
        closedIDs.insert(record.id)
      } catch let failure as StateFileFailure where failure.code == ENOENT {
        // It was reopened while this looked on.
      } catch {
        problems.append(StateProblem(path, Unreadable(error)))
      }
    }
    return records.sorted { ($0.record.generation, $0.name) > ($1.record.generation, $1.name) }
  }

  func closedRecords() -> [(name: String, record: SceneRecord)] {
    var problems: [StateProblem] = []
    var remarks: [StateProblem] = []
    return closedRecords(&problems, &remarks)
  }

  func forgetOldClosed() {
    let oldest = StateTime.stamp(now().addingTimeInterval(-StateDirectory.closedAge))
    for (index, (name, _)) in closedRecords().enumerated()
    where index >= StateDirectory.closedLimit || name < oldest {
      do { try files.removeIfThere(directory.closed + "/" + name) } catch {
        log("A window closed long ago could not be forgotten: \(error.localizedDescription).")
      }
    }
  }
}
