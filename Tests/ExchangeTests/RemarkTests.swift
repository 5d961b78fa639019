// SPDX-License-Identifier: Apache-2.0
// What can't be read in a field of the person's own costs no product: a column in which not everything is of the kind
// that its program says becomes a text, and a single cell is left out and said.

import Catalog
import Foundation
import XCTest

@testable import Exchange

final class RemarkTests: XCTestCase {
  private func known(_ kind: FieldKind) -> KnownTable {
    KnownTable(
      format: .tellico, columns: [KnownColumn("Name", .field(.title)), .custom("Own", kind: kind)])
  }

  func testAColumnIsOfAKindIfAllOfItIs() throws {
    let kinds: [(FieldKind, good: String, bad: String)] = [
      (.money, "5 EUR", "my price"), (.date, "2026-03-15", "spring"), (.yesNo, "true", "perhaps"),
      (.wholeNumber, "5", "*****"), (.number(unit: "g"), "1.5", "heavy"),
      (.code(.isbn), "9783161484100", "1234567890"), (.link, "https://a.example", "none yet"),
    ]
    for (kind, good, bad) in kinds {
      let all = try UnderstoodTable("Name|Own\nA|\(good)\nB|\(good)", known: known(kind))
      XCTAssertEqual(all.understanding.columns[1].kind, kind)
      XCTAssertFalse(all.texts("Own").contains("-"), "\(kind)")
      for text in ["A|\(good)\nB|\(bad)", "A|\(bad)\nB|"] {
        let mixed = try UnderstoodTable("Name|Own\n\(text)", known: known(kind))
        XCTAssertEqual(mixed.understanding.columns[1].kind, .line, "\(kind)")
        XCTAssertEqual(mixed.rows.compactMap(\.refusal), [])
        XCTAssertTrue(mixed.texts("Own").contains(bad), "\(kind)")
      }
    }
  }

  func testWhatCanBeChosenIsCompletedByWhatWas() throws {
    let table = try UnderstoodTable(
      "Name|Own\nA|Hardback\nB|Leather", known: known(.choice(["Hardback", "Paperback"])))
    XCTAssertEqual(
      table.understanding.columns[1].kind, .choice(["Hardback", "Paperback", "Leather"]))
    XCTAssertEqual(table.texts("Own"), ["Hardback", "Leather"])
  }

  func testAFieldOfTheCatalogueThatTakesACellNotLeavesItOut() throws {
    let field = try CustomField(name: "Own", kind: .wholeNumber)
    let table = try UnderstoodTable("Name|Own\nA|5\nB|many", fields: [field])
    XCTAssertEqual(table.rows.compactMap(\.refusal), [])
    XCTAssertEqual(table.texts("Own"), ["5", "-"])
    XCTAssertEqual(table.rows[1].problem(with: "Own")?.text, "many")
    XCTAssertEqual(table.rows[1].remarks.count, 1)
    var corrected = table.rows[1]
    corrected.correct(table.understanding.columns[1], to: "7")
    XCTAssertEqual(corrected.remarks, [])
  }

  func testAColumnThatHardlyFitsItsFieldIsOneOfItsOwn() throws {
    let columns = [
      KnownColumn("Name", .field(.title)), KnownColumn("Price", .field(.price)),
      KnownColumn("Year", .field(.year)), KnownColumn("Code", .field(.gtin)),
    ]
    let table = try UnderstoodTable(
      "Name|Price|Year|Code\nA|0.0023|1999-06-05|A-1\nB|0.0150|2001-02-03|B-2",
      known: KnownTable(format: .partdb, columns: columns, decimalSign: "."))
    XCTAssertEqual(table.head.first, "title")
    XCTAssertEqual(table.rows.compactMap(\.refusal), [])
    let texts = table.rows[0].values.map { $0.key.kind.text(of: $0.value) }
    for text in ["0.0023", "1999-06-05", "A-1"] { XCTAssertTrue(texts.contains(text), "\(texts)") }
    for field in ["price", "year", "yearIntroduced", "gtin"] {
      XCTAssertFalse(table.head.contains(field), field)
    }
  }

  func testOrdinalsAreTexts() throws {
    for texts in ["1st ed.|A", "2nd|A", "3rd ed.|A"] {
      let table = try UnderstoodTable("Edition|Name\n\(texts)")
      XCTAssertEqual(table.texts("Edition"), [String(texts.dropLast(2))])
    }
  }

  /// A list that is refused as a whole is not held as a whole.
  func testWhatIsWrongWithARowIsKeptBesideItsBytes() async throws {
    var writer = PlannedRows.Writer(tellsListed: false)
    let refusals: [[RowRefusal]] = [
      [], [.noTitle], [.earlierRow(3)], [.earlierRow(3), .noTitle],
      [.value(column: "A", text: "b", InvalidValue(.init("price"), .negative))],
    ]
    var written: [PlannedRow] = []
    for (number, refusals) in refusals.enumerated() {
      for remarks in [[], [RowRefusal.sameOptions(2)]] {
        var read = ReadRow(number)
        read.values[.builtIn(.title)] = .text("A\(number)")
        refusals.forEach { read.refuse($0) }
        remarks.forEach { read.remark($0) }
        written.append(PlannedRow(read: read, outcome: refusals.isEmpty ? .new : .refused))
        try writer.append(written[written.count - 1])
      }
    }
    let rows = writer.rows()
    for (row, old) in zip(rows, written) {
      XCTAssertEqual(row.read.refusals, old.read.refusals)
      XCTAssertEqual(row.read.remarks, old.read.remarks)
      XCTAssertEqual(row.read.values, old.read.values)
    }
    XCTAssertEqual(rows.withRemarks.map(\.read.number), [0])
  }

  func testPathsOfPartDB() throws {
    let table = try UnderstoodTable(
      "Name|Footprint\nA|SMD->0603\nB|THT",
      known: KnownTable(
        format: .partdb,
        columns: [
          KnownColumn("Name", .field(.title)),
          KnownColumn("Footprint", .custom(title: "Footprint", kind: nil), pathSeparator: "->"),
        ]))
    XCTAssertEqual(table.texts("Footprint"), ["SMD > 0603", "THT"])
  }

  func testRowsWithRemarksAreImported() async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = try await CatalogStore.open(in: directory)
    let text =
      "Handle,Title,Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price\ns,Shirt,V,t,Size,S,A1,5 EUR\ns,,,,,S,A2,6 EUR\ns,,,,,M,A3,6 EUR\n"
    let plan = try await ListImport.prepare(
      ForeignFile.open(pasted: text), ImportChoices(), with: store)
    XCTAssertEqual(plan.rows.map(\.outcome), [.new, .new, .new, .new])
    XCTAssertEqual(plan.rows.withRemarks.map(\.read.number), [3])
    XCTAssertEqual(plan.rows.withRemarks.first?.read.remarks, [.sameOptions(2)])
    var keyed = ImportChoices()
    keyed.key = ["Own"]
    try await store.addField(CustomField(name: "Own", kind: .wholeNumber))
    let refused = try await ListImport.prepare(
      ForeignFile.open(pasted: "Name,Own\nA,5\nB,many\n"), keyed, with: store)
    XCTAssertEqual(refused.rows.map(\.outcome), [.new, .refused])
  }
}
