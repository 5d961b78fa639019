// SPDX-License-Identifier: Apache-2.0
// An import of a list of another program, as JSON and as text.

import Catalog
import Exchange
import Foundation
import Wording

struct ImportRecord: Encodable {
  struct Column: Encodable {
    let column: String
    let field: String?
    /// Whether it says which rows are variants of which.
    let isGrouping: Bool

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(column, forKey: .column)
      // Said in any case: nothing becomes of the column.
      try container.encode(field, forKey: .field)
      if isGrouping { try container.encode(true, forKey: .variants) }
    }

    enum Key: CodingKey { case column, field, variants }
  }

  /// A row that is not imported.
  struct Refused: Encodable {
    let row: Int
    let reason: String
  }

  struct Asked: Encodable {
    struct Example: Encodable {
      let row: Int
      let text: String
      let readings: [String]
    }

    let column: String
    let why: String
    let answers: [String]
    let rows: Int
    let examples: [Example]

    /// Whether a text answers at least a part of what is asked.
    func isPart(_ answer: String) -> Bool {
      answers.flatMap { [$0] + $0.components(separatedBy: ", ") }
        .contains { $0.lowercased() == answer.lowercased() }
    }
  }

  let format: String
  /// Of a text, as its delimiter; nil for other files.
  let encoding: String?
  let delimiter: String?
  /// Characters that could not be read.
  let replaced: Int
  let sheet: String?
  let head: [Column]
  let key: [String]
  let rows: Int
  let new: Int
  let changed: Int
  let same: Int
  let refused: [Refused]
  /// Rows that are imported, and what is to be said of them.
  let remarks: [Refused]
  /// Characters that the format forbids.
  let dropped: Int
  /// Rows that are no products.
  let leftOut: [Refused]
  /// Rows that are read although their spreadsheet does not show them.
  let hidden: Int
  let otherSheets: [String]
  let gone: Int
  let questions: [Asked]

  init(_ plan: ListImport) {
    let counts = plan.counts
    format = plan.file.format.name
    encoding = plan.file.dialect?.encoding.name
    delimiter = plan.file.dialect?.delimiter
    replaced = plan.understanding.replaced
    sheet = plan.sheet
    head = plan.understanding.columns.map {
      Column(column: $0.name, field: $0.field, isGrouping: $0.isGrouping)
    }
    key = plan.key
    (new, changed, same) = (counts[.new] ?? 0, counts[.changed] ?? 0, counts[.same] ?? 0)
    gone = counts[.gone] ?? 0
    rows = plan.rows.count - gone
    refused = plan.rows.rows(.refused).map {
      Refused(
        row: $0.read.number, reason: $0.read.refusal?.sentence.printable(isolates: true) ?? "")
    }
    remarks = Array(plan.rows.withRemarks).flatMap { row in
      row.read.remarks.map {
        Refused(row: row.read.number, reason: $0.sentence.printable(isolates: true))
      }
    }
    dropped = plan.dropped
    leftOut = plan.leftOut.map { Refused(row: $0.number, reason: $0.sentence) }
    hidden = plan.hidden
    otherSheets = plan.otherSheets
    questions = plan.questions.map { question in
      Asked(
        column: question.column, why: question.sentence, answers: question.answers,
        rows: question.rows,
        examples: question.examples.map {
          Asked.Example(row: $0.row, text: $0.text, readings: $0.readings)
        })
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(format, forKey: .format)
    try container.encodeIfPresent(encoding, forKey: .encoding)
    try container.encodeIfPresent(delimiter, forKey: .delimiter)
    try container.encode(replaced, forKey: .replaced)
    try container.encode(sheet, forKey: .sheet)
    try container.encode(head, forKey: .head)
    try container.encode(key, forKey: .key)
    try container.encode(rows, forKey: .rows)
    try container.encode(new, forKey: .new)
    try container.encode(changed, forKey: .changed)
    try container.encode(same, forKey: .same)
    try container.encode(refused, forKey: .refused)
    try container.encode(remarks, forKey: .remarks)
    if dropped > 0 { try container.encode(dropped, forKey: .dropped) }
    try container.encode(leftOut, forKey: .leftOut)
    if hidden > 0 { try container.encode(hidden, forKey: .hidden) }
    if !otherSheets.isEmpty { try container.encode(otherSheets, forKey: .otherSheets) }
    try container.encode(gone, forKey: .gone)
    try container.encode(questions, forKey: .questions)
  }

  enum Key: CodingKey {
    case format, encoding, delimiter, replaced, sheet, head, key, rows, new, changed, same, refused,
      remarks, dropped, leftOut, hidden, otherSheets, gone,
      questions
  }

  // MARK: Text

  var text: String {
    let used = head.compactMap { column in
      column.field.map { "\([column.column].named) → \([$0].named)" }
    }
    var lines = [
      tr(
        "Format: %@",
        [format, encoding, delimiter.map { "“\($0.printable())”" }, sheet].compactMap(\.self)
          .joined(separator: ", ")),
      tr("Columns: %@", used.joined(separator: ", ")),
    ]
    if replaced > 0 {
      lines.append(
        tr(
          "1 character can’t be read; “--encoding” chooses an encoding.",
          "%@ characters can’t be read; “--encoding” chooses an encoding.", count: replaced,
          written: "\(replaced)"))
    }
    if !otherSheets.isEmpty {
      lines.append(
        tr(
          "Other sheets, which “--sheet” reads: %@", otherSheets.named))
    }
    let grouping = head.filter(\.isGrouping).map(\.column)
    if !grouping.isEmpty { lines.append(tr("Variants by: %@", grouping.named)) }
    let left = head.filter { $0.field == nil && !$0.isGrouping }.map(\.column)
    if !left.isEmpty { lines.append(tr("Left out: %@", left.named)) }
    if !key.isEmpty { lines.append(tr("Compared by: %@", key.named)) }
    lines.append(counts)
    lines += refused.map { tr("Row %1$@ is refused. %2$@", "\($0.row)", $0.reason) }
    lines += remarks.map { tr("Row %1$@ is imported, but: %2$@", "\($0.row)", $0.reason) }
    if dropped > 0 {
      lines.append(
        tr(
          "1 character that must not be in such a file was left away.",
          "%@ characters that must not be in such a file were left away.", count: dropped,
          written: "\(dropped)"))
    }
    lines += leftOut.map { tr("Row %1$@ is left out. %2$@", "\($0.row)", $0.reason) }
    if hidden > 0 {
      lines.append(
        tr(
          "1 row is hidden in the spreadsheet, and read all the same.",
          "%@ rows are hidden in the spreadsheet, and read all the same.", count: hidden,
          written: "\(hidden)"))
    }
    for question in questions {
      lines.append(tr("Column “%1$@”: %2$@", question.column, question.why))
      lines += question.answers.map { "  --answer " + Self.forShell("\(question.column)=\($0)") }
    }
    return lines.joined(separator: "\n")
  }

  /// As somebody may copy it: nothing in it runs. By code points: a quote before a combining mark is one character with
  /// it, but not for a shell.
  private static func forShell(_ word: String) -> String {
    "'\(word.replacingOccurrences(of: "'", with: "'\\''", options: .literal).printable())'"
  }

  private var counts: String {
    tr(
      "%1$@ new, %2$@ changed, %3$@ the same, %4$@ refused, %5$@ gone", "\(new)", "\(changed)",
      "\(same)",
      "\(refused.count)", "\(gone)")
  }
}

