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
  ) -> [AnyField: FieldValue?] {
    var product = product
    // A product that was gone and is back loses its mark.
    let mark = last.flatMap { try? Tag($0.choice.mark) }
    let isMarked = mark.map { product.tags.contains($0) } ?? false
    if isMarked, let mark { product.tags.remove(mark) }
    var changes: [AnyField: FieldValue?] = [:]
    let fields = Array(row.values.keys) + row.blanks.filter { row.values[$0] == nil }
    for field in fields {
      let theirs = row.values[field]
      let mine = field.value(of: product)
      guard !field.isSame(mine, theirs), theirs != nil || field != .builtIn(.title) else {
        continue
      }
      func text(_ value: FieldValue?) -> String? { value.map { field.kind.text(of: $0) } }
      let name = Comparison.name(field)
      if old.had(text(theirs), in: name) { continue }
      if old.had(text(mine), in: name) || isAnswered("theirs", field) {
        changes[field] = .some(theirs)
      } else if !isAnswered("mine", field) {
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
    return changes
  }

  private func column(of field: AnyField) -> String {
    understanding.columns.first { $0.anyField == field }?.name ?? Comparison.name(field)
  }

  private func isAnswered(_ answer: String, _ field: AnyField) -> Bool {
    let name = HeadKey.of(column(of: field))
    return answers.contains { column, given in
      HeadKey.of(column) == name && given.contains { $0.lowercased() == answer }
    }
  }
}
