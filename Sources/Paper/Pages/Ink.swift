// SPDX-License-Identifier: Apache-2.0
// A colour on paper.

public struct Ink: Equatable, Sendable {
  let red, green, blue: Double

  /// From 0 to 1 each.
  public init(red: Double, green: Double, blue: Double) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  public static let black = grey(0)
  public static let white = grey(1)

  /// From black, 0, to white, 1.
  public static func grey(_ lightness: Double) -> Ink {
    Ink(red: lightness, green: lightness, blue: lightness)
  }
}
