// SPDX-License-Identifier: Apache-2.0
// How a text is set.

public struct TextStyle: Equatable, Sendable {
  /// A text that is written from right to left leads on the right; left and right are the same for all.
  public enum Alignment: Sendable { case leading, centre, trailing, left, right }

  /// Other fonts take over what it has no characters for.
  public var font = "Sans"  // Not for translation.
  /// A font for reading.
  public static let serif = "Serif"  // Not for translation.
  /// In points.
  public var size: Double
  public var isBold = false
  public var isItalic = false
  public var ink = Ink.black
  /// Within the text's width.
  public var alignment = Alignment.leading

  public init(
    size: Double, isBold: Bool = false, ink: Ink = .black, alignment: Alignment = .leading
  ) {
    (self.size, self.isBold, self.ink, self.alignment) = (size, isBold, ink, alignment)
  }
}
