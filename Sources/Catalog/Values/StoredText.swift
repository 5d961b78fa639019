// SPDX-License-Identifier: Apache-2.0
// Whether two texts are the same. What the one gate lets through is normalized, so that texts that look the same have the same
// bytes; Swift's own comparison normalizes both once more. Of a megabyte of marks, which a catalogue from elsewhere may have,
// that takes a tenth of a second, and it is done for each row of a list.

import Foundation

/// A value that is a text. Two are the same if their bytes are.
public protocol StoredText: Hashable, Sendable {
  var text: String { get }
}

extension StoredText {
  public static func == (one: Self, other: Self) -> Bool { one.text.hasSameBytes(as: other.text) }

  public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

/// One line of at most 200 characters, without further rules.
public struct LineText: StoredText {
  public let text: String

  /// Trims `text`.
  public init(_ text: String, for field: InvalidValue.Field) throws {
    self.text = try singleLine(text, for: field, atMost: 200)
  }

  init(stored text: String) {
    self.text = text
  }
}

extension String {
  /// Whether it is the same text, byte for byte.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (one, other) = (self, other)
    return one.withUTF8 { one in
      other.withUTF8 { other in
        guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
        return memcmp(start, otherStart, one.count) == 0
      }
    }
  }

  /// Whether it is the same text, as it looks: as `==` says, unless both are so long that normalizing them takes time.
  package func isSame(as other: String) -> Bool {
    hasSameBytes(as: other) || (utf8.count < 100_000 && self == other)
  }

  package func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: .init($0)) }
    // As texts beside each other: where one ends counts.
    hasher.combine(0xFF as UInt8)
  }
}
