// SPDX-License-Identifier: Apache-2.0
// Saves all of a catalogue, with its pictures, in one file. The file appears when it is complete.

import Foundation

/// What a copy has.
public struct SavedCopy: Sendable, Equatable, Encodable {
  public var products = 0
  public var pictures = 0
  /// How many pictures were left out, because their files are missing or altered.
  public var picturesMissing = 0
}

extension CatalogStore {
  /// Saves a copy of this catalogue, or of this backup, as it is now; changes continue meanwhile. What it replaces stays
  /// until it is complete.
  public func saveCopy(
    to file: URL, progress: @escaping Progress = { _ in }
  ) async throws -> SavedCopy {
    let database = database
    try checkIsOutside(file.path)
    try await offThread {
      // Before the work: whether there can be a file at all.
      _ = try NewFile(file.path)
      PassingPlace.removeAbandoned(.copying, in: database.file.directory)
    }
    let source = try await database.read { connection in
      try CopiedDatabase(connection, in: database.file.directory) {
        try progress(ExchangeProgress(products: 0, fraction: nil))
      }
    }
    return try await offThread {
      try source.write(
        to: NewFile(file.path, isNamedAtTheEnd: true), pictures: database.pictureFiles, at: Date(),
        progress: progress)
    }
  }
}

/// The database of a copy: without what could be undone and with whom it is shared. When it is made it has no name any more,
/// so that it is gone with this process, whatever happens. Before that SQLite needs one.
private final class CopiedDatabase: Sendable {
  private let place: PassingPlace
  private let size: Int
  private let products: Int
  private let pictures: [ProductPicture.Stored]

  /// - Parameter check: throws to stop.
  init(_ source: Connection, in directory: String, check: @escaping () throws -> Void) throws {
    let place = try PassingPlace(.copying, in: directory)
    self.place = place
    let path = place.path
    defer { place.remove() }
    do {
      let copy = try Connection(path, .readWrite)
      try source.copyPages(to: copy, atATime: 1_024, between: check)
      try copy.checking(check) { try Self.removeWhatStays(in: copy) }
      products = try copy.integer("SELECT count(*) FROM product")
      pictures = try copy.rows("SELECT DISTINCT hash, extension FROM product_image ORDER BY hash") {
        ProductPicture.Stored(hash: $0.text("hash"), fileExtension: $0.text("extension"))
      }
      copy.close()
    } catch let error as SQLiteError { throw CatalogError(error, file: path) }
    var status = stat()
    size = fstat(place.descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func removeWhatStays(in copy: Connection) throws {
    try copy.execute("PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON")
    try History.install(on: copy)
    try copy.transaction(.write) {
      _ = try History(connection: copy).forgetAll()
      for table in ["outbox_patch", "outbox", "hub_marked", "hub_touched", "hub"] {
        try copy.run("DELETE FROM \(table)")
      }
      // They may still have the words of what was erased.
      try SearchIndex(connection: copy).refresh()
      try copy.run("INSERT INTO search (search) VALUES ('rebuild')")
      try TitleBlocks(connection: copy).renewAll()
    }
    // Writes all anew: what was erased is still in the gaps between rows.
    try copy.execute("VACUUM")
  }

  func write(
    to file: NewFile, pictures files: PictureFiles, at moment: Date,
    progress: ExchangeProgress.Report
  ) throws -> SavedCopy {
    let tar = TarWriter(at: moment) { try file.write($0) }
    let head = CopyHead(
      moment: moment.milliseconds, products: products, pictures: pictures.count)
    try tar.add(CopyHead.name, Array(JSONEncoder().encode(head)))
    let all = Double(size) + Double(pictures.count) * Self.bytesOfPicture
    let digest = try write(to: tar) { place in
      try progress(ExchangeProgress(products: 0, fraction: Double(place) / all))
    }
    var copy = SavedCopy()
    copy.products = products
    for (number, picture) in pictures.enumerated() {
      try progress(
        ExchangeProgress(
          products: number,
          fraction: (Double(size) + Double(number) * Self.bytesOfPicture) / all))
      // One that was altered would be refused where it is opened.
      let path = files.path(hash: picture.hash, fileExtension: picture.fileExtension)
      guard let found = try? Picture(path), found.hash == picture.hash else {
        copy.picturesMissing += 1
        continue
      }
      try tar.add(
        "images/\(picture.hash.prefix(2))/\(picture.hash).\(picture.fileExtension)", found.bytes)
      copy.pictures += 1
    }
    try tar.add(CopyHead.last, Array(JSONEncoder().encode(CopyHead.End(digest: digest))))
    try tar.finish()
    try file.putInPlace()
    return copy
  }

  /// About; to tell how far it is.
  private static let bytesOfPicture = 500_000.0

  private func write(to tar: TarWriter, progress: (_ place: Int) throws -> Void) throws -> String {
    var digest = CopyHead.Digest()
    try tar.begin(CopyHead.database, size: size)
    var place = 0
    while place < size {
      var piece = [UInt8](repeating: 0, count: min(CopyHead.Digest.piece, size - place))
      let count = piece.withUnsafeMutableBytes {
        pread(self.place.descriptor, $0.baseAddress, $0.count, off_t(place))
      }
      guard count == piece.count else {
        throw CatalogError(systemError: EIO, file: CopyHead.database)
      }
      try progress(place)
      digest.add(piece)
      try tar.write(piece[...])
      place += count
    }
    try tar.end(size: size)
    return digest.text
  }
}
