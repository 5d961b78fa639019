// SPDX-License-Identifier: Apache-2.0
// The lists that the rows of an import are shown in, in their order. A row in which both the source and the person
// changed something is in a list of these, and in that of its outcome, too.

import Exchange

public enum RowList: String, CaseIterable, Sendable {
  case asked, new, changed, refused, gone, same

  init(_ outcome: PlannedRow.Outcome) {
    self =
      switch outcome {
      case .new: .new
      case .changed: .changed
      case .same: .same
      case .refused: .refused
      case .gone: .gone
      }
  }

  /// Nil for rows of any outcome.
  public var outcome: PlannedRow.Outcome? { PlannedRow.Outcome(rawValue: rawValue) }
}
