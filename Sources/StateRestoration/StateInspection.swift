// Saved state looked at from outside: by a tool in a terminal, or by a test. Takes no lock and
// changes nothing, so it can be asked while the application runs.

import Foundation

/// What is saved of one application's windows, as it lies on disk.
public struct StateInspection: Sendable {
  /// A record that is wrong, and how.
  public struct Problem: Sendable, Equatable {
    public let file: String
    public let reason: String
  }

  public let directory: StateDirectory
  /// In the order they would come back.
  public let windows: [SceneRecord]
  /// Those that can be reopened, the newest first.
  public let closed: [SceneRecord]
  /// Nil when no session was ever saved.
  public let endedCleanly: Bool?
  public let focused: UUID?
  public let problems: [Problem]
  /// The names of what was set aside.
  public let quarantined: [String]

  public init(_ directory: StateDirectory) {
    self.directory = directory
    var problems: [Problem] = []

    func records(in folder: String) -> [SceneRecord] {
      StateDirectory.records(in: folder).compactMap { name in
        let path = folder + "/" + name
        do { return try StateStore.record(at: path) } catch let error as SceneRecord.Unreadable {
          problems.append(Problem(file: path, reason: error.reason))
        } catch {
          problems.append(Problem(file: path, reason: error.localizedDescription))
        }
        return nil
      }
    }

    let session = (try? DurableFile.read(directory.session, limit: SceneRecord.byteLimit))
      .flatMap { try? JSONDecoder().decode(SessionRecord.self, from: $0) }
    if session == nil, access(directory.session, F_OK) == 0 {
      problems.append(Problem(file: directory.session, reason: "it is not a session record"))
    }
    windows = SessionRecord.ordered(records(in: directory.windows), by: session)
    closed = records(in: directory.closed).reversed()
    endedCleanly = session?.isClean
    focused = session?.focused
    quarantined = StateDirectory.records(in: directory.quarantine)
    self.problems = problems
  }

  /// Everything as one JSON value, for scripts.
  public func json() throws -> Data {
    try StateValue.object([
      "directory": .string(directory.url.path),
      "endedCleanly": endedCleanly.map(StateValue.bool) ?? .null,
      "focused": focused.map { .string($0.uuidString) } ?? .null,
      "windows": .array(windows.map(\.value)),
      "closed": .array(closed.map(\.value)),
      "quarantined": .array(quarantined.map(StateValue.string)),
      "problems": .array(
        problems.map { .object(["file": .string($0.file), "reason": .string($0.reason)]) }),
    ]).canonicalData()
  }
}