/// A row of such a list.
struct ImportedRow {
  let row: PlannedRow
  let fields: [CustomField]

  /// With the keys of `list --json`.
  func json() throws -> String {
    let product = String(
      decoding: try row.change().json(of: row.product, fields: fields), as: UTF8.self)
    let about = try Output.line(
      of: About(
        outcome: row.outcome.rawValue, row: row.read.number,
        reason: row.outcome == .refused
          ? row.read.refusal?.sentence.printable(isolates: true) : nil,
        remarks: row.outcome == .refused || row.read.remarks.isEmpty
          ? nil : row.read.remarks.map { $0.sentence.printable(isolates: true) },
        open: row.read.open.isEmpty ? nil : row.read.open, old: old))
    // One object of both.
    return product == "{}" ? about : "\(about.dropLast()),\(product.dropFirst())"
  }

  var text: String {
    let title = row.read.values[.builtIn(.title)] ?? row.product.map { .text($0.title.text) }
    let changes = row.outcome == .changed ? changed : []
    let name = title.map { FieldKind.line.text(of: $0) } ?? ""
    let reason = row.outcome == .refused ? row.read.refusal?.sentence : nil
    return
      (["\(row.read.number)", row.outcome.rawValue, name] + changes + [reason].compactMap(\.self))
      .map { $0.printable() }.joined(separator: "\t")
  }

  private var changed: [String] {
    row.changes.map { field, value in
      let new = value.map { field.kind.text(of: $0) } ?? ""
      return "\(field.shownName): \(oldText(field)) → \(new)"
    }.sorted()
  }

  private func oldText(_ field: AnyField) -> String {
    row.product.flatMap { field.value(of: $0) }.map { field.kind.text(of: $0) } ?? ""
  }

  private var old: [String: String]? {
    guard row.outcome == .changed else { return nil }
    return Dictionary(row.changes.keys.map { ($0.shownName, oldText($0)) }) { first, _ in first }
  }

  private struct About: Encodable {
    let outcome: String
    let row: Int
    let reason: String?
    let remarks: [String]?
    let open: [String]?
    let old: [String: String]?
  }
}

extension AnyField {
  fileprivate var shownName: String {
    switch self {
    case .builtIn(let field): field.name
    case .custom(let field): field.name
    }
  }
}
