// A picture on its way into the catalogue. It is read, checked and written to the disk under a
// temporary name before the catalogue's lock is taken; under the lock it is only renamed.

import Foundation

struct StagedPicture: Sendable {
  let hash: String
  let format: PictureFormat
  fileprivate let temporary: String

  /// Removes the file if it was not put in place.
  func discard() {
    unlink(temporary)
  }
}

extension PictureFiles {
  /// Reads pictures and writes them to temporary files, on a background thread.
  func stage(_ files: [URL]) async throws -> [StagedPicture] {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Result { try stage(files.map(\.path)) })
      }
    }
  }

  private func stage(_ files: [String]) throws -> [StagedPicture] {
    try makeDirectory(root)
    var staged: [StagedPicture] = []
    do {
      // One at a time: together they may not fit in memory.
      for file in files {
        let picture = try Picture(file)
        let temporary = "\(root)/\(UUID().uuidString)\(Self.passing)"
        try writeDurably(picture.bytes, to: temporary)
        staged.append(
          StagedPicture(hash: picture.hash, format: picture.format, temporary: temporary))
      }
      return staged
    } catch {
      staged.forEach { $0.discard() }
      throw error
    }
  }

  /// Renames pictures to their final names, under the catalogue's lock and outside a transaction.
  /// They are listed in `loose_image` first: if the process ends before a row refers to them, they
  /// are found and removed later.
  func putInPlace(_ pictures: [StagedPicture], _ connection: Connection) throws {
    let new = pictures.filter { !isThere($0) }
    if new.isEmpty { return }
    try connection.transaction(.write) {
      for picture in new {
        try connection.run(
          "INSERT OR IGNORE INTO loose_image VALUES (?, ?)", picture.hash, picture.format.rawValue)
      }
    }
    for picture in new {
      let path = path(hash: picture.hash, fileExtension: picture.format.rawValue)
      try makeDirectory((path as NSString).deletingLastPathComponent)
      // If the same picture comes twice, it is in place already.
      guard rename(picture.temporary, path) == 0 else {
        throw CatalogError(systemError: errno, file: path)
      }
      try syncDirectory(of: path)
    }
    removePassing()
  }

  private func isThere(_ picture: StagedPicture) -> Bool {
    let path = path(hash: picture.hash, fileExtension: picture.format.rawValue)
    var (stored, staged) = (stat(), stat())
    return stat(path, &stored) == 0 && stat(picture.temporary, &staged) == 0
      && stored.st_size == staged.st_size
  }

  private static let passing = ".passing"

  /// Removes files that were staged a while ago by a process that then ended.
  func removePassing() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    for name in names where name.contains(Self.passing) {
      let path = "\(root)/\(name)"
      var status = stat()
      if lstat(path, &status) == 0, time(nil) - status.st_mtim.tv_sec > 3600 { unlink(path) }
    }
  }
}
