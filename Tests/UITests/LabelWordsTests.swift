// SPDX-License-Identifier: Apache-2.0
// Where the words of a long text begin is told before it is laid out, and must be forgotten before another text comes:
// Pango writes there without asking how long the text is, into whatever memory that is. Run inside the test process,
// because that is seen only from inside.

import CGtk
import XCTest

@testable import Gtk

final class LabelWordsTests: UITestCase {
  private static let long = String(repeating: "x", count: 900)

  func testNoWordsAreLeftWhenAnotherTextComes() throws {
    try atOwnDesk {
      let short = "short"
      let label = Label(Self.long).selectable()
      Self.expectNothingLeft(in: label) { label.text = short }
      label.text = Self.long
      Self.expectNothingLeft(in: label) { label.text = "" }
      label.text = Self.long
      Self.expectNothingLeft(in: label) {
        label.show(short, bold: [short.startIndex..<short.endIndex])
      }
      label.text = Self.long
      Self.expectNothingLeft(in: label) { label.show(links: [(short, "x")], separator: ", ") }
      label.show(links: [(Self.long, "x")], separator: ", ")
      Self.expectNothingLeft(in: label) { label.text = short }
    }
  }

  func testNoWordsAreLeftWhenALetterIsUnderlined() throws {
    try atOwnDesk {
      let button = Button(Self.long)
      let inside = gtk_button_get_child(button.cast(to: GtkButton.self))
      let text = Object(retaining: Pointer(try XCTUnwrap(inside)))
      Self.expectNothingLeft(in: text) { button.setLabel("_Short") }

      let (label, entry) = (Label(Self.long + "_y"), Entry())
      Self.expectNothingLeft(in: label) { label.names(entry) }
      XCTAssertEqual(label.text, Self.long + "y")
    }
  }

  /// GTK tells of another text once it has laid it out.
  @MainActor
  private static func expectNothingLeft(
    in label: Object, line: UInt = #line, after change: () -> Void
  ) {
    XCTAssertNotNil(gtk_label_get_attributes(label.opaque), "it is not divided", line: line)
    let pointer = label.opaque
    var left: [Bool] = []
    for property in ["label", "use-underline"] {
      label.connectNotify(property) { left.append(gtk_label_get_attributes(pointer) != nil) }
    }
    change()
    XCTAssertTrue(left.contains(false), "GTK told of no other text", line: line)
    XCTAssertFalse(left.contains(true), line: line)
  }
}
