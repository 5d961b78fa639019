// SPDX-License-Identifier: Apache-2.0
// Where the pictures of a list are. A name in a list must not lead out of the list's folder: it could
// name any file of the person's.

import Foundation
import Synchronization

protocol PictureSource: Sendable {
  func picture(named name: String) -> [UInt8]?
}

extension PictureSource {
  /// No picture is larger.
  static var largest: Int { 256 << 20 }
}

/// Pictures in the folder of the list, and in the folders within it.
struct PicturesBeside: PictureSource {
  private let folder: String
  private let entries = FolderEntries()

  /// - Parameter path: of the list.
  init(_ path: String) {
    folder = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) : "."
  }

  func picture(named name: String) -> [UInt8]? {
    guard let inside = Self.inside(name) else { return nil }
    let file = (try? OpenFile("\(folder)/\(inside)")) ?? otherwiseSpelled(inside)
    return try? file?.all(limit: Self.largest)
  }

  /// Where lists are made, “Hut.JPG” may be the file that is called “hut.jpg”.
  private func otherwiseSpelled(_ name: String) -> OpenFile? {
    var path = folder
    for part in name.unicodeScalars.split(separator: "/") {
      guard let entry = entries.entry(like: String(part), in: path) else { return nil }
      path += "/\(entry)"
    }
    return try? OpenFile(path)
  }

  /// The way to a file within a folder, as “images/7.jpg”; nil if it leads elsewhere.
  static func inside(_ name: String) -> String? {
    var name = name
    if name.hasPrefix("file:") { name = String(name.dropFirst(5)) }
    name = name.replacingOccurrences(of: "\\", with: "/", options: .literal)
    while name.hasPrefix("./") { name.removeFirst(2) }
    // By code points: a slash before a combining mark is one character with it.
    let parts = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0) }
    guard !name.isEmpty, !name.utf8.contains(0), !name.contains("://"),
      parts.allSatisfy({ !$0.isEmpty && $0 != ".." && $0 != "." })
    else { return nil }
    return name
  }
}

/// The entries of folders by their names in small letters, each folder looked at once.
private final class FolderEntries: Sendable {
  private let known = Mutex<[String: [String: String]]>([:])

  /// The entry of this name, or the only one that differs from it in the case of its letters.
  func entry(like name: String, in folder: String) -> String? {
    known.withLock { known in
      if known[folder] == nil { known[folder] = Self.entries(of: folder) }
      return known[folder]?[name]
        ?? known[folder]?[Self.folded(name)].flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  private static func entries(of folder: String) -> [String: String] {
    var entries: [String: String] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let key = folded(name)
      // Of several that differ in nothing else, none is meant.
      entries[key] = entries[key] == nil ? name : ""
      if key != name { entries[name] = name }
    }
    return entries
  }

  static func folded(_ name: String) -> String {
    name.precomposedStringWithCanonicalMapping.lowercased()
  }
}

/// For a list without a place.
struct NoPictures: PictureSource {
  func picture(named name: String) -> [UInt8]? { nil }
}
