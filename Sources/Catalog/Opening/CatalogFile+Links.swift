// SPDX-License-Identifier: Apache-2.0
// Symbolic links among a catalogue's own names. One that was copied or unpacked may have them: its pictures and backups
// would be written wherever they lead, and what nothing here refers to would be removed there, such as the pictures of
// another catalogue. The directory itself may be reached through links: whoever opens it has named it.

import Foundation

extension CatalogFile {
  /// Throws if anything but the database, which is looked at when it is opened, is a link.
  func refuseLinks() throws {
    let pictures = [picturesPath, "\(directory)/backups/images"]
    let names =
      ["-wal", "-shm", "-journal"].map { path + $0 } + [
        lockPath, sumsPath, reserve.path, "\(directory)/backups",
      ]
      + pictures
    for name in names where isLink(name) { throw CatalogError.symbolicLink(file: name) }
    // The files below these are opened, each by itself, without following a link.
    for folder in pictures {
      if let link = firstLink(in: folder) { throw CatalogError.symbolicLink(file: link) }
    }
  }

  private func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The directory itself knows which of its names are links: to ask each of them would take a while on a slow disk.
  private func firstLink(in folder: String) -> String? {
    guard let listing = opendir(folder) else { return nil }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let kind = Int(entry.pointee.d_type)
      guard kind == Int(DT_LNK) || kind == Int(DT_UNKNOWN) else { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if isLink("\(folder)/\(name)") { return "\(folder)/\(name)" }
    }
    return nil
  }
}
