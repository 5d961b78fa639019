// `vitrinectl backup` and `restore`. Restoring does not open the catalogue, so it works even if it
// cannot be opened.

import Catalog
import Foundation
import Wording

extension CatalogVerb {
  static let backup = CatalogVerb(
    word: "backup",
    help: """
      vitrinectl backup                make a backup now; Vitrine makes one a day while it runs
      """
  ) { arguments in
    try arguments.finish()
    try arguments.requireNoWords()
    return { [asJSON = arguments.asJSON] store in
      let backup = try await store.backUp()
      Terminal.say(
        try asJSON ? jsonText(of: BackupRecord(backup)) : "Backup made: \(line(of: backup))")
      return .fine
    }
  }

  static let compact = CatalogVerb(
    word: "compact",
    help: """
      vitrinectl compact               give the room of what was removed back to the disk

      Others can read meanwhile, but not write. What can still be undone or redone stays. If another
      program has changed products, they are found by their new words afterwards.
      """
  ) { arguments in
    try arguments.finish()
    try arguments.requireNoWords()
    return { [asJSON = arguments.asJSON] store in
      let (before, after) = try await store.compact()
      func size(_ bytes: Int) -> String {
        ByteCountFormatter.string(fromByteCount: Int64(bytes), countStyle: .file)
      }
      Terminal.say(
        try asJSON
          ? jsonText(of: ["before": before, "after": after])
          : "The file took \(size(before)) and takes \(size(after)).")
      return .fine
    }
  }

  static let restore = CatalogVerb(
    word: "restore",
    help: """
      vitrinectl restore [list]        list the backups, newest first
             vitrinectl restore DATE          restore the backup of that date, as listed or the
                                              start of it; the current state is backed up
      """,
    atPlace: { arguments in
      try arguments.finish()
      let (words, asJSON) = (arguments.words, arguments.asJSON)
      guard words.count <= 1 else {
        throw UsageError.needs(.dateOrList)
      }
      return { directory in
        let backups = try await CatalogStore.backups(in: directory)
        guard let date = words.first, date != "list" else {
          var lines: [(backup: CatalogBackup, pictures: BackedUpPictureCount?)] = []
          for backup in backups {
            lines.append((backup, try? await CatalogStore.pictures(of: backup, in: directory)))
          }
          return try list(lines, asJSON)
        }
        let found = backups.filter {
          $0.kind != .damaged
            && (name(of: $0).hasPrefix(date)
              || $0.kind == .byHand && name(of: $0).dropFirst("by-hand-".count).hasPrefix(date))
        }
        guard !date.isEmpty, let backup = found.first else {
          Terminal.complain("There is no backup of “\(date.printable())” to restore.")
          return .failed
        }
        guard found.count == 1 else {
          Terminal.complain(
            "Several backups begin with “\(date.printable())”: "
              + found.map(name).joined(separator: ", ") + ".")
          return .failed
        }
        let before = try await CatalogStore.restore(backup, in: directory)
        if asJSON {
          Terminal.say(
            try jsonText(
              of: RestoreRecord(
                restored: BackupRecord(backup), setAside: before.map(BackupRecord.init))))
        } else {
          Terminal.say("Restored: \(line(of: backup))")
          if let before { Terminal.say("Set aside: \(line(of: before))") }
        }
        return .fine
      }
    })

  private static func list(
    _ backups: [(backup: CatalogBackup, pictures: BackedUpPictureCount?)], _ asJSON: Bool
  ) throws -> ExitStatus {
    if asJSON {
      Terminal.say(
        try jsonText(of: backups.map { BackupRecord($0.backup, pictures: $0.pictures) }))
    } else {
      for (backup, pictures) in backups {
        var said = pictures.map { counted($0.there, "picture") } ?? "unreadable"
        if let missing = pictures?.missing, missing > 0 { said += ", \(missing) more are missing" }
        Terminal.say("\(line(of: backup))\t\(said)")
      }
    }
    return .fine
  }

  /// What a user types: the name of its file without the extension.
  fileprivate static func name(of backup: CatalogBackup) -> String {
    String(backup.name.dropLast(".sqlite".count))
  }

  private static func line(of backup: CatalogBackup) -> String {
    let size = ByteCountFormatter.string(fromByteCount: Int64(backup.size), countStyle: .file)
    return "\(name(of: backup))\t\(StateText.text(of: backup.date))\t\(size)"
  }
}

struct BackupRecord: Encodable {
  let name: String
  let date: Date
  let kind: String
  let size: Int
  /// How many pictures it has, and of how many there is no file any more.
  let pictures, missingPictures: Int?

  init(_ backup: CatalogBackup) { self.init(backup, pictures: nil) }

  init(_ backup: CatalogBackup, pictures: BackedUpPictureCount?) {
    (self.pictures, missingPictures) = (pictures?.there, pictures?.missing)
    name = CatalogVerb.name(of: backup)
    date = backup.date
    kind =
      switch backup.kind {
      case .regular: "regular"
      case .byHand: "by-hand"
      case .beforeRestoring: "before-restoring"
      case .damaged: "damaged"
      }
    size = backup.size
  }
}

struct RestoreRecord: Encodable {
  let restored: BackupRecord
  let setAside: BackupRecord?
}
