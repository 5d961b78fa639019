// SPDX-License-Identifier: Apache-2.0
// A QR code for a camera to read from a screen, which is neither scratched nor dirty: where a text is long, less
// protection is better than smaller squares.

/// A text as dark and light squares.
public struct ScreenCode: Sendable {
  /// How many squares a side has, without the light margin.
  public let side: Int
  /// The light margin that a reader needs on each side, in squares.
  public static let margin = 4
  /// The most that a camera reads from a screen without trouble.
  static let largestSide = 117

  private let squares: DarkSquares

  /// Nil if the text is too long. The better protection is taken if there is room for it.
  public init?(_ text: String) {
    let codes = [Code.Protection.medium, .low].lazy.compactMap {
      try? Code(text, as: .qr, protection: $0)
    }
    guard let code = codes.first(where: { $0.width <= Self.largestSide }) else { return nil }
    side = code.width
    squares = DarkSquares(code.bars, width: code.width, height: code.height)
  }

  public func isDark(_ x: Int, _ y: Int) -> Bool { squares.isDark(x, y) }
}
