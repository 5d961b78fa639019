// SPDX-License-Identifier: Apache-2.0
// The preferences file. The path may be a symbolic link made by the user.

import Foundation

/// The preferences file.
struct SettingsFile: Sendable {
  let path: String
  let files: any StateFileSystem

  // Some people keep their settings elsewhere and leave a link: write the link's target.
  private var target: String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  func read() throws -> [String: StateValue] {
    do {
      let data = try files.contents(target, limit: StateLimits.settingsBytes)
      guard data.count <= StateLimits.settingsBytes, let values = try StateValue(json: data).object
      else {
        throw StateProblem.Reason.notARecord
      }
      return values
    } catch let failure as StateFileFailure where failure.code == ENOENT { return [:] }
  }

  func readOrSetAside(_ log: (String) -> Void) -> [String: StateValue] {
    do { return try read() } catch {
      setAside(error, "The preferences are as they are by default.", log)
      return [:]
    }
  }

  // A file that cannot be read today stays where it is.
  private func setAside(_ error: any Error, _ then: String, _ log: (String) -> Void) {
    log("\(path): \(StateProblem.Reason(error)). \(then)")
    if !(error is StateFileFailure) { try? files.rename(target, target + ".unreadable") }
  }

  /// Writes changes, merged into what the file contains now, and returns the result. `all` is
  /// everything the application knows: it is written completely if the file can't be read any more.
  func write(
    _ changes: [String: StateValue?], _ all: [String: StateValue], _ log: (String) -> Void
  ) throws -> [String: StateValue] {
    var values: [String: StateValue]
    do { values = try read() } catch let failure as StateFileFailure { throw failure } catch {
      setAside(error, "It is replaced with a new one.", log)
      values = all
    }
    for (key, value) in changes { values[key] = value }
    let data = StateValue.object(values).canonicalData()
    // Others may have filled the file up to the limit.
    guard data.count <= StateLimits.settingsBytes else { throw StateFileFailure(path, EFBIG) }
    let target = target
    try files.makeParents(of: target)
    try files.replace(target, with: data)
    return values
  }
}
