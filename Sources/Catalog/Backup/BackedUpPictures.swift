// SPDX-License-Identifier: Apache-2.0
// The pictures of backups: a second name, under `backups/images`, for each file that a backup
// refers to. It takes no room, and clearing away the pictures beside the catalogue loses none that
// a backup needs. If the file system has no second names, the pictures simply stay beside the
// catalogue as long as a backup refers to them.

import Foundation

/// What a backup refers to.
public struct BackedUpPictureCount: Sendable, Equatable {
  public var there = 0
  /// The pictures whose files are gone.
  public var missing = 0
}

struct BackedUpPictures {
  let pictureFiles: PictureFiles
  let backups: BackupDirectory
  private var kept: PictureFiles { PictureFiles(root: backups.picturesPath) }

  /// Gives the pictures that the database at `path` refers to their second names.
  func keep(for path: String) throws {
    try forEachPicture(of: path) { hash, fileExtension in
      let file = pictureFiles.path(hash: hash, fileExtension: fileExtension)
      let second = kept.path(hash: hash, fileExtension: fileExtension)
      guard access(second, F_OK) != 0, access(file, F_OK) == 0 else { return }
      try makeDirectories((second as NSString).deletingLastPathComponent)
      // Without second names, the pictures stay where they are.
      _ = link(file, second)
    }
  }

  /// Puts back those of a database's pictures that are not beside the catalogue any more.
  func putBack(for path: String) throws {
    try forEachPicture(of: path) { hash, fileExtension in
      let file = pictureFiles.path(hash: hash, fileExtension: fileExtension)
      let second = kept.path(hash: hash, fileExtension: fileExtension)
      guard access(file, F_OK) != 0, access(second, F_OK) == 0 else { return }
      try makeDirectories((file as NSString).deletingLastPathComponent)
      guard link(second, file) == 0 || errno == EEXIST else {
        throw CatalogError(systemError: errno, file: file)
      }
    }
  }

  func count(for path: String) throws -> BackedUpPictureCount {
    var count = BackedUpPictureCount()
    try forEachPicture(of: path, withHistory: false) { hash, fileExtension in
      let isThere = [pictureFiles, kept].contains {
        access($0.path(hash: hash, fileExtension: fileExtension), F_OK) == 0
      }
      if isThere { count.there += 1 } else { count.missing += 1 }
    }
    return count
  }

  private func forEachPicture(
    of path: String, withHistory: Bool = true, _ body: (String, String) throws -> Void
  ) throws {
    let connection = try Connection(path, .immutable)
    defer { connection.close() }
    // The first schema has no history.
    let version = withHistory ? try connection.integer("PRAGMA user_version") : 0
    try connection.forEachRow(
      "SELECT hash, extension FROM product_image"
        + (version >= 2
          ? " UNION SELECT hash, extension FROM history_product_image WHERE hash IS NOT NULL"
          : " GROUP BY 1, 2")
        + (version >= Schema.patchesSince
          ? " UNION SELECT new_hash, new_extension FROM history_product_image WHERE new_hash IS NOT NULL"
          : ""),
      arguments: []
    ) {
      try body($0.text("hash"), $0.text("extension"))
      return true
    }
  }
}
