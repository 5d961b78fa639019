// Removes picture files that nothing refers to: no product, no step of undo, no backup. It runs
// after old backups were let go; a few files at a time, so that writers hardly wait. Whatever
// cannot be asked is taken to refer to everything.

import Foundation

struct OrphanedPictures {
  let pictureFiles: PictureFiles
  let backups: BackupDirectory
  /// A file as young as this may belong to a change that is on its way.
  var youngest: TimeInterval = 86_400

  private struct File {
    let path: String
    /// Nil for one that never got its name: the process that wrote it came to an end.
    let hash: String?

    func isOrphaned(in connection: Connection) throws -> Bool {
      guard let hash else { return true }
      return try !connection.refersToPicture(hash)
    }
  }

  /// `underLock` runs its body with a connection to the catalogue and the lock of its writers
  /// held. Called with the backups' lock held.
  func remove(
    _ stop: BackupStop, underLock: ((Connection) throws -> Void) throws -> Void
  ) throws {
    let others = try backups.backups().map { backups.path(of: $0) }
    for directory in try names(in: pictureFiles.root) where directory.count == 2 {
      let files = try candidates(in: "\(pictureFiles.root)/\(directory)")
      for begin in stride(from: 0, to: files.count, by: 256) {
        try stop.check()
        let batch = files[begin..<min(begin + 256, files.count)]
        try underLock { connection in
          var loose = try batch.filter { try $0.isOrphaned(in: connection) }
          for path in others where !loose.isEmpty {
            let backup = try Connection(path, .immutable)
            loose = try loose.filter { try $0.isOrphaned(in: backup) }
          }
          for file in loose { unlink(file.path) }
        }
      }
    }
  }

  private func candidates(in directory: String) throws -> [File] {
    try names(in: directory).compactMap { name in
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      let isUnfinished = parts.count == 4 && parts[3] == "tmp"
      guard parts.count == 2 || isUnfinished, parts[0].count == 64,
        parts[0].allSatisfy({ $0.isHexDigit && !$0.isUppercase }),
        PictureFormat(rawValue: String(parts[1])) != nil
      else { return nil }
      let path = "\(directory)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        Date().timeIntervalSince1970 - TimeInterval(status.st_mtim.tv_sec) > youngest
      else { return nil }
      return File(path: path, hash: isUnfinished ? nil : String(parts[0]))
    }
  }

  /// Nothing where there is no such directory.
  private func names(in directory: String) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch CocoaError.fileReadNoSuchFile {
      return []
    }
  }
}
