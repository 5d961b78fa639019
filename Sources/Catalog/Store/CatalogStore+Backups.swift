// Backups: made daily by themselves, or when asked for, and put back.

import Foundation

extension CatalogStore {
  /// What the catalogue has to say by itself from now on, until it closes.
  public func notices() -> AsyncStream<CatalogNotice> {
    database.backups.notices.stream()
  }

  /// The backups of this catalogue, the newest first.
  public func backups() async throws -> [CatalogBackup] {
    try await Self.backups(in: directory)
  }

  /// The newest backup that can be put in the catalogue's place, nil when there is none.
  public func newestBackup() async throws -> CatalogBackup? {
    try await Self.newestBackup(in: directory)
  }

  /// Makes a backup now, and lets go of what is older than backups are kept. Changes go on
  /// meanwhile.
  public func backUp() async throws -> CatalogBackup {
    try await database.backups.make()
  }

  /// Puts a backup in the catalogue's place, history of undo included, and returns what was there
  /// before. Where that was whole, this store and others go on and see it as a change of
  /// everything; where it was damaged they must be opened again, and until then throw
  /// `CatalogError.replaced`.
  @discardableResult
  public func restore(_ backup: CatalogBackup) async throws -> CatalogBackup? {
    try await Self.restore(backup, in: directory)
  }

  /// The backups of the catalogue in `directory`, the newest first, whether or not it can be
  /// opened.
  public static func backups(in directory: URL) async throws -> [CatalogBackup] {
    try await offThread {
      // Looking makes nothing, not the directory either.
      guard access(directory.path, F_OK) == 0 else { return [] }
      return try BackupDirectory(catalogue: CatalogFile(in: directory)).backups()
    }
  }

  /// The newest backup that can be put in the place of the catalogue in `directory`.
  public static func newestBackup(in directory: URL) async throws -> CatalogBackup? {
    try await backups(in: directory).first { $0.kind != .damaged }
  }

  /// Puts a backup in the place of the catalogue in `directory`, whether or not that can be
  /// opened. Returns what was there before.
  @discardableResult
  public static func restore(
    _ backup: CatalogBackup, in directory: URL
  ) async throws -> CatalogBackup? {
    try await offThread {
      try Restoration(file: CatalogFile(in: directory), patience: 5).restore(backup)
    }
  }

  /// Every backup that could not be restored.
  func checkBackups() async throws -> [CatalogProblem] {
    try await Self.offThread { [folder = database.backups.directory] in
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

  static func offThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Result { try body() })
      }
    }
  }
}
