// SPDX-License-Identifier: Apache-2.0
// The last list of a source, while its next one is compared with it: which rows come again, and what both its source
// and a person have changed since.

import Catalog
import Foundation

final class LastList {
  let choice: SourceChoice
  let remembered: RememberedSource
  /// The rows of the last list that have not come again, by their keys.
  private(set) var waiting: [String: String]
  /// All of them.
  let rows: [String: String]
  private var counts: [String: Int] = [:]
  private var conflicts: [String: Conflict] = [:]
  private var order: [String] = []

  private struct Conflict {
    var count = 0
    var examples: [ColumnQuestion.Example] = []
  }

  init(_ choice: SourceChoice, in store: CatalogStore) async throws {
    // Checked before anything is read.
    var checked = choice
    checked.name = try ListSource(name: choice.name, content: "").name
    self.choice = checked
    if choice.gone == .mark { _ = try Tag(choice.mark) }
    let source = try await store.source(named: self.choice.name)
    remembered = source.flatMap { RememberedSource($0) } ?? RememberedSource()
    rows = try await store.rows(ofSource: self.choice.name)
    waiting = rows
  }

  /// A key of its own for each row: products with one title are told apart by their order.
  func place(of key: String) -> String {
    counts[key, default: 0] += 1
    let count = counts[key] ?? 1
    return count > 1 ? "\(key)\n\(count)" : key
  }

  /// The row of the last list with this key.
  func take(_ place: String) -> RememberedRow? {
    waiting.removeValue(forKey: place).flatMap { RememberedRow($0) }
  }

  // MARK: What both changed

  func note(_ column: String, _ row: ReadRow, mine: String, theirs: String) {
    if conflicts[column] == nil { order.append(column) }
    conflicts[column, default: Conflict()].count += 1
    guard conflicts[column]?.examples.count ?? 3 < 3 else { return }
    conflicts[column]?.examples.append(
      ColumnQuestion.Example(row: row.number, text: theirs, readings: [theirs, mine]))
  }

  /// Asks whether so many products are really gone, unless a person said so.
  ///
  /// - Returns: whether they are.
  func areGone(_ count: Int, answers: [String: [String]]) -> Bool {
    if let answer = answers[ColumnQuestion.gone]?.first?.lowercased() { return answer == "yes" }
    let parts = ["yes", "no"]
    doubtfullyGone = ColumnQuestion(
      column: ColumnQuestion.gone, doubts: [.manyGone(count)], answers: parts, parts: [parts],
      rows: count,
      examples: [])
    return false
  }

  private var doubtfullyGone: ColumnQuestion?

  var questions: [ColumnQuestion] {
    [doubtfullyGone].compactMap(\.self)
      + order.map { column in
        let conflict = conflicts[column] ?? Conflict()
        return ColumnQuestion(
          column: column, doubts: [.bothChanged], answers: Self.answers, parts: [Self.answers],
          rows: conflict.count, examples: conflict.examples)
      }
  }

  static let answers = ["theirs", "mine"]

  /// The answers that are for this list alone: what both changed next time is asked again.
  static func withoutPassing(_ answers: [String: [String]]) -> [String: [String]] {
    answers.mapValues { $0.filter { !Self.answers.contains($0.lowercased()) } }
      .filter { !$0.value.isEmpty && $0.key != ColumnQuestion.gone }
  }
}
