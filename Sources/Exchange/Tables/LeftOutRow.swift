// SPDX-License-Identifier: Apache-2.0
// A row of a list that says something, but is no product. It is named, since only a person can tell for sure.

public struct LeftOutRow: Sendable, Equatable {
  public enum Reason: Sendable {
    /// It adds up other rows.
    case total
    /// A text below the list.
    case note
    /// The rows below have it as their category.
    case heading
    /// It goes on with the row above, and was joined with it.
    case continued
    /// The head of another list, with columns that the first one does not have.
    case otherColumns
    /// It is below the head of another list, which has hardly any column of the first one.
    case otherList
    /// There is nothing in it but formulas that failed.
    case failed
  }

  public let number: Int
  public let reason: Reason
}
