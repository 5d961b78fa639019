// SPDX-License-Identifier: Apache-2.0
// Exports that somebody gave a name, with where they go: so that one word, or one key, writes the same list into the same
// file again, for windows and terminal alike.

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

  /// - Parameter fields: the custom ones, which may get another name: their columns are kept by their identifiers.
  public init(
    _ export: ProductExport, to path: String, named name: String, among fields: [CustomField]
  ) {
    self.init(export, to: path, named: name)
    self.export.columns = export.columns?.map { column in
      guard case .field(.custom(let field))? = TableColumn.named(column, among: fields) else {
        return column
      }
      return field.id.uuidString
    }
  }
}

/// Those of a catalogue.
public struct SavedExports: Sendable {
  private let file: FileByCatalogue<[SavedExport]>
  private let kept: [String: [SavedExport]]

  public var all: [SavedExport] { kept[file.catalogue] ?? [] }

  /// - Parameter directory: of the catalogue.
  public init(
    in directory: URL, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    file = FileByCatalogue("exports", of: directory, environment: environment)
    // What can't be read is not overwritten, either.
    kept = try file.read()
  }

  public subscript(name: String) -> SavedExport? { all.first { $0.name == name } }

  /// Forgets an export; the file that it has written stays.
  public func forget(_ name: String) throws {
    try file.change { kept in kept[file.catalogue]?.removeAll { $0.name == name } }
  }

  /// Keeps an export in place of another one with its name.
  public func save(_ export: SavedExport) throws {
    try file.change { kept in
      kept[file.catalogue, default: []].removeAll { $0.name == export.name }
      kept[file.catalogue, default: []].append(export)
    }
  }
}
