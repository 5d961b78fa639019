// SPDX-License-Identifier: Apache-2.0
// Reads the saved state at the start. It never gives up: what can't be read is set aside with the
// reason, its usable parts are used, and everything else is read as usual.

import Foundation

extension StateStore {
  func read() -> StoredState {
    var state = StoredState()
    state.newerVersion = directory.versions(files).last { $0 > schema.version }
    removeUnfinished()
    readSession(&state)
    readWindows(&state)
    completeChange(&state)
    if state.isEmpty { readOlderVersion(&state) }
    readLaunch(&state)
    readClosed(&state)
    state.generation =
      ([state.session?.generation ?? 0] + (state.closed + state.records).map(\.generation)).max()
      ?? 0
    findMissing(&state)
    return state
  }

  private func readLaunch(_ state: inout StoredState) {
    do {
      let data = try files.contents(directory.launch, limit: StateLimits.launchBytes)
      var remarks: [String] = []
      var launch = try LaunchRecord(try StateValue(json: data), remarks: &remarks)
      launch.note(LaunchMarker.lastNote(directory, files))
      state.launch = launch
      state.remarks += remarks.map { StateProblem(directory.launch, .adjusted($0)) }
    } catch let failure as StateFileFailure where failure.code == ENOENT {
    } catch {
      moveAside(directory.launch, error)
      state.remarks.append(StateProblem(directory.launch, error))
    }
  }

  func readClosed(_ state: inout StoredState) {
    if mayWrite { forgetOldClosed() }
    var problems: [StateProblem] = []
    let found = closedRecords(&problems, &state.remarks)
    for problem in problems { setAside(problem.file, problem.reason.kind) }
    state.remarks += problems
    let open = Set(state.records.map(\.id))
    // If the power failed just after a window was reopened, its record may still be here. It stays until the window has one
    // again: a journal may not be on the disk.
    for (name, record) in found
    where open.contains(record.id) && mayWrite && !state.unsaved.contains(record.id) {
      try? files.remove(directory.closed + "/" + name)
      closedFiles?.removeAll { $0.name == name }
    }
    state.closed += found.map(\.record).filter { !open.contains($0.id) }
  }

  // An interrupted write leaves files that never were records.
  private func removeUnfinished() {
    guard mayWrite else { return }
    try? removeForgotten()
    for folder in [
      directory.root, directory.layout, directory.windows, directory.closed, directory.history,
      directory.named,
    ] {
      for name in (try? files.list(folder)) ?? []
      where name.hasSuffix(DurableFile.unfinishedEnding) {
        try? files.remove(folder + "/" + name)
      }
    }
  }

  func readSession(_ state: inout StoredState) {
    do {
      let data = try files.contents(directory.session, limit: StateLimits.sessionBytes)
      var remarks: [String] = []
      let session = try SessionRecord(
        try StateValue(json: data), schema: schema, remarks: &remarks)
      state.session = session
      state.remarks += remarks.map { StateProblem(directory.session, .adjusted($0)) }
      knows(session)
    } catch let failure as StateFileFailure where failure.code == ENOENT {
    } catch {
      let problem = StateProblem(directory.session, error)
      moveAside(directory.session, error)
      state.remarks.append(problem)
    }
  }

  func readWindows(_ state: inout StoredState) {
    var listed: [String] = []
    do { listed = try files.list(directory.windows).sorted() } catch let failure as StateFileFailure
      where failure.code == ENOENT
    {} catch {
      // They stay where they are, but it must be reported that some exist.
      let problem = StateProblem(directory.windows, error)
      state.unreadable.append(problem)
      state.remarks.append(problem)
    }
    readJournals(listed, &state)
    readGathered(&state)
    for name in listed where name.hasSuffix(".json") { read(name, &state) }
    // Files whose window has no record any more.
    let names = Set(listed)
    let found = Set(state.records.map(\.id))
    let ending = ".json" + DurableFile.previousEnding
    for name in listed where name.hasSuffix(ending) {
      let id = UUID(uuidString: String(name.dropLast(ending.utf8.count)))
      let isOrphan = !names.contains(String(name.dropLast(DurableFile.previousEnding.count)))
      guard isOrphan, id.map({ !found.contains($0) }) ?? true else { continue }
      let path = directory.windows + "/" + name
      do {
        var remarks: [String] = []
        let file = try recordFile(at: path, &remarks)
        use(previous: file, for: path, in: &state)
      } catch {
        let problem = StateProblem(path, error)
        moveAside(path, error)
        state.unreadable.append(problem)
        state.remarks.append(problem)
      }
    }
    readJournaledOnly(&state)
    removeOldJournals(&state)
    keepGathered(neededFor: state)
  }

