// SPDX-License-Identifier: Apache-2.0
// Backups: making them, daily or on request, and restoring them.

import Foundation

extension CatalogStore {
  /// The notices from now on, until the store closes.
  public func notices() -> AsyncStream<CatalogNotice> {
    database.backups.notices.stream()
  }

  /// The backups of this catalogue, newest first.
  public func backups() async throws -> [CatalogBackup] {
    try await Self.backups(in: directory)
  }

  /// The newest backup that can be restored, nil if there is none.
  public func newestBackup() async throws -> CatalogBackup? {
    try await Self.newestBackup(in: directory)
  }

  /// Makes a backup now and deletes those that are too old to keep. Changes continue meanwhile.
  public func backUp() async throws -> CatalogBackup {
    try await database.backups.make()
  }

  /// Restores a backup, including its undo history, and returns a backup of what was there before.
  /// If that was undamaged, this store and others continue and see a change of everything; if it was
  /// damaged, they must be opened again, and throw `CatalogError.replaced` until then.
  @discardableResult
  public func restore(_ backup: CatalogBackup) async throws -> CatalogBackup? {
    try await Self.restore(backup, in: directory)
  }

  /// The backups of the catalogue in `directory`, newest first, whether or not it can be opened.
  public static func backups(in directory: URL) async throws -> [CatalogBackup] {
    try await offThread {
      // Looking creates nothing, not even the directory.
      guard access(directory.path, F_OK) == 0 else { return [] }
      return try BackupDirectory(catalogue: CatalogFile(in: directory)).backups()
    }
  }

  /// The newest backup of the catalogue in `directory` that can be restored.
  public static func newestBackup(in directory: URL) async throws -> CatalogBackup? {
    try await backups(in: directory).first { $0.kind != .damaged }
  }

  /// Restores a backup of the catalogue in `directory`, whether or not that can be opened. Returns
  /// a backup of what was there before.
  @discardableResult
  public static func restore(
    _ backup: CatalogBackup, in directory: URL
  ) async throws -> CatalogBackup? {
    try await offThread {
      try BackupRestoration(file: CatalogFile(in: directory), patience: 5).restore(backup)
    }
  }

  /// How many pictures the products of a backup have that restoring brings back.
  public static func pictures(
    of backup: CatalogBackup, in directory: URL
  ) async throws -> BackedUpPictureCount {
    try await offThread {
      let backups = BackupDirectory(catalogue: try CatalogFile(in: directory))
      return try backups.pictures.count(for: backups.path(of: backup))
    }
  }

  /// Every backup that could not be restored.
  func checkBackups() async throws -> [CatalogProblem] {
    try await offThread { [folder = database.backups.directory] in
      try folder.backups().filter { $0.kind != .damaged }.compactMap { backup in
        let path = folder.path(of: backup)
        do {
          try folder.verify(path, counts: nil)
          return nil
        } catch let error as SQLiteError {
          return .unreadable(CatalogError(error, file: path))
        } catch let error as CatalogError {
          return .unreadable(error)
        }
      }
    }
  }
}
