// SPDX-License-Identifier: Apache-2.0
// Numbers of spreadsheets have a point, whatever the language of the desktop has.

import Foundation
import XCTest

@testable import Exchange

final class FifteenDigitsTests: ForeignFileTestCase {
  func testDigitsInEveryLanguage() throws {
    let before = setlocale(LC_NUMERIC, nil).map { String(cString: $0) } ?? "C"
    defer { setlocale(LC_NUMERIC, before) }
    try makeLanguage()
    defer { unsetenv("LOCPATH") }
    guard setlocale(LC_NUMERIC, "de_DE.UTF-8") != nil else { throw XCTSkip("Needs a language") }
    XCTAssertEqual(fifteenDigits(0.001), "0.001")
    XCTAssertEqual(fifteenDigits(-1.5e-30), "-1.5e-30")
    for _ in 0..<100 {
      let cents = Int.random(in: 0...99_999)
      let stored = "\(Double(cents) / 100 * 1.0000000000000002)"
      XCTAssertEqual(
        Double(SheetNumber.digits(stored)) ?? -1, Double(cents) / 100, accuracy: 1e-9, stored)
    }
  }

  /// Few computers that build have another one than English.
  private func makeLanguage() throws {
    let maker = Process()
    maker.executableURL = URL(fileURLWithPath: "/usr/bin/localedef")
    maker.arguments = [
      "-i", "de_DE", "-f", "UTF-8", folder.appendingPathComponent("de_DE.UTF-8").path,
    ]
    (maker.standardOutput, maker.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    guard (try? maker.run()) != nil else { return }
    maker.waitUntilExit()
    if maker.terminationStatus == 0 { setenv("LOCPATH", folder.path, 1) }
  }
}
