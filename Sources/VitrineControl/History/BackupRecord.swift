// SPDX-License-Identifier: Apache-2.0
// A backup as `vitrinectl` prints it.

import Catalog
import Foundation

struct BackupRecord: Encodable {
  let name: String
  let date: Date
  let kind: String
  let size: Int
  /// How many pictures it has, and of how many there is no file any more.
  let pictures, missingPictures: Int?

  init(_ backup: CatalogBackup, pictures: BackedUpPictureCount? = nil) {
    (self.pictures, missingPictures) = (pictures?.there, pictures?.missing)
    name = backup.typedName
    date = backup.date
    kind =
      switch backup.kind {
      case .regular: "regular"
      case .byHand: "by-hand"
      case .beforeRestoring: "before-restoring"
      case .beforeConverting: "before-converting"
      case .damaged: "damaged"
      }
    size = backup.size
  }
}

extension CatalogBackup {
  var line: String {
    let size = ByteCountFormatter.string(fromByteCount: Int64(size), countStyle: .file)
    return "\(typedName)\t\(date.minuteText)\t\(size)"
  }
}
