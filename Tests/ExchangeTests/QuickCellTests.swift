// SPDX-License-Identifier: Apache-2.0
// What is read from the bytes of a cell is what a close look at its characters says; and planned rows are the same after
// they were bytes, in memory or in a file.

import Catalog
import TestSwitches
import XCTest

@testable import Exchange

final class QuickCellTests: XCTestCase {
  private static let pieces = [
    "1", "0", "00", "12", "234", "4006381333931", ".", ",", "-", " ", "€", "EUR", "kr", "ab",
    "from", "P", "A4", "no.",
    "2026-03-15", "2026-13-15", "05", "/", "May", "März", "T08:30", ":", "<b>", "&amp;", "&",
    "Käse", "oak", "\n", "\t",
    "'", "=", "\"", "n/a", "yes", "JA", "٣", "５", "½", "é", "\u{301}", "\u{a0}", "\u{200b}", "%",
    "kg", "E+12", "www.",
    "a.jpg", "://", "X", ";", "|", " > ", "Sum", "total", "Summe", "\u{0}",
  ]

  private static func text() -> String {
    (0..<Int.random(in: 1...4)).map { _ in pieces.randomElement() ?? "" }.joined()
  }

  func testQuickReadingsAreThoseOfACloseLook() throws {
    let custom: [FieldKind] = [
      .line, .text, .wholeNumber, .number(unit: "cm"), .money, .date, .year, .yesNo, .code(.gtin),
      .link,
    ]
    var targets = ProductField.all.map { UnderstoodColumn.Target.field($0) }
    targets += try custom.enumerated().map { .custom(try CustomField(name: "f\($0)", kind: $1)) }
    var quick = 0
    for _ in 0..<rounds(3_000, withFaults: 30_000, withAll: 300_000) {
      var column = UnderstoodColumn(name: "c", target: targets.randomElement() ?? .leftOut)
      column.reading.currency = ["EUR", "JPY", nil].randomElement() ?? nil
      column.reading.isFraction = Int.random(in: 0..<5) == 0
      guard let field = column.anyField else { continue }
      let cell = Cell([.text, .text, .number].randomElement() ?? .text, Self.text())
      guard
        let found = QuickCells(column, field).reading(of: cell, hasCurrency: false)
      else { continue }
      quick += 1
      let isNone = found.value == nil
      let close = try? CellReading(cell: cell, column: column, field: field, currency: nil).value()
      if case .value(let value)? = close, !isNone {
        XCTAssertEqual(found.value, value, "\(cell) \(column.target)")
      } else if !isNone {
        XCTFail("\(cell) \(column.target): \(String(describing: found.value))")
      }
    }
    XCTAssertGreaterThan(quick, 100)
  }

  func testPlainAmountsAreAmounts() {
    for _ in 0..<rounds(2_000, withFaults: 20_000) {
      let text = (0..<Int.random(in: 1...7)).map { _ in
        "0123456789.,".randomElement().map { String($0) } ?? ""
      }.joined()
      guard let plain = PlainAmount(text) else { continue }
      guard case .certain(let number)? = AmountText(text)?.reading, let value = Double(number)
      else {
        XCTFail(text)
        continue
      }
      XCTAssertEqual(plain.isZero, value == 0, text)
      XCTAssertEqual(plain.isBelowOne, value < 1, text)
      XCTAssertEqual(plain.scaled(to: 6), DecimalNumber(number).map(\.millionths), text)
    }
  }

  func testPlannedRowsAreTheSameAfterTheyWereBytes() throws {
    let custom = AnyField.custom(try CustomField(name: "Weave", kind: .line))
    let fields: [AnyField] = [
      .builtIn(.title), .builtIn(.price), .builtIn(.stock), .builtIn(.category), custom,
    ]
    let values: [FieldValue] = [
      .text("Käse"), .text(String(repeating: "x", count: 200_000)),
      .money(try Price("1.50", currency: Currency("EUR"))),
      .number(DecimalNumber(millionths: -5)), .category(try CategoryPath("A/B")), .integer(-7),
      .yesNo(true),
      .day(try XCTUnwrap(CalendarDay("2026-03-15"))), .tags(try Tags([Tag("a"), Tag("b")])),
      .text(""),
    ]
    var writer = PlannedRows.Writer(tellsListed: true)
    var rows: [PlannedRow] = []
    // Beyond what is kept in memory.
    for number in 0..<600 {
      var read = ReadRow(number + 1)
      read.part = number % 2
      for field in fields where Bool.random() { read.values[field] = values.randomElement() }
      if Bool.random() { read.blanks.insert(custom) }
      if number % 7 == 0 { read.id = UUID() }
      if number % 11 == 0 { read.refuse(number % 2 == 0 ? .earlierRow(3) : .noTitle) }
      if number % 13 == 0 { read.pictures = ["a.jpg"] }
      let own: [AnyField: FieldValue?] = [custom: nil, fields[2]: values[3]]
      var row = PlannedRow(
        read: read, outcome: number % 2 == 0 ? .new : .changed,
        changes: number % 3 == 0 ? nil : own)
      if number % 5 == 0 { row.place = "sku=\(number)" }
      rows.append(row)
      try writer.append(row)
    }
    let kept = writer.rows()
    XCTAssertEqual(kept.counts, [.new: 300, .changed: 300])
    for place in [0, 599, 300] + (0..<600).shuffled() {
      let (row, old) = (try kept.row(at: place), rows[place])
      XCTAssertEqual(row.read.rowID, old.read.rowID)
      XCTAssertEqual(row.read.values, old.read.values)
      XCTAssertEqual(row.read.blanks, old.read.blanks)
      XCTAssertEqual(row.read.id, old.read.id)
      XCTAssertEqual(row.read.refusals, old.read.refusals)
      XCTAssertEqual(row.read.pictures, old.read.pictures)
      XCTAssertEqual(row.changes, old.changes)
      XCTAssertEqual(row.place, old.place)
      XCTAssertEqual(row.outcome, old.outcome)
    }
  }

  func testWordsAreThoseOfTheirSet() {
    let words = WordSet(["ja", "k.a.", "oui", "да", ""])
    for text in ["ja", "JA", "jb", "K.A.", "oui", "ouid", "ДА", "", "x", "j", "да "] {
      XCTAssertEqual(words.contains(text), words.words.contains(text.lowercased()), text)
    }
  }
}
