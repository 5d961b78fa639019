// SPDX-License-Identifier: Apache-2.0
// The folder that is published. Of what is there already, only what was written from here is replaced or removed;
// what is the same as before is not written again, so that little has to be sent to a server.

import Catalog
import Foundation

final class SiteFolder {
  let directory: URL
  /// What was published before.
  let earlier: SiteRecord
  private(set) var record = SiteRecord()
  private(set) var written = 0
  private(set) var removed = 0
  private var files: Set<String> = []
  private let earlierFiles: Set<String>
  /// What may be replaced: the earlier files, and those that are planned.
  private var ours: Set<String>
  private var directories: Set<String> = []
  /// What this run has written where nothing was, in that order: first the directories above it.
  private var made: [URL] = []
  /// Whether something was published there before.
  var hasEarlierPages: Bool { !earlierFiles.isEmpty }

  /// Throws if the folder has other things that would have to give way.
  init(_ directory: URL) throws {
    self.directory = directory
    let file = directory.appendingPathComponent(SiteRecord.fileName)
    if Self.type(of: file.path) != nil {
      guard let bytes = FileManager.default.contents(atPath: file.path),
        let earlier = SiteRecord.read(bytes)
      else {
        throw FolderRefused.unknownRecord(file: file.path)
      }
      self.earlier = earlier
    } else {
      for name in ["index.html", "products", "categories", "photos", "search"] {
        let path = directory.appendingPathComponent(name).path
        guard Self.type(of: path) == nil else { throw FolderRefused.hasOtherFiles(file: path) }
      }
      earlier = SiteRecord()
    }
    earlierFiles = Set(earlier.files)
    ours = earlierFiles
  }

  /// Writes down what is going to be written, before anything is: what an interrupted run has left is known as ours by
  /// the next. Throws if any of it would replace what was not written from here.
  func plan(
    _ paths: [String], products: [String: String], categories: [String: String]
  ) throws {
    // Where a link leads, whoever has put it there decides: what is written through it would replace files anywhere.
    for name in Set(paths.compactMap { Self.folder(of: $0) }) {
      let place = directory.appendingPathComponent(name).path
      guard Self.type(of: place) != S_IFLNK else { throw FolderRefused.hasOtherFiles(file: place) }
    }
    for path in paths where ours.insert(path).inserted {
      let file = directory.appendingPathComponent(path).path
      guard Self.type(of: file) == nil else { throw FolderRefused.hasOtherFiles(file: file) }
    }
    guard ours.count > earlierFiles.count else { return }
    var planned = earlier
    planned.files = ours.sorted()
    planned.products.merge(products) { $1 }
    planned.categories.merge(categories) { $1 }
    let file = directory.appendingPathComponent(SiteRecord.fileName)
    do {
      try makeDirectory(directory)
      try SharedFile.writeQuickly(planned.bytes, to: file)
    } catch {
      _ = takeBack()
      throw error
    }
    if !hasEarlierPages { made.append(file) }
  }

  /// Removes what a first run has written so far, as if it had never begun. Returns whether all of it is gone.
  func takeBack() -> Bool {
    var isGone = true
    for file in made.reversed() {
      // A directory in which somebody has put something stays.
      if unlink(file.path) != 0, rmdir(file.path) != 0, errno != ENOENT, errno != ENOTEMPTY {
        isGone = false
      }
    }
    made = []
    return isGone
  }

  private func makeDirectory(_ directory: URL) throws {
    var (missing, place): ([URL], URL) = ([], directory)
    while Self.type(of: place.path) == nil, place.path != "/" {
      missing.append(place)
      place = place.deletingLastPathComponent()
    }
    try SharedFile.makeDirectory(directory)
    made += missing.reversed()
  }

  func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  func write(_ bytes: [UInt8], to path: String) throws {
    let file = directory.appendingPathComponent(path)
    files.insert(path)
    if Self.type(of: file.path) != nil {
      if FileManager.default.contents(atPath: file.path)?.elementsEqual(bytes) == true { return }
      guard ours.contains(path) else { throw FolderRefused.hasOtherFiles(file: file.path) }
    } else if let name = Self.folder(of: path), directories.insert(name).inserted {
      try makeDirectory(file.deletingLastPathComponent())
    }
    let isNew = Self.type(of: file.path) == nil
    try SharedFile.writeQuickly(bytes, to: file)
    if isNew { made.append(file) }
    written += 1
  }

  /// The files of a photo that was published before, if they are still there. After a power cut they may be empty.
  func photo(_ key: String) -> [SiteRecord.PhotoFile]? {
    guard let photos = earlier.photos[key], !photos.isEmpty,
      photos.allSatisfy({
        var status = stat()
        return lstat(directory.appendingPathComponent($0.file).path, &status) == 0
          && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
      })
    else { return nil }
    return photos
  }

  func keep(_ photos: [SiteRecord.PhotoFile], as key: String) {
    record.photos[key] = photos
    files.formUnion(photos.map(\.file))
  }

  /// Removes what belongs to nothing any more, and writes down what is there.
  func finish(products: [String: String], categories: [String: String]) throws {
    for path in earlierFiles.subtracting(files).sorted() { remove(path) }
    record.files = files.sorted()
    (record.products, record.categories) = (products, categories)
    let file = directory.appendingPathComponent(SiteRecord.fileName)
    let bytes = try record.bytes
    if FileManager.default.contents(atPath: file.path)?.elementsEqual(bytes) != true {
      try SharedFile.writeQuickly(bytes, to: file)
    }
    if record != earlier { written += 1 }
  }

  private func remove(_ path: String) {
    let file = directory.appendingPathComponent(path)
    let parent = file.deletingLastPathComponent()
    // Not through a link that somebody has put there: it leads out of the folder.
    guard parent.path == directory.path || Self.type(of: parent.path) == S_IFDIR,
      Self.type(of: file.path) == S_IFREG, unlink(file.path) == 0
    else { return }
    removed += 1
    if parent.path != directory.path { rmdir(parent.path) }
  }

  /// In which a file is; nil if in none of this folder's.
  private static func folder(of path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Of what has this name, be it a link that leads nowhere or a file that can't be read; nil if nothing has it.
  private static func type(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
