// SPDX-License-Identifier: Apache-2.0
// What is typed about a printer, as it was typed.

public struct PrinterTexts: Codable, Equatable, Sendable {
  public var dotsPerInch = ""
  /// How far labels are moved, in millimetres.
  public var right = ""
  public var down = ""
  /// At how many percent distances are printed.
  public var across = ""
  public var downwards = ""

  public init() {}
}
