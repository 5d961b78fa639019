// Where the state of one application lies, and whether that place can be trusted: a directory that
// is a link, is somebody else's or can be written by others is not used.

import Foundation

/// The directory of one application's window state.
public struct StateDirectory: Sendable, Equatable {
  public let url: URL

  public init(_ url: URL) { self.url = url }

  /// `$XDG_STATE_HOME/<id>`, by default `~/.local/state/<id>`. Relative paths are ignored, as the
  /// XDG rule wants it; nil without any home.
  public static func standard(
    applicationID: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> StateDirectory? {
    func absolute(_ name: String) -> URL? {
      environment[name].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
    }
    let base =
      absolute("XDG_STATE_HOME") ?? absolute("HOME")?.appendingPathComponent(".local/state")
    return base.map { StateDirectory($0.appendingPathComponent(applicationID)) }
  }

  /// The place that lasts until log-out, for a home that can't be written to.
  public static func untilLogout(
    applicationID: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> StateDirectory? {
    environment["XDG_RUNTIME_DIR"].flatMap { path in
      path.hasPrefix("/")
        ? StateDirectory(URL(fileURLWithPath: path).appendingPathComponent(applicationID)) : nil
    }
  }

  var lock: String { path("lock") }
  var launch: String { path("launch.json") }
  var session: String { path("v1/session.json") }
  var windows: String { path("v1/windows") }
  var closed: String { path("v1/closed") }
  var quarantine: String { path("quarantine") }

  func window(_ id: UUID) -> String { windows + "/\(id.uuidString).json" }

  private func path(_ part: String) -> String { url.appendingPathComponent(part).path }

  /// Makes what is missing and refuses what can't be trusted.
  func prepare() throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    for directory in [url.path, path("v1"), windows, closed, quarantine] {
      if mkdir(directory, 0o700) != 0, errno != EEXIST { throw FileFailure(directory) }
      var status = stat()
      guard lstat(directory, &status) == 0 else { throw FileFailure(directory) }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw FileFailure(directory, ENOTDIR) }
      guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
        throw FileFailure(directory, EPERM)
      }
    }
    if access(windows, W_OK) != 0 { throw FileFailure(windows) }
  }

  /// The names of the records in one of the directories.
  static func records(in directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }

  static let quarantineLimit = 20
  static let closedLimit = 25
  static let closedDays = 30
}
