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

extension PictureFiles {
  /// Removes the files among those that were said to be loose that nothing refers to: no product,
  /// be it in the trash, and no step of undo. Under the catalogue's lock, where nobody else can
  /// be about to refer to them. While there are backups, those may refer to them: `OrphanedPictures`
  /// removes them after a day.
  func removeOrphans(_ connection: Connection, unlessIn backups: BackupDirectory) throws {
    let loose = try connection.rows("SELECT hash, extension FROM loose_image") {
      (hash: $0.text(0), ext: $0.text(1))
    }
    guard !loose.isEmpty else { return }
    for picture in loose where try backups.isEmpty() && !connection.refersToPicture(picture.hash) {
      unlink(path(hash: picture.hash, fileExtension: picture.ext))
    }
    // Not before the files are gone: what comes to an end in between is done again.
    _ = try connection.transaction(.write) { try connection.run("DELETE FROM loose_image") }
  }
}

extension Connection {
  /// Whether anything in this file refers to a picture: a product, be it in the trash, or a step
  /// of undo. Every removal of a picture's file is decided here; since backups may refer to it
  /// too, whoever asks the catalogue asks them, or sees that there are none.
  func refersToPicture(_ hash: String) throws -> Bool {
    if try integer("SELECT EXISTS (SELECT 1 FROM product_image WHERE hash = ?)", hash) == 1 {
      return true
    }
    // The first schema, of which there may be backups, has no history.
    return try integer("PRAGMA user_version") >= 2
      && integer("SELECT EXISTS (SELECT 1 FROM history_product_image WHERE hash = ?)", hash) == 1
  }
}
