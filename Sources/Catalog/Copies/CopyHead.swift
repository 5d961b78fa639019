// SPDX-License-Identifier: Apache-2.0
// One file with all of a catalogue, to take to another computer or to give away: what it says of itself, and its parts. It
// is a tar archive, so that the photos can be had without Vitrine, too. What could be undone and with whom the catalogue is
// shared stays at home.

import Foundation

/// What a copy of a catalogue says of itself.
public struct CopyHead: Sendable, Equatable, Codable {
  /// When it was made, in milliseconds since 1970.
  public var moment: Int64
  public var products: Int
  public var pictures: Int
  /// Of the file's form.
  var version = Self.newest

  static let newest = 1

  /// How its file is called.
  public static let fileEnding = "vitrine-copy"

  /// When it was made.
  public var date: Date { Date(milliseconds: moment) }

  /// Whether a file is meant to be a copy.
  public static func isOne(_ file: URL) -> Bool { file.pathExtension == fileEnding }

  // MARK: Parts

  /// The first file in it, by whose name the desktop knows what it is.
  static let name = "vitrine-copy.json"
  static let database = "catalog.sqlite"
  /// The last one: the digest of the database. Without it, the file is not complete.
  static let last = "end.json"

  struct End: Codable {
    var digest: String
  }

  /// A digest of bytes that come piece by piece: that of the digests of the pieces.
  struct Digest {
    static let piece = 1 << 20
    private var digests = ""

    mutating func add(_ piece: [UInt8]) { digests += SHA256.hexDigest(of: piece) }

    var text: String { SHA256.hexDigest(of: digests.utf8) }
  }
}
