// SPDX-License-Identifier: Apache-2.0
// What a list shows instead of what was searched for: as a fact; `VitrineModel` makes the sentence.

/// Nothing in the catalogue matches the search as it was typed; what matches similar spellings is
/// listed instead.
public struct OtherSpelling: Sendable, Equatable {
  public let typed: String
  /// A text that something matches; nil if it is not known yet.
  public let text: String?
  /// Whether nothing else is known to match.
  public let isOnlyOne: Bool
  /// Whether what is listed lacks a word of the text, because nothing has them all.
  public var lacksWords = false
}
