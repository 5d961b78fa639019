// SPDX-License-Identifier: Apache-2.0
// Where the pictures of a list are. A name in a list must not lead out of the list's folder: it could
// name any file of the person's.

import Foundation

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

  /// - Parameter path: of the list.
  init(_ path: String) {
    folder = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) : "."
  }

  func picture(named name: String) -> [UInt8]? {
    guard let inside = Self.inside(name) else { return nil }
    let file = try? OpenFile("\(folder)/\(inside)")
    return try? file?.all(limit: Self.largest)
  }

  /// The way to a file within a folder, as “images/7.jpg”; nil if it leads elsewhere.
  static func inside(_ name: String) -> String? {
    var name = name
    if name.hasPrefix("file:") { name = String(name.dropFirst(5)) }
    name = name.replacing("\\", with: "/")
    while name.hasPrefix("./") { name.removeFirst(2) }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.isEmpty, !name.utf8.contains(0), !name.contains("://"),
      parts.allSatisfy({ !$0.isEmpty && $0 != ".." && $0 != "." })
    else { return nil }
    return name
  }
}

/// For a list without a place.
struct NoPictures: PictureSource {
  func picture(named name: String) -> [UInt8]? { nil }
}
