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
    name =
      format == .jsonl
      ? "" : (place.lastPathComponent as NSString).deletingPathExtension + "-pictures"
    let beside = folder.isEmpty ? "." : folder
    path = name.isEmpty ? beside : "\(beside)/\(name)"
  }

  /// The way from the list to a picture.
  func inside(_ picture: String) -> String { name.isEmpty ? picture : "\(name)/\(picture)" }

  /// Writes a picture unless it is there: the same name is the same picture.
  func add(_ picture: String, _ bytes: () throws -> [UInt8]) throws {
    let file = "\(path)/\(picture)"
    guard !FileManager.default.fileExists(atPath: file) else { return }
    let bytes = try bytes()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let new = try NewFile(file, permissions: 0o666)
    try new.write(bytes[...])
    try new.putInPlace(asOneOfMany: true)
  }
}

/// Copies the pictures of products into such a folder. One that is missing is named, and the rest goes on.
final class PictureCopies: Sendable {
  let folder: PicturesFolder
  private let bytes: Reading
  private let missing = Mutex<[String]>([])

  /// Reads the picture with a name.
  typealias Reading = @Sendable (String) throws -> [UInt8]

  init(_ folder: PicturesFolder, _ bytes: @escaping Reading) {
    (self.folder, self.bytes) = (folder, bytes)
  }

  var faults: [ExportFault] { missing.withLock { $0 }.map { .missingPicture($0) } }

  func add(_ name: String) throws {
    do {
      try folder.add(name) { try bytes(name) }
    } catch CatalogError.picture(let file, _) {
      missing.withLock { $0.append(file) }
    }
  }
}
