// SPDX-License-Identifier: Apache-2.0
// Products on their way to another program: a file for a file manager, a table for a spreadsheet. Either is made when that
// program asks for it, the file only once. It stays for a while: nobody tells when the other program has copied it.

import Exchange
import Foundation
import Wording

@MainActor
public final class DraggedProducts {
  /// Why another program got nothing.
  public let failed = Observers<String>()
  private let exporting: ListExporting
  private let products: [UUID]
  private let directory: URL
  private let name: String
  private var making: Task<URL, any Error>?

  /// - Parameters:
  ///   - name: what their file is called, without its ending.
  ///   - cache: where files are kept that can be made again.
  public init(_ products: [UUID], named name: String, by exporting: ListExporting, cache: URL) {
    (self.exporting, self.products) = (exporting, products)
    directory = cache.appendingPathComponent("dragged", isDirectory: true)
    let own = name.asFileName
    self.name = own.isEmpty ? exporting.fileName : own
  }

  /// A workbook of them; nil if it can't be written.
  public func file() async -> URL? {
    let task =
      making
      ?? Task { [exporting, products, directory, name] in
        let export = try await exporting.dragged(products, as: .xlsx)
        let file = try await Self.place("\(name).\(ExportFormat.xlsx.ending)", in: directory)
        _ = try await export.write(to: .file(file.path), of: exporting.store)
        return file
      }
    making = task
    return await answer { try await task.value }
  }

  /// A table of them, as HTML; nil if it can't be read.
  public func html() async -> String? {
    await answer { [exporting, products] in
      try await exporting.dragged(products, as: .tsv).copied(from: exporting.store).html
    }
  }

  private func answer<Made: Sendable>(_ make: () async throws -> Made) async -> Made? {
    do { return try await make() } catch {
      failed.notify(tr("Not exported: %@", error.sentence))
      return nil
    }
  }

  /// An empty folder of its own, since two can have the same name. Those of an hour ago are removed.
  private nonisolated static func place(_ name: String, in directory: URL) async throws -> URL {
    let files = FileManager.default
    let old = try? files.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: [.contentModificationDateKey])
    for folder in old ?? [] {
      let values = try? folder.resourceValues(forKeys: [.contentModificationDateKey])
      guard let changed = values?.contentModificationDate, changed.distance(to: .now) > 3600 else {
        continue
      }
      try? files.removeItem(at: folder)
    }
    let folder = directory.appendingPathComponent(UUID().uuidString, isDirectory: true)
    try files.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder.appendingPathComponent(name)
  }
}
