// SPDX-License-Identifier: Apache-2.0
// The sheets of the table: a mistyped length would spoil paper.

import Foundation
import XCTest

@testable import Paper

final class SheetTests: XCTestCase {
  func testLabelsLieOnTheirPageAndNotOnEachOther() {
    XCTAssertGreaterThan(SheetTable.all.count, 200)
    let rounding = Double.mm(0.02)
    for sheet in SheetTable.all {
      XCTAssertFalse(sheet.maker.isEmpty)
      XCTAssertFalse(sheet.numbers.isEmpty)
      XCTAssertGreaterThan(min(sheet.label.width, sheet.label.height), Double.mm(5), sheet.name)
      let frames = (0..<sheet.count).map(sheet.frame)
      let page = CGRect(origin: .zero, size: sheet.page).insetBy(dx: -rounding, dy: -rounding)
      for (index, frame) in frames.enumerated() {
        XCTAssertTrue(page.contains(frame), "\(sheet.name): label \(index)")
        let own = frame.insetBy(dx: rounding, dy: rounding)
        let neighbours = [index + 1, index + sheet.columns].filter { $0 < sheet.count }
        for other in neighbours {
          XCTAssertFalse(own.intersects(frames[other]), "\(sheet.name): \(index), \(other)")
        }
      }
    }
  }

  func testEveryLineOfTheTablesIsASheet() {
    let lines = [SheetTable.a4, SheetTable.letter, SheetTable.rolls].joined(separator: "\n")
      .split(separator: "\n").filter { !$0.hasPrefix("maker ") }
    XCTAssertEqual(lines.count, SheetTable.all.count)
  }

  func testASheetIsFoundByItsNumber() throws {
    let sheet = try SheetTable.sheet(named: "l 7160")
    XCTAssertEqual(sheet.name, "Avery 7160")
    XCTAssertEqual(sheet.count, 21)
    XCTAssertEqual(try SheetTable.sheet(named: "avery-L7160"), sheet)
    XCTAssertEqual(sheet.frame(ofLabel: 4).minX, sheet.start.x + sheet.pitch.width, accuracy: 1e-9)
    XCTAssertEqual(sheet.frame(ofLabel: 4).minY, sheet.start.y + sheet.pitch.height, accuracy: 1e-9)
    XCTAssertThrowsError(try SheetTable.sheet(named: "L7169X")) {
      XCTAssertEqual(($0 as? SheetRefusal)?.near.contains("Avery L7169"), true, "\($0)")
    }
    XCTAssertThrowsError(try SheetTable.sheet(named: "something else")) {
      XCTAssertEqual(($0 as? SheetRefusal)?.near, [])
    }
    // What several makers have needs its maker.
    let all = SheetTable.all.flatMap { sheet in sheet.numbers.map { (sheet.maker, $0) } }
    for (maker, number) in all {
      let found = try SheetTable.sheet(named: "\(maker) \(number)")
      XCTAssertTrue(found.maker == maker && found.numbers.contains(number), "\(maker) \(number)")
    }
  }

  func testASizeOfOnesOwn() throws {
    let sheet = try XCTUnwrap(LabelSheet(size: "50x30.5"))
    XCTAssertEqual(sheet.label.width, Double.mm(50))
    XCTAssertEqual(sheet.label.height, Double.mm(30.5))
    XCTAssertEqual(sheet.count, 1)
    for text in ["", "50", "50x", "0x30", "1e9x30", "50x30x20", "-50x30", "nanx30"] {
      XCTAssertNil(LabelSheet(size: text), text)
    }
  }
}
