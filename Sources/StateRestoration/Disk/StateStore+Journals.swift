// SPDX-License-Identifier: Apache-2.0
// Journals at a start: what was appended after a record was written is put into it. A line that was cut
// short ends a journal, and never costs the record.

import Foundation

extension StateStore {
  /// The largest journal that is read: nothing longer is written.
  private static let longestJournal = 64 * 1024 * 1024

  /// Reads all journals among the names of a directory.
  func readJournals(_ names: [String], _ state: inout StoredState) {
    for name in names {
      guard let (id, number) = StateDirectory.journal(ofFile: name) else { continue }
      let path = directory.windows + "/" + name
      do {
        let data = try files.contents(path, limit: Self.longestJournal)
        state.journals[id, default: JournalFiles()].add(number, JournalLine.lines(in: data))
      } catch let failure as StateFileFailure where failure.code == ENOENT {
        // It was folded into its record while we were reading.
      } catch {
        state.remarks.append(StateProblem(path, error))
      }
    }
    journals = state.journals
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
    return current
  }

  /// Windows that were opened so shortly before the end that there is only a journal of them.
  func readJournaledOnly(_ state: inout StoredState) {
    let known = Set(state.records.map(\.id))
    for (id, files) in state.journals where !known.contains(id) {
      // A closed window has left it behind, or a record that is not readable any more.
      guard namesOfClosed(id).isEmpty, !self.files.exists(directory.window(id)),
        let value = files.replayed(over: nil)
      else { continue }
      var remarks: [String] = []
      guard let record = try? SceneRecord(value, schema: schema, remarks: &remarks), record.id == id
      else { continue }
      state.records.append(record)
      state.unsaved.insert(id)
    }
  }

  /// Removes the journals of windows that have nothing in them that is not in a record.
  func removeOldJournals(_ state: inout StoredState) {
    guard mayWrite else { return }
    for (id, files) in state.journals where !state.unsaved.contains(id) {
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
    for number in first...last { try files.removeIfThere(directory.journal(id, number)) }
    journals[id] = nil
  }
}
