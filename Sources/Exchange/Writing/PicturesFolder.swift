// SPDX-License-Identifier: Apache-2.0
// The folder of a list's pictures: beside the file, named like it. Lines name their pictures without a folder, so those
// lie beside the file itself.

import Catalog
import Foundation
import Synchronization

struct PicturesFolder: Sendable {
  private let path: String
  /// What the list calls it; empty if pictures lie beside the list.
  private let name: String

  init(beside file: String, _ format: ExportFormat) {
    let place = file as NSString
    let folder = place.deletingLastPathComponent
    let list = (place.lastPathComponent as NSString).deletingPathExtension
    name = format == .jsonl ? "" : Self.plain(list) + "-pictures"
    let beside = folder.isEmpty ? "." : folder
    path = name.isEmpty ? beside : "\(beside)/\(name)"
  }

  /// Without what stands between the names of pictures in any list.
  private static func plain(_ name: String) -> String {
    let plain = name.map { ",;|\\".contains($0) || $0.isNewline ? "-" : $0 }
    return String(plain).trimmed
  }

  /// The way from the list to a picture.
  func inside(_ picture: String) -> String { name.isEmpty ? picture : "\(name)/\(picture)" }

  /// Writes a picture unless it is there as it is: somebody may have changed it. Returns whether it is new.
  func add(_ picture: String, _ bytes: () throws -> [UInt8]) throws -> Bool {
    let file = "\(path)/\(picture)"
    let isNew = !FileManager.default.fileExists(atPath: file)
    let bytes = try bytes()
    if !isNew, FileManager.default.contents(atPath: file)?.elementsEqual(bytes) == true {
      return false
    }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let new = try NewFile(file, permissions: 0o666)
    try new.write(bytes[...])
    try new.putInPlace(asOneOfMany: true)
    return isNew
  }

  /// Removes pictures that were added, and the folder if nothing else is in it.
  func remove(_ pictures: [String]) {
    for picture in pictures { unlink("\(path)/\(picture)") }
    if !name.isEmpty, !pictures.isEmpty { rmdir(path) }
  }
}

/// Copies the pictures of products into such a folder. One that is missing is named, and the rest goes on.
final class PictureCopies: Sendable {
  let folder: PicturesFolder
  private let missing = Mutex<[String]>([])
  private let added = Mutex<[String]>([])

  init(_ folder: PicturesFolder) { self.folder = folder }

  var faults: [ExportFault] { missing.withLock { $0 }.map { .missingPicture($0) } }

  func add(_ name: String, _ bytes: CopiedPictures.Reading) throws {
    do {
      if try folder.add(name, { try bytes(name) }) { added.withLock { $0.append(name) } }
    } catch CatalogError.picture(let file, _) {
      missing.withLock { $0.append(file) }
    }
  }

  /// Takes back what was added: the list that names it was not written.
  func remove() { folder.remove(added.withLock { $0 }) }
}

/// Such copies, and where their bytes come from.
struct CopiedPictures: Sendable {
  /// Reads the picture with a name.
  typealias Reading = @Sendable (String) throws -> [UInt8]

  let copies: PictureCopies
  let read: Reading
  var folder: PicturesFolder { copies.folder }

  func add(_ name: String) throws { try copies.add(name, read) }
}
