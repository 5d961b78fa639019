// SPDX-License-Identifier: Apache-2.0
// Small copies of large pictures, in the cache directory: decoding a photo of twelve megapixels for
// every row of a list would take a tenth of a second each time. They can be removed at any time.

import Catalog
import Foundation
import VitrineModel

struct Thumbnails: Sendable {
  /// More are not kept from one start to the next.
  static let mostBytes = 512 << 20

  let directory: URL

  init(_ profile: Profile) {
    directory = profile.cacheDirectory.appendingPathComponent("thumbnails", isDirectory: true)
  }

  /// Where the copy of a picture is, or would be; nil for sizes that are not kept.
  /// A picture's name is that of its content, so a copy is never out of date.
  func file(for picture: ShownPicture, _ size: Pictures.Size) -> URL? {
    guard size.isKept else { return nil }
    let content = picture.file.deletingPathExtension().lastPathComponent
    let name = picture.turn == .none ? content : "\(content)-\(picture.turn.rawValue)"
    return directory.appendingPathComponent("\(size.rawValue)/\(name)")
  }

  /// Removes the oldest ones, if there are too many. Takes a while.
  func removeTooMany(keeping mostBytes: Int = mostBytes) {
    let keys: Set<URLResourceKey> = [.isRegularFileKey, .fileSizeKey, .contentModificationDateKey]
    let files = FileManager.default.enumerator(
      at: directory, includingPropertiesForKeys: Array(keys))
    var found: [(file: URL, bytes: Int, date: Date)] = []
    while let file = files?.nextObject() as? URL {
      guard let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true
      else { continue }
      found.append((file, values.fileSize ?? 0, values.contentModificationDate ?? .distantPast))
    }
    var bytes = found.reduce(0) { $0 + $1.bytes }
    for (file, size, _) in found.sorted(by: { $0.date < $1.date }) where bytes > mostBytes {
      try? FileManager.default.removeItem(at: file)
      bytes -= size
    }
  }
}
