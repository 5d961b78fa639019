// SPDX-License-Identifier: Apache-2.0
// The pictures of an import, read before the catalogue's lock is taken: they are copied to temporary
// files beside the catalogue's pictures, and under the lock only renamed. A picture that cannot be
// read here is read again when its line is stored, so that the reason is reported with the line.

import Foundation

/// Sendable because only one thread at a time uses it.
final class ImportedPictures: @unchecked Sendable {
  private let source: (String) throws -> PictureSource
  private let files: PictureFiles
  private var staged: [String: StagedPicture] = [:]
  /// The directories that have got new names.
  private var changed: Set<String> = []

  /// More are read when their lines are stored: their names must fit in memory.
  private static let most = 100_000

  /// `source` finds a picture by its name.
  init(into files: PictureFiles, from source: @escaping (String) throws -> PictureSource) {
    self.files = files
    self.source = source
  }

  deinit {
    discard()
  }

  /// Removes the files of pictures that were not put in place.
  func discard() {
    staged.values.forEach { $0.discard() }
    staged = [:]
  }

  /// Reads the picture with this name, unless it was read already.
  func read(_ name: String) {
    guard staged[name] == nil, staged.count < Self.most else { return }
    staged[name] = try? files.stageForImport(source(name))
  }

  /// Puts the picture with this name in place, under the catalogue's lock. Says whether its file is
  /// new.
  func store(_ name: String) throws -> (hash: String, format: PictureFormat, isNew: Bool) {
    if let picture = staged[name], let isNew = try files.putInPlace(picture) {
      if isNew { changed.insert("\(files.root)/\(picture.hash.prefix(2))/") }
      return (picture.hash, picture.format, isNew)
    }
    let picture = try Picture(source(name))
    return (picture.hash, picture.format, try files.store(picture))
  }

  /// Makes the names of the pictures durable; call it before the rows that refer to them are
  /// committed.
  func makeDurable() throws {
    for directory in changed { try syncDirectory(of: directory) }
    changed = []
  }
}
