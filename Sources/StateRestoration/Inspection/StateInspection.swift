// SPDX-License-Identifier: Apache-2.0
// Reads saved state from outside, for a command-line tool or a test. It takes no lock and changes
// nothing, so it works while the application is running.

import Foundation

/// The saved state of one application's windows, as it is on disk.
package struct StateInspection: Sendable {
  /// A file that was set aside because it could not be read.
  package struct Quarantined: Sendable, Equatable {
    /// Its new name: the time, the kind of reason, and its old name.
    package let name: String
    /// In bytes.
    package let size: Int
    /// Why it was set aside; nil if its name does not say so.
    package var kind: StateProblem.Kind? { StateProblem.Kind(inFileName: name) }
  }

  /// The directory that was read.
  package let directory: StateDirectory
  /// In the order in which they would come back.
  package let windows: [SceneRecord]
  /// Windows that can be reopened, the last closed first.
  package let closed: [SceneRecord]
  /// Nil if no session was ever saved.
  package let endedCleanly: Bool?
  /// The window that had the focus.
  package let focused: UUID?
  /// The version of the application that saved the state.
  package let applicationVersion: String?
  /// The application's own values.
  package let application: [String: StateValue]
  /// The process that holds the lock, according to the lock file.
  package let holder: Int?
  /// The archived sessions, newest first.
  package let history: [PastSession]
  /// The sessions with a name, those with a number first.
  package let named: [NamedSession]
  /// The one of them whose windows were opened last.
  package let currentNamed: UUID?
  /// The files that were set aside, oldest first.
  package let quarantined: [Quarantined]
  /// The newest library version whose windows are here too, if it is newer than this one.
  package let newerVersion: Int?
  /// Everything that is wrong: what can't be read, what is missing, what other users could read,
  /// and what was set aside.
  package let problems: [StateProblem]

  /// Reads the current state.
  package init(_ directory: StateDirectory) { self.init(directory, SystemFileSystem()) }

  /// Where the newest state is, which the next start takes: in the usual place, or in one that was used while that could not
  /// be written to.
  package static func newest(_ usual: StateDirectory, or others: [StateDirectory]) -> StateDirectory
  {
    let files = SystemFileSystem()
    func generation(_ place: StateDirectory) -> Int {
      files.exists(place.layout) ? StateStore(reading: place, files).read().generation : -1
    }
    return others.reduce((usual, generation(usual))) { newest, place in
      let its = generation(place)
      return its > newest.1 ? (place, its) : newest
    }.0
  }

  init(
    _ directory: StateDirectory, _ files: any StateFileSystem, schema: StateSchema = .current
  ) {
    self.directory = directory
    let store = StateStore(reading: directory, files, schema: schema)
    let state = store.read()
    var problems = state.remarks + state.unreadable
    windows = SessionRecord.ordered(state.records, by: state.session)
    closed = state.closed
    endedCleanly = state.session?.isClean
    focused = state.session?.focused
    newerVersion = state.newerVersion
    applicationVersion = state.session?.applicationVersion
    application = state.session?.application ?? [:]
    quarantined = store.quarantined.map { name in
      let size = try? files.status(directory.quarantine + "/" + name).size
      return Quarantined(name: name, size: size ?? 0)
    }
    var history: [PastSession] = []
    for number in store.historyNumbers {
      do {
        var remarks: [String] = []
        let record = try store.historyRecord(number, &remarks)
        problems += remarks.map { StateProblem(directory.history(number), .adjusted($0)) }
        history.append(PastSession(number: number, record))
      } catch { problems.append(StateProblem(directory.history(number), error)) }
    }
    self.history = history
    named = store.namedSessions(&problems)
    currentNamed = state.session?.named
    holder = (try? files.contents(directory.lock, limit: 200)).flatMap { data in
      String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace).first
        .flatMap { Int($0) }
    }
    problems += Self.misplaced(state, directory, files: files) + Self.spoiltPrevious(store)
    problems += Self.exposed(directory, files)
    problems += quarantined.map {
      StateProblem(directory.quarantine + "/" + $0.name, .setAside($0.kind))
    }
    var seen: Set<String> = []
    self.problems = problems.filter { seen.insert("\($0.file): \($0.reason)").inserted }
  }

  // Files that are in the way, or that a start would not find.
  private static func misplaced(
    _ state: StoredState, _ directory: StateDirectory, files: any StateFileSystem
  ) -> [StateProblem] {
    var problems: [StateProblem] = []
    for id in state.missing {
      problems.append(StateProblem(directory.window(id), .missing))
    }
    let endings = [
      ".json", ".json" + DurableFile.previousEnding, DurableFile.unfinishedEnding,
      StateDirectory.journalEnding,
    ]
    for folder in [directory.windows, directory.closed, directory.history, directory.named] {
      for name in (try? files.list(folder)) ?? [] where !endings.contains(where: name.hasSuffix) {
        problems.append(StateProblem(folder + "/" + name, .notARecord))
      }
    }
    return problems
  }

  // Last good records that are damaged themselves: a damaged record could not be replaced with
  // them.
  private static func spoiltPrevious(_ store: StateStore) -> [StateProblem] {
    let names = (try? store.files.list(store.directory.windows)) ?? []
    return names.filter { $0.hasSuffix(DurableFile.previousEnding) }.compactMap { name in
      let path = store.directory.windows + "/" + name
      var remarks: [String] = []
      do { _ = try store.recordFile(at: path, &remarks) } catch let failure as StateFileFailure
        where failure.code == ENOENT
      {} catch { return StateProblem(path, error) }
      return nil
    }
  }

  // State may contain what a user typed, so no other user may read it.
  private static func exposed(
    _ directory: StateDirectory, _ files: any StateFileSystem
  ) -> [StateProblem] {
    var problems: [StateProblem] = []
    let folders = [
      directory.root, directory.layout, directory.windows, directory.closed, directory.history,
      directory.quarantine, directory.values, directory.named,
    ]
    let values = ((try? files.list(directory.values)) ?? []).map { directory.values + "/" + $0 }
    for folder in folders + values {
      let status: StateFileStatus
      do { status = try files.status(folder) } catch {
        if (error as? StateFileFailure)?.code != ENOENT {
          problems.append(StateProblem(folder, error))
        }
        continue
      }
      if status.kind != .directory {
        problems.append(StateProblem(folder, .notADirectory))
        continue
      }
      if status.owner != geteuid() { problems.append(StateProblem(folder, .ofAnotherUser)) }
      if status.mode & 0o077 != 0 { problems.append(StateProblem(folder, .exposed)) }
      let names: [String]
      do { names = try files.list(folder) } catch {
        problems.append(StateProblem(folder, error))
        continue
      }
      for name in names {
        let path = folder + "/" + name
        guard let status = try? files.status(path), status.kind == .file else { continue }
        if status.mode & 0o077 != 0 { problems.append(StateProblem(path, .exposed)) }
      }
    }
    return problems
  }

  /// Everything as one JSON object on one line, for scripts.
  package func json() -> String {
    StateValue.object([
      "directory": .string(directory.url.path),
      "endedCleanly": endedCleanly.map(StateValue.bool) ?? .null,
      "focused": focused.map { .string($0.uuidString) } ?? .null,
      "applicationVersion": applicationVersion.map(StateValue.string) ?? .null,
      "application": .object(application),
      "newerVersion": newerVersion.map { .int(Int64($0)) } ?? .null,
      "windows": .array(windows.map(\.value)),
      "closed": .array(closed.map(\.value)),
      "history": .array(history.map(\.value)),
      "desks": .array(named.map(\.value)),
      "quarantined": .array(quarantined.map { .string($0.name) }),
      "problems": .array(
        problems.map {
          .object(["file": .string($0.file), "reason": .string($0.reason.description)])
        }),
    ]).lineText
  }
}
