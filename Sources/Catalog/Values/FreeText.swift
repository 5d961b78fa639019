// SPDX-License-Identifier: Apache-2.0
// Text of any length, kept as typed but for line ends, which are those of one system. NUL is refused because many readers
// treat it as the end of the text.

import Foundation

/// Text of any length, with any number of lines.
public struct FreeText: StoredText {
  public let text: String

  public static let empty = FreeText(stored: "")

  /// A product's description.
  public init(description text: String) throws {
    try self.init(text, for: .description)
  }

  /// A picture's caption.
  public init(caption text: String) throws {
    try self.init(text, for: .caption)
  }

  /// The body of a note.
  public init(note text: String) throws {
    try self.init(text, for: .noteText)
  }

  private init(_ text: String, for field: InvalidValue.Field) throws {
    try refuseNUL(in: text, for: field)
    self.text = Self.withOneLineEnd(text)
  }

  /// Other systems and sheets have other line ends, which would make two texts of one.
  private static func withOneLineEnd(_ text: String) -> String {
    guard text.has(byte: 0x0D) else { return text }
    return text.replacingOccurrences(of: "\r\n", with: "\n")
      .replacingOccurrences(of: "\r", with: "\n")
  }

  init(stored text: String) {
    self.text = text
  }

  /// Whether they differ in line ends at most: an older one may have others.
  func isSame(as other: FreeText) -> Bool {
    self == other || Self.withOneLineEnd(text) == Self.withOneLineEnd(other.text)
  }
}

/// A note's title: at most 1000 code points, and often empty.
public struct NoteTitle: Sendable, Hashable {
  public let text: String

  public static let empty = NoteTitle(stored: "")

  public init(_ text: String) throws {
    try refuseNUL(in: text, for: .noteTitle)
    // A text never has more code points than bytes, so a short one need not be counted.
    guard text.utf8.count <= 1000 || text.unicodeScalars.count <= 1000 else {
      throw InvalidValue(.noteTitle, .tooLong(limit: 1000))
    }
    self.text = text
  }

  init(stored text: String) {
    self.text = text
  }
}

extension String {
  /// By the C library: it is asked at each key, of texts of any length.
  fileprivate func has(byte: UInt8) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    }
  }
}

private func refuseNUL(in text: String, for field: InvalidValue.Field) throws {
  guard text.has(byte: 0) else { return }
  throw InvalidValue(field, .containsNUL)
}
