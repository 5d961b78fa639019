// SPDX-License-Identifier: Apache-2.0
// Removes picture files that nothing refers to: no product, no step of undo, no backup. It runs
// after old backups are deleted, on a few files at a time, so that writers hardly wait. A backup
// that cannot be read counts as referring to everything.

import Foundation

struct OrphanedPictures {
  let pictureFiles: PictureFiles
  let backups: BackupDirectory
  /// A file younger than this may belong to a change in progress.
  var youngest: TimeInterval = 86_400

  private struct File {
    let path: String
    /// Nil for a file that was never renamed because the process that wrote it ended.
    let hash: String?

    func isOrphaned(by references: PictureReferences) throws -> Bool {
      guard let hash else { return true }
      return try !references.include(hash)
    }
  }

  /// `underLock` runs its body with a connection to the catalogue and its writers' lock held. Call
  /// it with the backups' lock held.
  func remove(
    _ stop: BackupStop, underLock: ((Connection) throws -> Void) throws -> Void
  ) throws {
    pictureFiles.removePassing()
    let others = try backups.backups().map { backups.path(of: $0) }
    try removeSecondNames(others, stop)
    for directory in try names(in: pictureFiles.root) where directory.count == 2 {
      let files = try candidates(in: "\(pictureFiles.root)/\(directory)")
      for begin in stride(from: 0, to: files.count, by: 256) {
        try stop.check()
        let batch = files[begin..<min(begin + 256, files.count)]
        try underLock { connection in
          var references = try PictureReferences(in: connection)
          var loose = try batch.filter { try $0.isOrphaned(by: references) }
          for path in others where !loose.isEmpty {
            references = try PictureReferences(in: Connection(path, .immutable))
            loose = try loose.filter { try $0.isOrphaned(by: references) }
          }
          for file in loose { unlink(file.path) }
        }
      }
    }
  }

  /// Removes the second names of pictures that no backup refers to.
  private func removeSecondNames(_ backups: [String], _ stop: BackupStop) throws {
    for directory in try names(in: self.backups.picturesPath) where directory.count == 2 {
      try stop.check()
      var loose = try candidates(in: "\(self.backups.picturesPath)/\(directory)")
      for path in backups where !loose.isEmpty {
        let references = try PictureReferences(in: Connection(path, .immutable))
        loose = try loose.filter { try $0.isOrphaned(by: references) }
      }
      for file in loose { unlink(file.path) }
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

  /// Empty if there is no such directory.
  private func names(in directory: String) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch CocoaError.fileReadNoSuchFile {
      return []
    }
  }
}

extension PictureFiles {
  /// Removes those of the files in `loose_image` that nothing refers to: no product, including the
  /// trash, and no step of undo or for a hub. Call it under the catalogue's lock, so that nobody else can be
  /// about to refer to them. As long as there are backups, which may refer to them, nothing is
  /// removed here: `OrphanedPictures` does it after a day.
  func removeOrphans(_ connection: Connection, unlessIn backups: BackupDirectory) throws {
    let loose = try connection.rows("SELECT hash, extension FROM loose_image") {
      (hash: $0.text("hash"), ext: $0.text("extension"))
    }
    guard !loose.isEmpty else { return }
    let references = try PictureReferences(in: connection)
    for picture in loose where try backups.isEmpty() && !references.include(picture.hash) {
      unlink(path(hash: picture.hash, fileExtension: picture.ext))
    }
    // Only after the files are gone: if the process ends in between, this is done again.
    _ = try connection.transaction(.write) { try connection.run("DELETE FROM loose_image") }
  }
}
