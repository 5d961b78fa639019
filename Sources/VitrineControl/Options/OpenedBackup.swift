// SPDX-License-Identifier: Apache-2.0
// A backup, by its date, or a copy in a file, opened to be looked at.

import Catalog
import Foundation
import Wording

extension CatalogBackup {
  /// What a user types: the name of its file without the extension.
  var typedName: String { String(name.dropLast(".sqlite".count)) }

  /// The one whose date begins so; nil, after a complaint, if there is none or more than one.
  static func named(_ date: String, among backups: [CatalogBackup]) -> CatalogBackup? {
    let found = backups.filter {
      $0.kind != .damaged
        && ($0.typedName.hasPrefix(date)
          || $0.kind == .byHand && $0.typedName.dropFirst("by-hand-".count).hasPrefix(date))
    }
    guard !date.isEmpty, let backup = found.first else {
      Terminal.complain(tr("There is no backup of “%@” to restore.", date.printable()))
      return nil
    }
    guard found.count == 1 else {
      Terminal.complain(
        tr(
          "Several backups begin with “%1$@”: %2$@.", date.printable(),
          found.map(\.typedName).joined(separator: ", ")))
      return nil
    }
    return backup
  }
}

/// What is opened for one command.
struct OpenedBackup {
  let store: CatalogStore
  /// Where a copy was unpacked.
  private let unpacked: URL?

  /// Nil, after a complaint, if there is no such backup.
  init?(_ name: String, of directory: URL) async throws {
    let file = URL(fileURLWithPath: name)
    guard CopyHead.isOne(file) else {
      let backups = try await CatalogStore.backups(in: directory)
      guard let backup = CatalogBackup.named(name, among: backups) else { return nil }
      store = try await CatalogStore.open(backup, in: directory)
      unpacked = nil
      return
    }
    let place = try await Self.unpack(file)
    do { store = try await CatalogStore.openCopy(in: place) } catch {
      try? FileManager.default.removeItem(at: place)
      throw error
    }
    unpacked = place
  }

  func close() async {
    await store.close()
    if let unpacked { try? FileManager.default.removeItem(at: unpacked) }
  }

  /// Into a directory that the caller removes.
  static func unpack(_ file: URL) async throws -> URL {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("vitrine-copy-\(UUID().uuidString)")
    _ = try await ProgressReporter { _ in tr("Opening the copy") }.run {
      try await CatalogStore.unpackCopy(file, to: place, progress: $0)
    }
    return place
  }
}
