// SPDX-License-Identifier: Apache-2.0
// Which version of a product or note something is. Another program can have stored any integer as
// one, even the largest there is, so the next one is never found by adding alone.

enum Revision {
  /// As far as JSON has whole numbers.
  static let largest = 1 << 53

  /// The one after `revision`: another one, whatever that is, and at most the largest.
  static func next(after revision: Int) -> Int { max(0, revision) % largest + 1 }

  /// The same in SQL.
  static func next(after revision: String) -> String { "\(revision) % \(largest) + 1" }

  /// What an UPDATE of a row sets, in SQL.
  static let becomesNext = "revision = " + next(after: "revision")
}
