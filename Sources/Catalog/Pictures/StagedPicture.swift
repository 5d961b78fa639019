// SPDX-License-Identifier: Apache-2.0
// A picture on its way into the catalogue. It is read, checked and written to the disk under a
// temporary name before the catalogue's lock is taken; under the lock it is only renamed.

import Foundation

struct StagedPicture: Sendable {
  let hash: String
  let format: PictureFormat
  fileprivate let size: Int
  /// Nil if the picture was in place already.
  fileprivate let temporary: String?

  /// Where it can be read until it is put in place; nil if it was in place already.
  var file: URL? { temporary.map { URL(fileURLWithPath: $0) } }

  /// A product's new picture.
  func picture(_ id: UUID = UUID()) throws -> ProductPicture {
    try ProductPicture(id: id, contentHash: hash, fileExtension: format.rawValue)
  }

  /// Removes the file if it was not put in place.
  func discard() {
    if let temporary { unlink(temporary) }
  }

  fileprivate init(_ picture: Picture, temporary: String?) {
    hash = picture.hash
    format = picture.format
    size = picture.bytes.count
    self.temporary = temporary
  }
}

extension PictureFiles {
  /// Reads pictures and writes them to temporary files, on a background thread.
  func stage(_ files: [URL]) async throws -> [StagedPicture] {
    try await offThread { try stage(files.map(\.path)) }
  }

  private func stage(_ files: [String]) throws -> [StagedPicture] {
    try makeDirectory(root)
    var staged: [StagedPicture] = []
    do {
      // One at a time: together they may not fit in memory.
      for file in files { staged.append(try stage(Picture(file))) }
      try syncDirectory(of: "\(root)/")
      return staged
    } catch {
      staged.forEach { $0.discard() }
      throw error
    }
  }

  /// Reads one that a user chose and writes it to a temporary file, on a background thread. Unlike those
  /// of an import, which may come from an older catalogue, it must be complete. The directory is not
  /// durable yet.
  func stage(
    _ source: PictureSource, of formats: Set<PictureFormat> = Set(PictureFormat.allCases)
  ) async throws -> StagedPicture {
    try await offThread { try stageComplete(source, of: formats) }
  }

  private func stageComplete(
    _ source: PictureSource, of formats: Set<PictureFormat>
  ) throws -> StagedPicture {
    let picture = try Picture(source)
    guard formats.contains(picture.format) else {
      throw CatalogError.picture(file: source.name, problem: .noLoader(picture.format))
    }
    guard picture.isComplete else {
      throw CatalogError.picture(file: source.name, problem: .incomplete)
    }
    do {
      try makeDirectory(root)
      return try stage(picture)
    } catch CatalogError.diskFull {
      throw CatalogError.picture(file: source.name, problem: .noRoom)
    }
  }

  /// Makes the names of staged pictures durable.
  func syncStaged() async throws {
    try await offThread { try syncDirectory(of: "\(root)/") }
  }

  /// Reads a picture of an import. Its temporary name need not be durable, since the picture can be
  /// read again.
  func stageForImport(_ source: PictureSource) throws -> StagedPicture {
    let picture = try Picture(source)
    let staged = StagedPicture(picture, temporary: nil)
    if isThere(staged) { return staged }
    try makeDirectory(root)
    return try stage(picture)
  }

  private func stage(_ picture: Picture) throws -> StagedPicture {
    let temporary = "\(root)/\(UUID().uuidString)\(Self.passing)"
    let file = try NewFile(temporary)
    try file.write(picture.bytes[...])
    try file.putInPlace(asOneOfMany: true)
    return StagedPicture(picture, temporary: temporary)
  }

  /// Renames a picture to its final name, under the catalogue's lock, and returns whether it is new;
  /// nil if it must be read again. The new name is not durable yet.
  func putInPlace(_ picture: StagedPicture) throws -> Bool? {
    let path = path(of: picture)
    if isThere(picture) {
      // It is in use again: it must look new to the search for orphaned files.
      utimensat(AT_FDCWD, path, nil, 0)
      return false
    }
    guard let temporary = picture.temporary else { return nil }
    try makeDirectory((path as NSString).deletingLastPathComponent)
    if rename(temporary, path) == 0 { return true }
    // It may have been removed if the import waited very long for its input.
    guard errno == ENOENT else { throw CatalogError(systemError: errno, file: path) }
    return nil
  }

  private func path(of picture: StagedPicture) -> String {
    path(hash: picture.hash, fileExtension: picture.format.rawValue)
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
      // If the same picture comes twice, it is in place already.
      guard try putInPlace(picture) != nil else {
        throw CatalogError(systemError: ENOENT, file: path(of: picture))
      }
      try syncDirectory(of: path(of: picture))
    }
    removePassing()
  }

  private func isThere(_ picture: StagedPicture) -> Bool {
    var status = stat()
    return stat(path(of: picture), &status) == 0 && Int(status.st_size) == picture.size
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
