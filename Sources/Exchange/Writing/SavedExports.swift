// SPDX-License-Identifier: Apache-2.0
// Exports that somebody gave a name, with where they go: so that one word, or one key, writes the same list into the same
// file again. They lie beside the catalogue, for windows and terminal alike.

import Catalog
import Foundation

/// An export with its file.
public struct SavedExport: Codable, Sendable, Equatable {
  public var name: String
  public var path: String
  public var export: ProductExport

  public init(_ export: ProductExport, to path: String, named name: String) {
    (self.export, self.path, self.name) = (export, path, name)
  }
}

/// Those of a catalogue.
public struct SavedExports: Sendable {
  private let path: String
  public let all: [SavedExport]

  /// - Parameter directory: of the catalogue.
  public init(in directory: URL) throws {
    path = directory.appendingPathComponent("exports.json").path
    guard FileManager.default.fileExists(atPath: path) else {
      all = []
      return
    }
    // What can't be read is not overwritten, either.
    do {
      all = try JSONDecoder().decode(
        [SavedExport].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw ExportError.unreadable(path)
    }
  }

  public subscript(name: String) -> SavedExport? { all.first { $0.name == name } }

  /// Keeps an export in place of another one with its name.
  public func save(_ export: SavedExport) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let kept = all.filter { $0.name != export.name } + [export]
    let file = try NewFile(path)
    try file.write(Array(try encoder.encode(kept))[...])
    try file.putInPlace()
  }
}
