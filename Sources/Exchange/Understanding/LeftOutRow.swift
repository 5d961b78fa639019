// SPDX-License-Identifier: Apache-2.0
// A row of a list that says something, but is no product. It is named, since only a person can tell for sure.

public struct LeftOutRow: Sendable, Equatable {
  public enum Reason: Sendable {
    /// It adds up other rows.
    case total
    /// A text below the list.
    case note
  }

  public let number: Int
  public let reason: Reason
}
