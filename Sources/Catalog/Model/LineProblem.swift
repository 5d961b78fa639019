// SPDX-License-Identifier: Apache-2.0
// Why a line of an import is refused, as facts: the module `Wording` makes the sentence.

public enum LineProblem: Error, Equatable, Sendable {
  /// The kinds of JSON value that a line has.
  public enum Kind: Sendable {
    case object, list, text, wholeNumber, number
  }

  /// What can be wrong at one key of a line.
  public enum Fault: Equatable, Sendable {
    case unknownKey
    case keyTwice
    case mustBe(Kind)
    case notAnIdentifier
    case notAMoment
    case notARevision
    case notATurn
    case notUTF8
    /// An unpaired surrogate.
    case halfCharacter
  }

  /// It has more bytes than a line may have.
  case tooLong
  /// Counted from 1.
  case notJSON(byte: Int)
  /// At a key such as “images.caption”; at an empty one if it is the whole line.
  case key(String, Fault)
  case value(InvalidValue)
  /// It defines a field and has values of a product, too.
  case fieldAndProduct
  case picture(file: String, CatalogError.PictureProblem)
  /// What belongs together is not all there, or not in order.
  case notWhole
  /// It is in a format of a newer version.
  case newerFormat
  /// It is in a format of before the first version.
  case olderFormat

  /// Nil if the error is not about the line.
  init?(_ error: any Error) {
    switch error {
    case let problem as LineProblem: self = problem
    case let refusal as InvalidValue: self = .value(refusal)
    case CatalogError.picture(let file, let problem): self = .picture(file: file, problem)
    default: return nil
    }
  }
}

/// A line of a file, counted from 1, and why it is refused.
public struct BadLine: Sendable, Equatable {
  public let line: Int
  public let problem: LineProblem

  public init(line: Int, problem: LineProblem) {
    self.line = line
    self.problem = problem
  }
}
