// SPDX-License-Identifier: Apache-2.0
// How a text is a table: what stands between cells, what quotes them, and how characters are stored.

/// How the cells of a text are told apart.
public struct TextDialect: Sendable, Equatable {
  /// What stands between two cells; empty if each line is one cell.
  public var delimiter: String
  /// What encloses a cell that has the delimiter or a line break in it; nil if nothing does, so that a
  /// quote is data.
  public var quote: Character?
  /// Whether a backslash makes a quote a part of the cell.
  public var hasBackslashes: Bool
  public var encoding: TextEncoding

  public init(
    delimiter: String, quote: Character? = "\"", hasBackslashes: Bool = false,
    encoding: TextEncoding = .utf8
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.hasBackslashes = hasBackslashes
    self.encoding = encoding
  }
}
