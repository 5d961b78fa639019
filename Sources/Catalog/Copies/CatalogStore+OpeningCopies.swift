// SPDX-License-Identifier: Apache-2.0
// Opens a copy of a catalogue that came in one file: it is unpacked into a directory that only we use, looked at there like
// a backup, and can become the catalogue of this computer.

import Foundation

extension CatalogStore {
  /// What a file says of itself; throws if it is not a copy of a catalogue, or of a newer version.
  public static func copyHead(of file: URL) async throws -> CopyHead {
    try await offThread {
      let reader = try TarReader(file.path)
      do { return try reader.copyHead(file.path) } catch is TarReader.Damaged {
        throw CatalogError.notACopy(file: file.path)
      }
    }
  }

  /// Unpacks a copy into a new directory. Stopped, or if anything is wrong with it, it leaves nothing there.
  public static func unpackCopy(
    _ file: URL, to directory: URL, progress: @escaping Progress = { _ in }
  ) async throws -> CopyHead {
    try await offThread {
      let parent = directory.deletingLastPathComponent().path
      try makeDirectories(parent)
      PassingPlace.removeAbandoned(.unpacking, in: parent)
      let unfinished = try PassingPlace(.unpacking, in: parent)
      do {
        let head = try Unpacking(file.path, to: unfinished.path, progress: progress).run()
        guard rename(unfinished.path, directory.path) == 0 else {
          throw CatalogError(systemError: errno, file: directory.path)
        }
        return head
      } catch {
        unfinished.remove()
        if error is TarReader.Damaged {
          throw CatalogError.damaged(file: file.path, reason: "it is not complete")
        }
        throw error
      }
    }
  }

  /// Opens an unpacked copy, to be looked at.
  public static func openCopy(in directory: URL) async throws -> CatalogStore {
    try await offThread {
      try CatalogStore(backup: CatalogFile(unpackedIn: directory.path), of: directory)
    }
  }

  /// Makes an unpacked copy the catalogue in `directory`; returns a backup of what was there before. Those who have the
  /// catalogue open see a change of everything.
  @discardableResult
  public static func keepCopy(
    in unpacked: URL, as directory: URL, progress: @escaping Progress = { _ in }
  ) async throws -> CatalogBackup? {
    try await offThread {
      let (copy, file) = (CatalogFile(unpackedIn: unpacked.path), try CatalogFile(in: directory))
      let (old, new) = (
        PictureFiles(root: copy.picturesPath), PictureFiles(root: file.picturesPath)
      )
      let pictures = try CatalogCheck.storedPictures(Connection(copy.path, .immutable))
      for (number, picture) in pictures.enumerated() {
        let fraction = Double(number) / Double(pictures.count)
        try progress(ExchangeProgress(products: number, fraction: fraction))
        let place = old.path(hash: picture.hash, fileExtension: picture.ext)
        if let found = try? Picture(place), found.hash == picture.hash { try new.store(found) }
      }
      return try BackupRestoration(file: file, patience: 5).restore(copyAt: copy.path)
    }
  }
}

/// Takes a copy apart, file by file; what is not ours is refused.
private struct Unpacking {
  let path: String
  let target: String
  let progress: ExchangeProgress.Report

  init(_ path: String, to target: String, progress: @escaping ExchangeProgress.Report) {
    (self.path, self.target, self.progress) = (path, target, progress)
  }

  func run() throws -> CopyHead {
    let reader = try TarReader(path)
    let head = try reader.copyHead(path)
    let pictures = PictureFiles(root: "\(target)/images")
    var digest: String?
    var isComplete = false
    while let entry = try reader.next() {
      try progress(
        ExchangeProgress(
          products: 0, fraction: Double(reader.place) / Double(max(1, reader.length))))
      switch entry.name {
      case CopyHead.database where digest == nil: digest = try writeDatabase(reader)
      case CopyHead.last:
        let end = try? JSONDecoder().decode(
          CopyHead.End.self, from: Data(reader.read(atMost: 4_096)))
        guard let digest, end?.digest == digest else { throw TarReader.Damaged() }
        isComplete = true
      case _ where entry.name.hasPrefix("images/"):
        guard entry.size <= PictureFormat.largestFile else { throw TarReader.Damaged() }
        let picture = try Picture(
          checking: reader.read(atMost: entry.size), name: entry.name)
        // Its name is made of its bytes, not of what the file says.
        try pictures.storeQuickly(picture)
      // A newer version may have more.
      default: break
      }
    }
    guard isComplete else { throw TarReader.Damaged() }
    return head
  }

  private func writeDatabase(_ reader: TarReader) throws -> String {
    let file = try NewFile("\(target)/\(CopyHead.database)")
    var digest = CopyHead.Digest()
    while true {
      let piece = try reader.read(atMost: CopyHead.Digest.piece)
      if piece.isEmpty { break }
      digest.add(piece)
      try file.write(piece[...])
    }
    try file.putInPlace(asOneOfMany: true)
    return digest.text
  }
}

extension TarReader {
  fileprivate func copyHead(_ path: String) throws -> CopyHead {
    guard let entry = try? next(), entry.name == CopyHead.name, entry.size < 4_096,
      let head = try? JSONDecoder().decode(CopyHead.self, from: Data(read(atMost: entry.size)))
    else { throw CatalogError.notACopy(file: path) }
    guard head.version <= CopyHead.newest else { throw CatalogError.newerVersion(file: path) }
    return head
  }
}