  private func read(_ name: String, _ state: inout StoredState) {
    let path = directory.windows + "/" + name
    var remarks: [String] = []
    do {
      let file = try recordFile(at: path, &remarks)
      guard directory.window(file.record.id) == path else {
        throw StateProblem.Reason.notNamedAfterAWindow
      }
      state.records.append(current(file.record, &state))
      state.remarks += remarks.map { StateProblem(path, .adjusted($0)) }
      knows(file)
    } catch StateProblem.Reason.newerVersion {
      // Leaving a newer version's file in place loses nothing.
      state.unreadable.append(StateProblem(path, .newerVersion))
    } catch let failure as StateFileFailure where failure.code == ENOENT {
      // It was removed while we were reading: that is not damage.
    } catch {
      let file = previous(of: path)
      moveAside(path, error)
      if let file {
        use(previous: file, for: path, in: &state)
      } else {
        let problem = StateProblem(path, error)
        state.unreadable.append(problem)
        state.remarks.append(problem)
      }
    }
  }

  // The last good record of a window whose current one is damaged; if this is damaged too, it is
  // set aside as well.
  private func previous(of path: String) -> RecordFile? {
    let previous = path + DurableFile.previousEnding
    do {
      var remarks: [String] = []
      let file = try recordFile(at: previous, &remarks)
      guard directory.window(file.record.id) == path else {
        throw StateProblem.Reason.ofAnotherWindow
      }
      return file
    } catch let failure as StateFileFailure where failure.code == ENOENT {
      return nil
    } catch {
      moveAside(previous, error)
      return nil
    }
  }

  // What cannot be read today may be readable tomorrow: it stays where it is.
  func moveAside(_ path: String, _ error: any Error) {
    if let failure = error as? StateFileFailure, ![EINVAL, ELOOP].contains(failure.code) { return }
    setAside(path, StateProblem.Reason(error).kind)
  }

  private func use(previous file: RecordFile, for path: String, in state: inout StoredState) {
    state.records.append(file.record)
    state.unsaved.insert(file.record.id)
    // Its value files are used again; the record itself will be rewritten.
    written[file.record.id] = file
    uncertain.insert(file.record.id)
    state.remarks.append(
      StateProblem(path, .replacedByOlder))
  }

  // A window closed at the last moment is still listed, but not lost.
  private func findMissing(_ state: inout StoredState) {
    let known = Set((state.records + state.closed).map(\.id))
    let unreadable = Set(state.unreadable.compactMap { StateDirectory.window(ofFile: $0.file) })
    state.missing = (state.session?.order ?? []).filter {
      !known.contains($0) && !unreadable.contains($0)
    }
  }

  // MARK: One file

  /// A record with its value files.
  func recordFile(at path: String, _ remarks: inout [String]) throws -> RecordFile {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let data = try files.contents(path, limit: StateLimits.recordBytes)
    var value = try RecordFile.value(data)
    var parts: [(name: String, excerpt: StateValue)] = []
    if let id = StateDirectory.window(ofFile: name) {
      parts = addParts(to: &value, of: id, remarks: &remarks)
    }
    let record = try SceneRecord(
      value, name: name, schema: schema, layout: directory.version, remarks: &remarks)
    return RecordFile(read: record, parts: parts)
  }
}
