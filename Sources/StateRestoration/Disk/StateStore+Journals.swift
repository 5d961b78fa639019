// SPDX-License-Identifier: Apache-2.0
// Journals at a start: what was appended after a record was written is put into it. A line that was cut
// short ends a journal, and never costs the record. What the disk was slow to take when the process was killed is in
// stand-ins.

import Foundation

extension StateStore {
  /// The largest journal that is read: nothing longer is written.
  private static let longestJournal = 64 * 1024 * 1024

  /// Reads all journals among the names of the directory of windows, and what stands in for them.
  func readJournals(_ names: [String], _ state: inout StoredState) {
    readJournals(names, in: directory.windows, into: &state)
    if let folder = directory.standIns {
      readJournals((try? files.list(folder)) ?? [], in: folder, into: &state)
    }
    journals = state.journals
  }

  private func readJournals(_ names: [String], in folder: String, into state: inout StoredState) {
    for name in names {
      guard let (id, number) = StateDirectory.journal(ofFile: name) else { continue }
      let path = folder + "/" + name
      do {
        let data = try files.contents(path, limit: Self.longestJournal)
        state.journals[id, default: JournalFiles()].add(number, data)
      } catch let failure as StateFileFailure where failure.code == ENOENT {
        // It was folded into its record while we were reading.
      } catch {
        state.remarks.append(StateProblem(path, error))
      }
    }
  }

  /// A record with what was journaled after it.
  func current(_ record: SceneRecord, _ state: inout StoredState) -> SceneRecord {
    state.onDisk.insert(record.id)
    guard let value = state.journals[record.id]?.replayed(over: record) else { return record }
    var remarks: [String] = []
    guard let current = try? SceneRecord(value, schema: schema, remarks: &remarks),
      current.id == record.id
    else { return record }
    state.unsaved.insert(record.id)
    uncertain.insert(record.id)
    // A journal that has all of it, after it was private for a moment: what comes next does not go on from what is on the disk.
    if current.generation != record.generation { state.onDisk.remove(record.id) }
    return current
  }

  /// Windows that were opened, or opened again, so shortly before the end that there is only a journal of them.
  func readJournaledOnly(_ state: inout StoredState) {
    let known = Set(state.records.map(\.id))
    for (id, files) in state.journals where !known.contains(id) {
      // A record that is not readable any more has left it behind.
      guard !self.files.exists(directory.window(id)), let value = files.replayed(over: nil)
      else { continue }
      var remarks: [String] = []
      guard let record = try? SceneRecord(value, schema: schema, remarks: &remarks), record.id == id
      else { continue }
      // So has a closed window, unless it goes on from what was closed.
      if let closed = generationOfClosed(id), record.generation < closed { continue }
      state.records.append(record)
      state.unsaved.insert(id)
    }
  }

  /// Removes the journals of windows that have nothing in them that is not in a record. Where the record cannot be read
  /// now, another time or another version may.
  func removeOldJournals(_ state: inout StoredState) {
    guard mayWrite else { return }
    let isRead = Set(state.records.map(\.id))
    for (id, files) in state.journals where !state.unsaved.contains(id) {
      if !isRead.contains(id), self.files.exists(directory.window(id)) { continue }
      guard let numbers = files.numbers else { continue }
      try? removeJournals(of: id, numbers)
      state.journals[id] = nil
    }
  }

  /// Removes journals whose contents are in the record, or that belong to no window any more.
  func removeJournals(of id: UUID, _ numbers: ClosedRange<Int>?) throws {
    let known = journals[id]?.numbers
    let first = [numbers?.lowerBound, known?.lowerBound].compactMap { $0 }.min()
    let last = [numbers?.upperBound, known?.upperBound].compactMap { $0 }.max()
    guard let first, let last, first <= last else { return }
    for number in first...last {
      try files.removeIfThere(directory.journal(id, number))
      if let path = directory.standIn(id, number) { try? files.removeIfThere(path) }
    }
    journals[id] = nil
  }
}
