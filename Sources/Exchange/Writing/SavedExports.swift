// SPDX-License-Identifier: Apache-2.0
// Exports that somebody gave a name, with where they go: so that one word, or one key, writes the same list into the same
// file again, for windows and terminal alike. They are the user's and not the catalogue's: one that comes from elsewhere
// must not say which files are replaced.

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
  private typealias ByCatalogue = [String: [SavedExport]]

  private let file: URL
  private let catalogue: String
  private let kept: ByCatalogue

  public var all: [SavedExport] { kept[catalogue] ?? [] }

  /// - Parameter directory: of the catalogue.
  public init(
    in directory: URL, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    catalogue = directory.resolvingSymlinksInPath().path
    file = Self.file(environment)
    guard FileManager.default.fileExists(atPath: file.path) else {
      kept = [:]
      return
    }
    // What can't be read is not overwritten, either.
    do {
      kept = try JSONDecoder().decode(ByCatalogue.self, from: Data(contentsOf: file))
    } catch {
      throw ExportError.unreadable(file.path)
    }
  }

  /// `$XDG_CONFIG_HOME/org.vitrine.Vitrine/exports.json`. The rules say that a relative path is to be ignored.
  private static func file(_ environment: [String: String]) -> URL {
    let configuration =
      environment["XDG_CONFIG_HOME"].flatMap {
        $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil
      } ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".config")
    return configuration.appendingPathComponent("org.vitrine.Vitrine/exports.json")
  }

  public subscript(name: String) -> SavedExport? { all.first { $0.name == name } }

  /// Keeps an export in place of another one with its name.
  public func save(_ export: SavedExport) throws {
    var kept = kept
    kept[catalogue] = all.filter { $0.name != export.name } + [export]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try SharedFile.makeDirectory(file.deletingLastPathComponent())
    let new = try NewFile(file.path)
    try new.write(Array(try encoder.encode(kept))[...])
    try new.putInPlace()
  }
}
