// SPDX-License-Identifier: Apache-2.0
// An import that is half decided, killed at any moment: what was seen of it is there again, every time.

import Foundation
import TestSwitches
import XCTest

final class KilledImportTests: UITestCase {
  /// What somebody has decided and typed.
  private struct Decisions: Equatable {
    var isTaken = [true, true, true]
    var currency: String?
    var code = ""
    var showsRefused = false
    /// Whether the refused row is chosen, so that its cells can be corrected.
    var isOpen = false
  }

  private static let cheeses = ["Bergkäse", "Gouda", "Ziegenrolle"]

  func testWhatWasSeenOfAnImportIsThereAfterEveryKill() throws {
    let file = try home().folder.appendingPathComponent("list.csv")
    try """
    SKU;Title;Price;EAN
    71;Bergkäse;24,90;4006381333931
    72;Gouda;12,50;
    73;Ziegenrolle;28,00;
    76;Manchego;26,40;400638133393
    """.write(to: file, atomically: true, encoding: .utf8)
    var decisions = Decisions()
    var vitrine = try home().start(file.path)
    let count = rounds(2, withFaults: 4, withAll: 200)
    for round in 0...count {
      let window = try vitrine.window(titled: "Import “list.csv”")
      try expect(decisions, in: window, "round \(round)")
      if round == count { break }
      for _ in 0..<Int.random(in: 1...3) {
        try change(&decisions, in: window)
        // What has come to the screen stays, however little later the kill comes.
        try expect(decisions, in: window, "round \(round), before the kill")
      }
      try vitrine.kill()
      vitrine = try home().start()
    }
  }

  private func change(_ decisions: inout Decisions, in window: Window) throws {
    let isOther = Bool.random()
    if isOther {
      decisions.showsRefused.toggle()
      decisions.isOpen = false
      try window.find(.button, decisions.showsRefused ? "1 Refused" : "3 New").click()
    } else if decisions.showsRefused {
      try window.find(.row, "Manchego").select()
      let code = try window.find(.entry, "Barcode (GTIN)")
      if !decisions.code.isEmpty { try code.expectText(decisions.code) }
      decisions.isOpen = true
      decisions.code = String(Int.random(in: 1_000..<1_000_000))
      try code.retype(decisions.code)
    } else if Bool.random() {
      let place = Int.random(in: 0..<3)
      try window.find(.table, "Rows").all(.row)[place].focus()
      try window.press("space")
      decisions.isTaken[place].toggle()
    } else if decisions.currency == nil {
      let currency = ["EUR", "USD", "GBP"].randomElement() ?? "EUR"
      try window.find(.button, "Price: \(currency)").click()
      decisions.currency = currency
    }
  }

  private func expect(_ decisions: Decisions, in window: Window, _ about: String) throws {
    let rows = try window.find(.table, "Rows")
    if decisions.showsRefused {
      _ = try rows.find(.row, "Manchego")
      if decisions.isOpen {
        try window.find(.entry, "Barcode (GTIN)").expectText(decisions.code)
      }
    } else {
      try eventually("the rows are as they were decided on, \(about)") {
        let names = try rows.all(.row).map { try $0.title }
        return names.count == 3
          && zip(zip(names, Self.cheeses), decisions.isTaken).allSatisfy {
            $0.0.hasPrefix($0.1) && $0.0.hasSuffix(", not taken") != $1
          }
      }
    }
    if let currency = decisions.currency {
      _ = try window.find(.label, "Answered: \(currency)")
    } else {
      _ = try window.find(.label, "1 question is open.")
    }
  }
}
