// SPDX-License-Identifier: Apache-2.0
// How far the preparation of an import has come. A table is read twice, and compared while it is read for the second time:
// a third and two thirds of the time are near enough to tell what is left.

/// How far the preparation of an import has come.
public struct PreparationProgress: Sendable {
  /// Receives it from time to time, on some thread; throws to stop.
  public typealias Report = @Sendable (PreparationProgress) throws -> Void

  /// Rows that were read, or compared in the last part.
  public let rows: Int
  /// From 0 to 1; nil if it is not known how much there is.
  public let fraction: Double?
}

/// Counts what is read and compared.
final class PreparationWatch {
  private let report: PreparationProgress.Report
  /// How often the table was read to its end.
  private var readings = 0
  private var rows = 0

  init(_ report: @escaping PreparationProgress.Report) { self.report = report }

  /// - Parameter count: none at the end of the table.
  func read(_ count: Int, _ fraction: Double?) throws {
    rows += count
    let part = count == 0 ? 1 : fraction
    let done = part.map { readings == 0 ? $0 / 3 : (1 + 2 * $0) / 3 }
    try report(PreparationProgress(rows: rows, fraction: done))
    if count == 0 { (readings, rows) = (readings + 1, 0) }
  }

  func compared(_ count: Int, of all: Int) throws {
    try report(
      PreparationProgress(rows: count, fraction: (2 + Double(count) / Double(max(1, all))) / 3))
  }
}
