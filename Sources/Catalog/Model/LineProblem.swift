// Why a line of an import cannot be taken, as facts: the module `Wording` makes the sentence.

public enum LineProblem: Error, Equatable, Sendable {
  /// What JSON can be, as far as a line has it.
  public enum Kind: Sendable {
    case object, list, text, wholeNumber
  }

  /// What can be wrong at one key of a line.
  public enum Fault: Equatable, Sendable {
    case unknownKey
    case keyTwice
    case mustBe(Kind)
    case notAnIdentifier
    case notAMoment
    case notARevision
    case notUTF8
    /// Half of a pair that stands for one character.
    case halfCharacter
  }

  /// It has more bytes than any line may have.
  case tooLong
  /// Counted from 1.
  case notJSON(byte: Int)
  /// At a key such as “images.caption”; at none when it is the line as a whole.
  case key(String, Fault)
  case value(InvalidValue)
  case picture(file: String, CatalogError.PictureProblem)

  /// Nil when the fault is not the line's.
  init?(_ error: any Error) {
    switch error {
    case let problem as LineProblem: self = problem
    case let refusal as InvalidValue: self = .value(refusal)
    case CatalogError.picture(let file, let problem): self = .picture(file: file, problem)
    default: return nil
    }
  }
}

/// A line of a file, counted from 1, and why it cannot be taken.
public struct BadLine: Sendable, Equatable {
  public let line: Int
  public let problem: LineProblem

  public init(line: Int, problem: LineProblem) {
    self.line = line
    self.problem = problem
  }
}
