// SPDX-License-Identifier: Apache-2.0
// `vitrinectl restore`. It does not open the catalogue, so it works even if that cannot be opened.

import Catalog
import Foundation
import Wording

extension Verb {
  static let restore = Verb(
    "restore", "[DATE]", aliases: ["restore list"],
    about: tr("list the backups, newest first, or go back to the one of a date"),
    details: tr(
      """
      DATE is as listed, or the start of it. The current state is backed up first. Pictures that a \
      backup refers to are kept as long as the backup is, and come back with it.
      """),
    common: .ofCatalog, options: [OptionGroup<Bool>](), of: false
  ) { _, common, words in
    let (directory, output) = (try common.directory(), Output(asJSON: common.asJSON))
    return {
      let backups = try await CatalogStore.backups(in: directory)
      guard let date = words.first else {
        return try await list(backups, in: directory, to: output)
      }
      return try await restore(date, of: backups, in: directory, to: output)
    }
  }

  private static func list(
    _ backups: [CatalogBackup], in directory: URL, to output: Output
  ) async throws -> ExitStatus {
    for backup in backups {
      let pictures = try? await CatalogStore.pictures(of: backup, in: directory)
      var said = pictures.map { Counted.pictures($0.there) }
      if let missing = pictures?.missing, missing > 0, let there = said {
        said = tr("%1$@, %2$@ more are missing", there, "\(missing)")
      }
      try output.say(
        BackupRecord(backup, pictures: pictures),
        "\(backup.line)\t\(said ?? tr("unreadable", context: "a backup"))")
    }
    return .fine
  }

  private static func restore(
    _ date: String, of backups: [CatalogBackup], in directory: URL, to output: Output
  ) async throws -> ExitStatus {
    guard let backup = CatalogBackup.named(date, among: backups) else { return .failed }
    let before = try await CatalogStore.restore(backup, in: directory)
    let lines =
      [tr("Restored: %@", backup.line)]
      + (before.map { [tr("Set aside: %@", $0.line)] } ?? [])
    try output.say(
      RestoreRecord(restored: BackupRecord(backup), setAside: before.map { BackupRecord($0) }),
      lines.joined(separator: "\n"))
    return .fine
  }
}

private struct RestoreRecord: Encodable {
  let restored: BackupRecord
  let setAside: BackupRecord?
}
