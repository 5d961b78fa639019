// SPDX-License-Identifier: Apache-2.0
// One cell as its file has it. Nothing is decided here about what it means: codes stay as they are
// written, and what can mean two things is asked about a whole column, later.

/// A cell of a row.
public struct Cell: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    case empty
    /// Text, of which nothing more is known. All cells of a file that has nothing but text are of this kind.
    case text
    /// The digits of a number as the file stores it, with a point, without grouping; a number may have
    /// lost digits in the program that stored it.
    case number
    /// As a number; it is shown a hundred times as large, with a “%”.
    case percent
    /// As a number; shown as an amount of this currency.
    case money(currency: String)
    /// “2026-03-15”
    case day
    /// “2026-03-15T08:30:00”
    case moment
    /// “08:30:00”
    case time
    /// “true” or “false”
    case yesNo
    /// What stands there instead of a value, such as “#DIV/0!”.
    case failed
  }

  public var kind: Kind
  public var text: String
  /// Whether a formula made it, which matters for sums and for rows of zeros.
  public var isCalculated: Bool

  public init(_ kind: Kind, _ text: String, isCalculated: Bool = false) {
    self.kind = kind
    self.text = text
    self.isCalculated = isCalculated
  }

  public static let empty = Cell(.empty, "")

  /// Whether there is nothing in it that is seen.
  var isBlank: Bool {
    if kind == .empty { return true }
    // Nearly all others begin with a visible character of ASCII.
    if let first = text.utf8.first, (0x21...0x7E).contains(first) { return false }
    return text.allSatisfy(\.isWhitespace)
  }
}
