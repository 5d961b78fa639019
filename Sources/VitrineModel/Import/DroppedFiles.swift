// SPDX-License-Identifier: Apache-2.0
// Files that were dropped where photos are taken: a list among them is told by its content.

import Catalog
import Exchange
import Foundation

public enum DroppedFiles {
  /// The files that are lists of other programs, and the others.
  public static func sorted(_ files: [URL]) async -> (lists: [URL], others: [URL]) {
    let areLists = try? await offThread { files.map(isList) }
    let all = zip(files, areLists ?? files.map { _ in false })
    return (all.filter(\.1).map(\.0), all.filter { !$0.1 }.map(\.0))
  }

  private static func isList(_ file: URL) -> Bool {
    guard file.isFileURL, let head = beginning(of: file),
      PictureFormat(magicOf: head) == nil
    else { return false }
    return (try? ForeignFile.open(file.path)) != nil
  }

  /// Nil of a pipe or a device, too: to open one could take for ever.
  private static func beginning(of file: URL) -> Data? {
    var status = stat()
    guard stat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
    defer { try? handle.close() }
    return try? handle.read(upToCount: 64)
  }
}
