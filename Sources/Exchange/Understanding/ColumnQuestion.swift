// SPDX-License-Identifier: Apache-2.0
// What a column leaves open. `Wording` puts the reason into words; the answers are typed as they are.

/// The one question about a column.
public struct ColumnQuestion: Sendable, Equatable {
  /// Something that can mean two things.
  public enum Doubt: Sendable, Equatable {
    /// Whether a mark stands before decimals or between thousands.
    case decimalMark(example: String)
    case currency(example: String)
    case dayOrder(example: String)
    /// A bare number where a day is expected.
    case serialDay(example: String)
    /// A number below one where a percentage is expected.
    case fraction(example: String)
    /// Codes that lost digits; those that can be repaired lack only zeros, as their check digits prove.
    case damagedCode(example: String, repaired: String)
    /// The short forms of UPCs.
    case shortCode(example: String, whole: String)
    /// Several columns could be the price.
    case price(columns: [String])
    /// Of several kinds, or without taxes, so that none of them may be the price.
    case kindOfPrice(columns: [String])
    /// Several categories, or one with a comma or bar in its name.
    case severalCategories(example: String)
    /// Rows with nothing else than this, above those that have more.
    case headings(example: String)
    /// Both the source of the list and a person have changed it since the last list.
    case bothChanged
    /// The last list had it, and none of the new columns is certainly the same.
    case missingColumn
    /// So many products of the last list are not in this one.
    case manyGone(Int)
    /// The same products in several languages.
    case language
  }

  /// No column, but what the question is called that asks whether products are gone.
  public static let gone = "gone"

  /// Answers that none of some columns is it.
  static let none = "none"

  public var column: String
  public var doubts: [Doubt]
  /// Any of these settles it, as do their parts.
  public var answers: [String]
  /// The answers to each of the doubts alone; whoever gives one of them is asked about the rest.
  public var parts: [[String]]
  /// How many rows it changes.
  public var rows: Int
  /// The first of these rows.
  public var examples: [Example]

  /// What a cell means with each answer.
  public struct Example: Sendable, Equatable {
    public var row: Int
    public var text: String
    public var readings: [String]
  }
}
