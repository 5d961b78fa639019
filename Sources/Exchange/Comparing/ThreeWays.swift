// SPDX-License-Identifier: Apache-2.0
// Compares a row three ways: with what the last list had, and with what the catalogue has. What the source did not
// change stays as a person has it; what both changed is asked.

import Catalog

struct ThreeWays {
  private let last: LastList?
  private let answers: [String: [String]]
  private let understanding: Understanding

  init(_ last: LastList?, _ answers: [String: [String]], in understanding: Understanding) {
    (self.last, self.answers, self.understanding) = (last, answers, understanding)
  }

  /// What the row changes. A column in which both changed waits in the row for an answer.
  func changes(
    of row: inout ReadRow, since old: RememberedRow, to product: Product
  ) -> (changes: [AnyField: FieldValue?], conflicts: [Conflict]) {
    var product = product
    // A product that was gone and is back loses its mark.
    let mark = last.flatMap { try? Tag($0.choice.mark) }
    let isMarked = mark.map { product.tags.contains($0) } ?? false
    if isMarked, let mark { product.tags.remove(mark) }
    var (changes, conflicts): ([AnyField: FieldValue?], [Conflict]) = ([:], [])
    let fields = Array(row.values.keys) + row.blanks.filter { row.values[$0] == nil }
    for field in fields {
      let theirs = row.values[field]
      let mine = field.value(of: product)
      guard !field.isSame(mine, theirs), theirs != nil || field != .builtIn(.title) else {
        continue
      }
      // What a person wrote here is neither the source's nor what they had before.
      if row.isCorrected(field) {
        changes[field] = .some(theirs)
        continue
      }
      func text(_ value: FieldValue?) -> String? { value.map { field.kind.text(of: $0) } }
      let name = Comparison.name(field)
      if old.had(text(theirs), in: name) { continue }
      if old.had(text(mine), in: name) {
        changes[field] = .some(theirs)
        continue
      }
      let decided = last?.choice.decisions.answer(row.rowID, name)
      let answer = decided ?? answer(about: field)
      if decided != nil || answer == nil {
        conflicts.append(Conflict(field: field, mine: mine, theirs: theirs, answer: decided))
      }
      switch answer {
      case .theirs?: changes[field] = .some(theirs)
      case .mine?: break
      case nil:
        let column = column(of: field)
        row.open.append(column)
        last?.note(column, row, mine: text(mine) ?? "", theirs: text(theirs) ?? "")
      }
    }
    let missing = row.addedTags.filter { !product.tags.contains($0) && !old.hadAdded($0) }
    if !missing.isEmpty {
      changes[.builtIn(.tags)] = .tags(Tags(adding: product.tags + missing))
    } else if isMarked, changes[.builtIn(.tags)] == nil {
      changes[.builtIn(.tags)] = product.tags.isEmpty ? .some(nil) : .tags(product.tags)
    }
    return (changes, conflicts)
  }

  private func column(of field: AnyField) -> String {
    understanding.columns.first { $0.anyField == field }?.name ?? Comparison.name(field)
  }

  /// What is said of a whole column.
  private func answer(about field: AnyField) -> Conflict.Answer? {
    let name = HeadKey.of(column(of: field))
    let given = answers.filter { HeadKey.of($0.key) == name }.flatMap(\.value)
    return [.theirs, .mine].first { answer in
      given.contains { $0.lowercased() == answer.rawValue }
    }
  }
}
