// SPDX-License-Identifier: Apache-2.0
// What a person decided about the reading of a file; the rest is found out.

public struct ReadingChoices: Sendable, Equatable {
  /// By its name: see `ForeignFormat`.
  public var format: ForeignFormat?
  public var delimiter: String?
  public var encoding: TextEncoding?
  /// What an earlier list was in: it is taken instead of a guess, but not against what the text itself proves.
  public var likelyEncoding: TextEncoding?

  public init(
    format: ForeignFormat? = nil, delimiter: String? = nil, encoding: TextEncoding? = nil
  ) {
    self.format = format
    self.delimiter = delimiter
    self.encoding = encoding
  }
}
