// SPDX-License-Identifier: Apache-2.0
// What a window that shows a backup, or a copy of a catalogue, saves of that; what it lists is a browser window's state.

import StateRestoration

public struct BackupState: SavedByParts {
  /// The name of the backup; empty for a copy.
  public var backup = ""
  /// The file of the copy; empty for a backup.
  public var file = ""
  public var unread: [String: StateValue] = [:]

  public init() {}

  public init(backup: String = "", file: String = "") {
    (self.backup, self.file) = (backup, file)
  }

  public static var parts: [SavedPart<Self>] {
    [
      // It is the name of a file in a directory of ours.
      SavedPart("backup", \.backup, isValid: { !$0.contains("/") }),
      SavedPart("file", \.file),
    ]
  }
}
