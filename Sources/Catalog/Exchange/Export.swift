// SPDX-License-Identifier: Apache-2.0
// Exporting everything: one line per product, with the pictures beside them under the names they
// have here. The file is always complete: it is written under another name and renamed at the end.

import Foundation

/// What an export wrote.
public struct ExportResult: Sendable, Equatable, Encodable {
  public var products = 0
  public var pictures = 0
  /// The names of pictures whose files could not be read. They are not in it: all else is.
  public var missingPictures: [String] = []
}

struct Export {
  let pictureFiles: PictureFiles
  let progress: ExchangeProgress.Report

  static let fileName = "products.jsonl"

  /// Writes the lines in pieces, without pictures.
  func write(
    _ connection: Connection, to output: (ArraySlice<UInt8>) throws -> Void
  ) throws -> ExportResult {
    try writeLines(connection, to: output, file: nil)
  }

  /// Writes the lines of the products of a list, in their order. `keep` gets the name and the file of each picture;
  /// without it, there are none.
  func write(
    _ query: ProductQuery, limit: Int, on connection: Connection,
    to output: (ArraySlice<UInt8>) throws -> Void, keeping keep: ((ProductPicture) throws -> Void)?
  ) throws -> ExportResult {
    let order = try ProductFinder(query, connection).completeOrder()
    return try writeLines(
      connection, to: output, total: min(limit, order.count),
      file: keep.map { keep in
        { picture in
          try keep(picture)
          return picture.fileName
        }
      }
    ) { try order.prefix(limit).forEach($0) }
  }

  /// Creates `directory` with the lines and the pictures. An existing one is refused unless
  /// `isReplacing`, and then only the lines are replaced.
  func write(
    _ connection: Connection, to directory: String, isReplacing: Bool
  ) throws -> ExportResult {
    var status = stat()
    let exists = lstat(directory, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFDIR {
      throw CatalogError.notADirectory(file: directory)
    }
    let isEmpty = try exists && FileManager.default.contentsOfDirectory(atPath: directory).isEmpty
    guard !exists || isEmpty || isReplacing else { throw CatalogError.exists(file: directory) }
    if exists, !isEmpty { return try fill(directory, connection) }

    let unfinished = "\(directory).\(UUID().uuidString).tmp"
    guard mkdir(unfinished, 0o700) == 0 else {
      throw CatalogError(systemError: errno, file: directory)
    }
    do {
      let result = try fill(unfinished, connection)
      guard rename(unfinished, directory) == 0 else {
        throw CatalogError(systemError: errno, file: directory)
      }
      try syncDirectory(of: directory)
      return result
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished)
      throw error
    }
  }

  private func fill(_ directory: String, _ connection: Connection) throws -> ExportResult {
    let file = try NewFile("\(directory)/\(Self.fileName)")
    var (pictures, missing): (Int, Set<String>) = (0, [])
    var result = try writeLines(connection, to: file.write) { picture in
      let copy = "\(directory)/\(picture.fileName)"
      if access(copy, F_OK) != 0 {
        let source = pictureFiles.path(picture)
        // An import would refuse the product with a picture that is not there.
        guard let bytes = try? readFile(source, atMost: PictureFormat.largestFile) else {
          missing.insert(picture.fileName)
          return nil
        }
        let file = try NewFile(copy)
        try file.write(bytes[...])
        try file.putInPlace(asOneOfMany: true)
        pictures += 1
      }
      return picture.fileName
    }
    try file.putInPlace()
    (result.pictures, result.missingPictures) = (pictures, missing.sorted())
    return result
  }

  private func writeLines(
    _ connection: Connection, to output: (ArraySlice<UInt8>) throws -> Void, total: Int? = nil,
    file: ((ProductPicture) throws -> String?)?,
    keys: (((Int64) throws -> Void) throws -> Void)? = nil
  ) throws -> ExportResult {
    let reader = EntryReader(connection: connection)
    let fields = try FieldTable(connection: connection).fields().map(\.field)
    let total = try total ?? connection.integer("SELECT count(*) FROM product")
    var result = ExportResult()
    var bytes: [UInt8] = fields.flatMap { FieldLine.bytes(of: $0) + [0x0a] }
    try (keys ?? reader.forEachKey) { key in
      guard let entry = try reader.entry(key) else { return }
      if result.products.isMultiple(of: 200) {
        let fraction = Double(result.products) / Double(max(1, total))
        try progress(ExchangeProgress(products: result.products, fraction: fraction))
      }
      bytes += EntryLine.bytes(
        of: entry, files: try file.map(entry.product.pictures.map), fields: fields)
      bytes.append(0x0a)
      result.products += 1
      guard bytes.count >= 1 << 18 else { return }
      try output(bytes[...])
      bytes.removeAll(keepingCapacity: true)
    }
    try output(bytes[...])
    return result
  }
}
