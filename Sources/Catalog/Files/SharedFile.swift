// SPDX-License-Identifier: Apache-2.0
// Files outside of the catalogue, where a user wants them: readable like any other file of the user's.

import Foundation

public enum SharedFile {
  /// Writes a file in place of any other: completely or not at all.
  public static func save(_ bytes: [UInt8], to file: URL) async throws {
    try await offThread { try write(bytes, to: file) }
  }

  static func write(_ bytes: [UInt8], to file: URL) throws {
    let copy = try NewFile(file.path, permissions: 0o666)
    try copy.write(bytes[...])
    try copy.putInPlace()
  }
}
