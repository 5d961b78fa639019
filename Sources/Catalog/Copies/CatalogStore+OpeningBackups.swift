// SPDX-License-Identifier: Apache-2.0
// A backup as a catalogue to look at.

import Foundation

extension CatalogStore {
  /// Opens a backup of the catalogue in `directory`. Every change is refused, and nothing is written to the backup or
  /// beside it. Its pictures are those of the catalogue, and those that are kept for backups alone.
  public static func open(_ backup: CatalogBackup, in directory: URL) async throws -> CatalogStore {
    try await offThread {
      // Looking creates nothing, not even the directory.
      guard access(directory.path, F_OK) == 0 else {
        throw CatalogError.noSuchFile(file: directory.path)
      }
      let catalogue = try CatalogFile(in: directory)
      return try CatalogStore(
        backup: CatalogFile(backup: backup.name, of: catalogue), of: directory)
    }
  }
}

extension CatalogBackup {
  /// The one with this name, whether it is there or not; nil if no backup is called that.
  public init?(named name: String) { self.init(name: name, size: 0) }
}
