// SPDX-License-Identifier: Apache-2.0
// Getting at what is ours of a catalogue into which another program has put something, whether or not it can be opened.

import Foundation

extension CatalogStore {
  /// Copies what is ours of the catalogue in `directory` to one in a new directory, with its pictures. Nothing that
  /// another program has put there runs, or comes along; the catalogue itself stays as it is.
  public static func copyOwn(
    from directory: URL, to target: URL, progress: @escaping Progress = { _ in }
  ) async throws -> OwnCopy {
    try await offThread {
      let source = try existing(in: directory)
      guard mkdir(target.path, 0o700) == 0 else {
        if errno == EEXIST { throw CatalogError.exists(file: target.path) }
        throw CatalogError(systemError: errno, file: target.path)
      }
      let file = try CatalogFile(in: target)
      let unfinished = "\(file.path).new"
      do {
        var copy = try CleanCopy(source: source).write(to: unfinished)
        copy.picturesMissing = try copyPictures(
          of: unfinished, from: source, to: file, progress: progress)
        guard rename(unfinished, file.path) == 0 else {
          throw CatalogError(systemError: errno, file: file.path)
        }
        try syncDirectory(of: file.path)
        return copy
      } catch {
        try? FileManager.default.removeItem(at: target)
        if let error = error as? SQLiteError { throw CatalogError(error, file: source.path) }
        throw error
      }
    }
  }

  /// Puts such a copy in the place of the catalogue, which is set aside beside the backups. Whoever has it open must
  /// open it again.
  public static func replaceWithOwn(in directory: URL) async throws -> OwnCopy {
    try await offThread {
      try BackupRestoration(file: existing(in: directory), patience: 5).replaceWithOurs()
    }
  }

  private static func existing(in directory: URL) throws -> CatalogFile {
    // Looking creates nothing, not even the directory.
    guard exists(in: directory) else {
      throw CatalogError.noSuchFile(file: directory.appendingPathComponent("catalog.sqlite").path)
    }
    let file = try CatalogFile(in: directory)
    guard try file.isThere() else { throw CatalogError.noSuchFile(file: file.path) }
    try file.refuseForeign()
    return file
  }

  /// Returns how many are missing or altered.
  private static func copyPictures(
    of path: String, from source: CatalogFile, to target: CatalogFile, progress: Progress
  ) throws -> Int {
    let (old, new) = (
      PictureFiles(root: source.picturesPath), PictureFiles(root: target.picturesPath)
    )
    var (done, missing) = (0, 0)
    for picture in try CatalogCheck.storedPictures(Connection(path, .readOnly)) {
      let place = old.path(hash: picture.hash, fileExtension: picture.ext)
      if let found = try? Picture(place), found.hash == picture.hash,
        found.format.rawValue == picture.ext
      {
        try new.store(found)
      } else {
        missing += 1
      }
      done += 1
      try progress(ExchangeProgress(products: done, fraction: nil))
    }
    return missing
  }
}
