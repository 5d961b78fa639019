// SPDX-License-Identifier: Apache-2.0
// Columns of the last list of a source in its next one. A column that was moved has its name; one that was renamed is
// found by its values, which are mostly those of the last list, or it is asked about.

import Catalog
import Foundation

struct FoundColumns {
  private let last: LastList
  private let names: [String]
  private(set) var choices: ImportChoices
  private(set) var questions: [ColumnQuestion] = []

  /// - Parameter names: of the columns of this list.
  init(_ last: LastList, _ names: [String], choices: ImportChoices) {
    (self.last, self.names, self.choices) = (last, names, choices)
    // What was understood last time is so again.
    for column in last.remembered.columns {
      guard let field = column.field, has(column.name), self.choices.mapping[field] == nil,
        !self.choices.mapping.values.contains(column.name),
        !self.choices.leftOut.contains(column.name)
      else { continue }
      self.choices.mapping[field] = column.name
    }
    // Of columns that are gone nothing is said.
    self.choices.mapping = self.choices.mapping.filter {
      $0.value.isEmpty || has($0.value) || choices.mapping[$0.key] == $0.value && !isOld($0.value)
    }
    self.choices.leftOut = self.choices.leftOut.filter { has($0) || !isOld($0) }
    self.choices.answers = self.choices.answers.filter { has($0.key) || !isOld($0.key) }
    for column in lost {
      guard let field = column.field,
        let answer = choices.answers.first(where: { HeadKey.of($0.key) == HeadKey.of(column.name) }
        )?
        .value.first(where: {
          Self.none == $0.lowercased() || ColumnAssignment.place(of: $0, in: names) != nil
        }),
        self.choices.mapping[field] == nil
      else { continue }
      // Since that was answered, a person may have said something else of the column.
      let place = ColumnAssignment.place(of: answer, in: names)
      let isDecided = place.map { place in
        self.choices.leftOut.contains(names[place])
          || self.choices.mapping.values.contains(names[place])
      }
      self.choices.mapping[field] =
        Self.none == answer.lowercased() || isDecided ?? false ? "" : answer
    }
  }

  private static let none = "none"

  /// By its name: “B” is no longer the second column if that is called otherwise now.
  private func has(_ name: String) -> Bool {
    names.contains(name) || names.contains { HeadKey.of($0) == HeadKey.of(name) }
  }
  private func isOld(_ name: String) -> Bool {
    last.remembered.columns.contains { HeadKey.of($0.name) == HeadKey.of(name) }
  }

  /// The columns of the last list that had values, and that this one has not.
  private var lost: [RememberedSource.Column] {
    last.remembered.columns.filter { $0.field != nil && !names.contains($0.name) }
  }

  /// Looks for the fields of lost columns among the columns that are new.
  ///
  /// - Returns: whether something was found, so that the list is to be understood once more.
  mutating func find(
    in understanding: Understanding, of reading: ListReading, fields: [CustomField]
  ) throws -> Bool {
    // What another column is called now is no proof that it is the old one.
    let present = Set(understanding.columns.filter { isOld($0.name) }.compactMap(\.field))
    let missing = lost.filter {
      !present.contains($0.field ?? "") && choices.mapping[$0.field ?? ""] == nil
    }
    let fresh = understanding.columns.filter { !isOld($0.name) && $0.anyField != nil }
    guard !missing.isEmpty else { return false }
    guard !fresh.isEmpty else {
      // Nothing can be the lost column; without it rows would quietly be told by something else.
      for column in missing where choices.key.contains(column.field ?? "") {
        ask(column, among: [], rows: understanding)
      }
      return false
    }
    // A lost column may be the key: then nothing is found by it.
    let comparison = try? Comparison(understanding, key: choices.key, fields: fields)
    // A sample is enough; each row of it is looked up once.
    let known = last.rows
    let sample = try reading.read(understanding).next().prefix(500).compactMap {
      row -> (ReadRow, RememberedRow)? in
      let keys = comparison?.keys.texts(of: row) ?? []
      return keys.compactMap { known[$0] }.first.flatMap { RememberedRow($0) }.map { (row, $0) }
    }
    var isFound = false
    for column in missing {
      guard let field = column.field else { continue }
      let shares = fresh.map { share(of: sample, $0, as: field) }
      if let best = shares.indices.max(by: { shares[$0] < shares[$1] }), shares[best] >= 0.8,
        shares.filter({ $0 >= 0.8 }).count == 1
      {
        choices.mapping[field] = fresh[best].name
        isFound = true
      } else {
        ask(column, among: fresh.map(\.name), rows: understanding)
      }
    }
    return isFound
  }

  private mutating func ask(
    _ column: RememberedSource.Column, among names: [String], rows understanding: Understanding
  ) {
    let answers = names + [Self.none]
    questions.append(
      ColumnQuestion(
        column: column.name, doubts: [.missingColumn], answers: answers, parts: [answers],
        rows: understanding.filled.max() ?? 0, examples: []))
  }

  /// Which part of the rows has in a column what the last list had in a field.
  private func share(
    of rows: [(now: ReadRow, old: RememberedRow)], _ column: UnderstoodColumn, as field: String
  ) -> Double {
    guard let target = column.anyField else { return 0 }
    var (alike, all) = (0, 0)
    var values: Set<String> = []
    for row in rows where row.old.knows(field) {
      all += 1
      guard let text = row.now.values[target].map({ target.kind.text(of: $0) }) else { continue }
      values.insert(text)
      if row.old.had(text, in: field) { alike += 1 }
    }
    // One value everywhere, such as "yes", may be that of any column.
    return all == 0 || values.count < min(3, all) ? 0 : Double(alike) / Double(all)
  }
}
