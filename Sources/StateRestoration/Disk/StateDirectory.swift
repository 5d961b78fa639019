// SPDX-License-Identifier: Apache-2.0
// Where an application's state is stored, and whether that place can be trusted: nothing is written
// to a directory that is a link, belongs to another user or is writable by others.

import Foundation

/// The directory of one application's window state.
package struct StateDirectory: Sendable, Equatable {
  /// Where it is.
  package let url: URL
  /// The major version of the layout; each has its own directory.
  let version: Int
  /// Where lines of journals are while the disk is slow to take them. Nil if there is no such place.
  private(set) var standIns: String?

  /// A directory that has or will have saved state.
  package init(
    _ url: URL, _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.init(url, version: StateSchema.current.version)
    let runtime = Self.untilLogout(applicationID: url.lastPathComponent, variables)
    standIns = runtime.map {
      $0.root + "/journals-" + String(Checksum.crc32(root.utf8), radix: 16)
    }
  }

  init(_ url: URL, version: Int) {
    self.url = url
    self.version = version
  }

  /// `$XDG_STATE_HOME/<id>`, by default `~/.local/state/<id>`. Relative paths are ignored, as the
  /// XDG rules say; nil if there is no home.
  package static func standard(
    applicationID: String, _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> StateDirectory? {
    let base =
      BaseDirectory.absolute("XDG_STATE_HOME", variables)
      ?? BaseDirectory.absolute("HOME", variables)?.appendingPathComponent(".local/state")
    return base.map { StateDirectory($0.appendingPathComponent(applicationID), variables) }
  }

  /// A place that lasts until log-out, if the home is not writable.
  package static func untilLogout(
    applicationID: String, _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> StateDirectory? {
    BaseDirectory.absolute("XDG_RUNTIME_DIR", variables).map {
      StateDirectory($0.appendingPathComponent(applicationID), [:])
    }
  }

  var root: String { url.path }
  var lock: String { root + "/lock" }
  var launch: String { root + "/launch.json" }
  var launchMarks: String { root + "/launch.marks" }
  var quarantine: String { root + "/quarantine" }
  var layout: String { root + "/v\(version)" }
  var session: String { layout + "/session.json" }
  var windows: String { layout + "/windows" }
  var closed: String { layout + "/closed" }
  var history: String { layout + "/history" }
  var values: String { layout + "/values" }
  /// Of all versions: each file says which one wrote it.
  var named: String { root + "/desks" }

  func window(_ id: UUID) -> String { windows + "/\(id.uuidString).json" }
  func journal(_ id: UUID, _ number: Int) -> String {
    windows + "/\(id.uuidString).\(number)\(Self.journalEnding)"
  }
  func standIn(_ id: UUID, _ number: Int) -> String? {
    standIns.map { $0 + "/\(id.uuidString).\(number)\(Self.journalEnding)" }
  }

  /// The same, if it is no disk, which would be as slow. It may not be there yet, nor the application's own: the directory above
  /// both is.
  func standInsInMemory(_ files: any StateFileSystem) -> String? {
    guard let standIns else { return nil }
    let parts = standIns.split(separator: "/").dropLast(2)
    return files.isInMemory("/" + parts.joined(separator: "/")) ? standIns : nil
  }

  /// The window and the number of a journal's file name.
  static func journal(ofFile name: String) -> (id: UUID, number: Int)? {
    guard name.hasSuffix(journalEnding), let id = UUID(uuidString: String(name.prefix(36))),
      let number = Int(name.dropFirst(37).dropLast(journalEnding.utf8.count)), number > 0,
      name.dropFirst(36).first == "."
    else { return nil }
    return (id, number)
  }

  static let journalEnding = ".journal"

  /// What the end of a session has of many windows at once.
  var gathered: String { windows + "/" + Self.gatheredName }
  static let gatheredName = "gathered" + journalEnding

  func named(_ id: UUID) -> String { named + "/\(id.uuidString).json" }
  func values(_ id: UUID) -> String { values + "/" + id.uuidString }
  func history(_ number: Int) -> String { history + "/\(number).json" }

  /// The window that a file belongs to, from its name: `<uuid>.json`, `<time>-<uuid>.json`, or the
  /// same with another suffix.
  static func window(ofFile path: String) -> UUID? {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.prefix { $0 != "." }
    return stem.utf8.count >= 36 ? UUID(uuidString: String(stem.suffix(36))) : nil
  }

  /// The same directory in the layout of another version.
  func layout(_ version: Int) -> StateDirectory {
    var other = StateDirectory(url, version: version)
    other.standIns = standIns
    return other
  }

  /// The versions that have a layout here.
  func versions(_ files: any StateFileSystem) -> [Int] {
    ((try? files.list(root)) ?? []).compactMap { name in
      name.hasPrefix("v") ? Int(name.dropFirst()) : nil
    }.sorted()
  }

  /// Creates missing directories, and refuses untrusted ones.
  func prepare(_ files: any StateFileSystem) throws {
    try files.makeParents(of: root)
    for directory in [root, layout, windows, closed, history, quarantine] {
      try Self.prepare(directory, files)
    }
  }

  /// Creates a directory of ours if it is missing, and refuses an untrusted one.
  static func prepare(_ directory: String, _ files: any StateFileSystem) throws {
    try files.makeDirectoryIfMissing(directory)
    let status = try files.status(directory)
    guard status.kind == .directory else { throw StateFileFailure(directory, ENOTDIR) }
    guard status.owner == geteuid(), status.mode & 0o022 == 0 else {
      throw StateFileFailure(directory, EPERM)
    }
    guard files.isWritable(directory) else { throw StateFileFailure(directory, EACCES) }
    if status.mode & 0o077 != 0 { try files.restrict(directory) }
  }

  /// The names of the records in a directory, sorted.
  static func records(in directory: String, _ files: any StateFileSystem) -> [String] {
    ((try? files.list(directory)) ?? []).filter { $0.hasSuffix(".json") }.sorted()
  }

  static let quarantineLimit = 20
  static let quarantineByteLimit = 5 * 1024 * 1024
  static let closedLimit = 25
  /// In days of use.
  static let closedDays = 30
  static let historyLimit = 3
  /// Sessions that were kept because others took their place.
  static let automaticLimit = 5
  /// Windows that were not wanted at a start, and in whose place others have been opened since. The
  /// oldest of more than these count as closed.
  static let unwantedLimit = 25
}
