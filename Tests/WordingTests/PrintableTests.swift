// SPDX-License-Identifier: Apache-2.0
// Text from files cannot control a terminal or reverse the direction of what is around it.

import Wording
import XCTest

final class PrintableTests: XCTestCase {
  func testControlsAndMarksOfDirectionAreMasked() {
    let marks = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
    let others = [0x200e, 0x200f, 0x061c]
    let controls = [0x00, 0x07, 0x08, 0x0d, 0x1b, 0x7f, 0x85, 0x9b]
    for value in marks + others + controls {
      guard let scalar = Unicode.Scalar(value) else { return XCTFail("\(value)") }
      let text = "a\(Character(scalar))b"
      XCTAssertEqual(text.printable(), "a\u{FFFD}b", String(value, radix: 16))
      XCTAssertEqual(text.printable(lines: true, tabs: true), "a\u{FFFD}b")
    }
    let invoice = "invoice\u{202e}gpj.exe"
    XCTAssertEqual(invoice.printable(), "invoice\u{FFFD}gpj.exe")
  }

  /// What `tr` puts around values stays on a terminal, and nothing else that could turn what follows.
  func testIsolatesThatAreClosedStay() {
    for (text, wanted) in [
      ("Delete “\u{2068}שלום\u{2069}”?", "Delete “\u{2068}שלום\u{2069}”?"),
      ("a\u{2067}b\u{2069}c", "a\u{2067}b\u{2069}c"),
      ("a\u{2069}b", "a\u{FFFD}b"), ("a\u{2067}b", "a\u{2067}b\u{2069}"),
      ("a\u{2068}\u{2066}b\nc\u{2069}", "a\u{2068}\u{2066}b\u{2069}\u{2069}\nc\u{FFFD}"),
      ("a\u{2068}\u{202E}b\u{2069}", "a\u{2068}\u{FFFD}b\u{2069}"),
    ] {
      XCTAssertEqual(text.printable(lines: true, isolates: true), wanted)
    }
    XCTAssertEqual("a\u{2068}b\u{2069}".printable(), "a\u{FFFD}b\u{FFFD}")
  }

  func testOtherTextStaysAsItIs() {
    for text in ["", "Éclair", "שלום עולם", "سعر", "👩‍👩‍👧", "e\u{301}", "a\u{a0}b", "木"] {
      XCTAssertEqual(text.printable(), text)
    }
    XCTAssertEqual("a\nb\tc".printable(lines: true, tabs: true), "a\nb\tc")
    XCTAssertFalse("a\nb".printable().contains("\n"))
    XCTAssertFalse("a\tb".printable().contains("\t"))
  }
}
