// SPDX-License-Identifier: Apache-2.0
// Where the notes, the windows and the preferences are: where the desktop has such things, or together in a folder that
// is carried along, such as one on a stick.

import Foundation
import StateRestoration

enum NotesFolder {
  static let name = "org.example.Notes"

  /// The folder that is carried along: `NOTES_FOLDER`.
  private static let carried: URL? = {
    let variable = ProcessInfo.processInfo.environment["NOTES_FOLDER"] ?? ""
    return variable.isEmpty ? nil : URL(fileURLWithPath: variable)
  }()

  static var notes: URL {
    if let carried { return carried.appendingPathComponent("notes.json") }
    let variables = ProcessInfo.processInfo.environment
    let data = variables["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return URL(fileURLWithPath: data ?? (variables["HOME"] ?? "/") + "/.local/share")
      .appendingPathComponent("\(name)/notes.json")
  }

  /// Nil: where the library keeps windows.
  static var windows: URL? { carried?.appendingPathComponent("windows") }

  static var preferences: URL? {
    carried?.appendingPathComponent("preferences.json")
      ?? AppSettings.standardFile(directoryName: name)
  }
}
