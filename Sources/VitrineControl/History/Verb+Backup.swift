// SPDX-License-Identifier: Apache-2.0
// `vitrinectl backup` and `compact`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let backup = Verb(
    "backup", about: tr("make a backup now"),
    details: tr(
      """
      It is kept for four weeks, whatever other backups are made. Vitrine makes one a day while it runs.
      """)
  ) { _ in
    { store, output in
      // Stopped, it leaves nothing of the copy behind.
      _ = Interruption.shared
      let backup = try await store.backUp()
      try output.say(BackupRecord(backup), tr("Backup made: %@", backup.line))
      return .fine
    }
  }

  static let compact = Verb(
    "compact", about: tr("free the disk space of what was removed"),
    details: tr(
      """
      Others can read meanwhile, but not write. What can still be undone or redone stays. The search \
      index is made anew if another program has changed products, and other indexes if it has removed \
      them. An open window does this by itself, little by little, for catalogues that were made or \
      compacted by this version.
      """), use: .freeing
  ) { _ in
    { store, output in
      let (before, after) = try await store.compact()
      func size(_ bytes: Int) -> String {
        ByteCountFormatter.string(fromByteCount: Int64(bytes), countStyle: .file)
      }
      try output.say(
        ["before": before, "after": after],
        tr("The file took %1$@ and takes %2$@.", size(before), size(after)))
      return .fine
    }
  }
}
