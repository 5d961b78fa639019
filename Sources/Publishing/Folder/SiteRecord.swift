// SPDX-License-Identifier: Apache-2.0
// What was published into a folder, kept in the folder itself: so the next time only what changed is written, names
// stay, and nothing is removed but what was written from here. Anybody may have changed the file, so it is believed
// no more than that.

import Foundation

struct SiteRecord: Codable, Equatable {
  static let fileName = "vitrine-publish.json"
  static let newestVersion = 1

  var version = SiteRecord.newestVersion
  /// Paths from the folder on, except this file's.
  var files: [String] = []
  /// Names of pages by the product's identifier.
  var products: [String: String] = [:]
  /// Names of pages by the category's path.
  var categories: [String: String] = [:]
  /// By the picture's hash and turn.
  var photos: [String: [PhotoFile]] = [:]

  /// One size of a photo.
  struct PhotoFile: Codable, Equatable, Sendable {
    /// Its path from the folder on.
    var file: String
    /// 0 if not known.
    var width, height: Int
  }

  /// Whether a path leads to a file of a published folder, and nowhere else.
  static func isInside(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count)
      && parts.allSatisfy { part in
        !part.isEmpty && !part.hasPrefix(".")
          && part.utf8.allSatisfy {
            (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || "-._".utf8.contains($0)
          }
      }
  }

  static func read(_ bytes: Data) -> SiteRecord? {
    guard let record = try? JSONDecoder().decode(SiteRecord.self, from: bytes),
      record.version == newestVersion
    else { return nil }
    var safe = record
    safe.files = record.files.filter(isInside)
    safe.photos = record.photos.filter { $0.value.allSatisfy { isInside($0.file) } }
    return safe
  }

  var bytes: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
  }
}
