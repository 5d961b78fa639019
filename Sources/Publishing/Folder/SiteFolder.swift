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
  private var directories: Set<String> = []

  /// Throws if the folder has other things that would have to give way.
  init(_ directory: URL) throws {
    self.directory = directory
    try SharedFile.makeDirectory(directory)
    let file = directory.appendingPathComponent(SiteRecord.fileName)
    if let bytes = FileManager.default.contents(atPath: file.path) {
      guard let earlier = SiteRecord.read(bytes) else {
        throw FolderRefused.unknownRecord(file: file.path)
      }
      self.earlier = earlier
    } else {
      for name in ["index.html", "products", "categories", "photos", "search"] {
        let path = directory.appendingPathComponent(name).path
        guard !FileManager.default.fileExists(atPath: path) else {
          throw FolderRefused.hasOtherFiles(file: path)
        }
      }
      earlier = SiteRecord()
    }
    earlierFiles = Set(earlier.files)
    try rememberAtOnce()
  }

  /// An interrupted run is gone on with by the next: its files are known as ours.
  private func rememberAtOnce() throws {
    guard earlierFiles.isEmpty else { return }
    try SharedFile.writeQuickly(
      earlier.bytes, to: directory.appendingPathComponent(SiteRecord.fileName))
  }

  func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  func write(_ bytes: [UInt8], to path: String) throws {
    let file = directory.appendingPathComponent(path)
    files.insert(path)
    if let present = FileManager.default.contents(atPath: file.path) {
      if present.elementsEqual(bytes) { return }
      guard earlierFiles.contains(path) else { throw FolderRefused.hasOtherFiles(file: file.path) }
    } else if let slash = path.lastIndex(of: "/"),
      directories.insert(String(path[..<slash])).inserted
    {
      try SharedFile.makeDirectory(file.deletingLastPathComponent())
    }
    try SharedFile.writeQuickly(bytes, to: file)
    written += 1
  }

  /// The files of a photo that was published before, if they are still there.
  func photo(_ key: String) -> [SiteRecord.PhotoFile]? {
    guard let photos = earlier.photos[key], !photos.isEmpty,
      photos.allSatisfy({
        FileManager.default.fileExists(atPath: directory.appendingPathComponent($0.file).path)
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
      written += 1
    }
  }

  private func remove(_ path: String) {
    let file = directory.appendingPathComponent(path)
    let parent = file.deletingLastPathComponent()
    // Not through a link that somebody has put there: it leads out of the folder.
    guard parent.path == directory.path || isPlain(parent.path, S_IFDIR),
      isPlain(file.path, S_IFREG), unlink(file.path) == 0
    else { return }
    removed += 1
    if parent.path != directory.path { rmdir(parent.path) }
  }

  private func isPlain(_ path: String, _ type: mode_t) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == type
  }
}
