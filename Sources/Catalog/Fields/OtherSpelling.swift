// What a list shows instead of what was searched for: as a fact; `VitrineModel` makes the sentence.

/// Nothing in the catalogue fits a search as it was typed; what fits words spelt nearly so is listed.
public struct OtherSpelling: Sendable, Equatable {
  public let typed: String
  /// A text that something fits; nil if it is not known yet.
  public let text: String?
  /// Whether nothing else is known to fit.
  public let isOnlyOne: Bool
}
