// SPDX-License-Identifier: Apache-2.0
// Numbers for many products, one after the other: A-0099, A-0100, A-0101.

/// Texts with a number that increases from one product to the next.
public struct NumberSeries: Sendable, Equatable {
  private let before: String
  private let after: String
  private let first: Int
  /// How many digits the first number has, with its zeros.
  private let width: Int
  private let step: Int

  /// - Parameters:
  ///   - text: the first one; the last digits in it are the number. Nil without any, or with more
  ///     than 18.
  ///   - step: what each adds to the one before it.
  public init?(_ text: String, step: Int = 1) {
    func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    guard let last = text.lastIndex(where: isDigit) else { return nil }
    let end = text.index(after: last)
    let begin =
      text[..<end].lastIndex { !isDigit($0) }.map { text.index(after: $0) } ?? text.startIndex
    let digits = text[begin..<end]
    guard digits.count <= 18, let first = Int(digits) else { return nil }
    (before, after) = (String(text[..<begin]), String(text[end...]))
    (self.first, self.step, width) = (first, step, digits.count)
  }

  /// The text for a product; nil for a number that is negative or too large.
  func text(at position: Int) -> String? {
    let (difference, isFar) = position.multipliedReportingOverflow(by: step)
    let (number, isFarther) = first.addingReportingOverflow(difference)
    guard !isFar, !isFarther, number >= 0 else { return nil }
    let digits = String(number)
    return before + String(repeating: "0", count: max(0, width - digits.count)) + digits + after
  }
}
