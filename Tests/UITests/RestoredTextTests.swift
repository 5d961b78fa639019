// SPDX-License-Identifier: Apache-2.0
// Where a text stands whose caret is put back before there is a layout, as when a window is restored. Run inside the
// test process, on the tests' own display, because only from inside can be seen where the lines are.

import CGtk
import Foundation
import XCTest

@testable import Gtk

final class RestoredTextTests: UITestCase {
  func testARestoredTextStandsAtItsTopAndALongOneWhereItsCaretIs() throws {
    try atOwnDesk {
      let application = Application(id: "org.vitrine.Vitrine.RestoredTextTest", isService: false)
      XCTAssertNil(application.register())
      for (lines, isEarly) in [1, 2, 5, 200].flatMap({ lines in [true, false].map { (lines, $0) } })
      {
        let what = "\(lines) lines, \(isEarly ? "before" : "while") it is shown"
        let text = (1...lines).map { "line \($0)" }.joined(separator: "\n")
        let view = TextView()
        view.text = text
        let scrolled = ScrolledWindow(view).minimumHeight(96)
        let putBack: @MainActor @Sendable () -> Void = {
          view.takeFocus()
          view.selection = TextSelection(anchor: text.count, caret: text.count)
        }
        if isEarly { putBack() } else { scrolled.onMap(putBack) }
        let window = Gtk.Window(application: application)
        window.setContent(Box(.vertical, children: [scrolled]))
        window.present()
        // GTK scrolls in steps, one a frame.
        for frame in 1...30 {
          var isPainted = false
          MainLoop.after(paintOf: view) { isPainted = true }
          gtk_widget_queue_draw(view.widget)
          try turn(until: "frame \(frame) is painted") { isPainted }
        }
        let place = place(of: view)
        if lines < 200 { XCTAssertEqual(place.top, 8, what) }
        XCTAssertGreaterThanOrEqual(place.caret.lowerBound, 0, what)
        XCTAssertLessThanOrEqual(
          place.caret.upperBound, Int(gtk_widget_get_height(view.widget)), what)
        window.destroy()
      }
    }
  }
}

/// Where the first line and the caret are in a view, in pixels.
@MainActor
private func place(of view: TextView) -> (top: Int, caret: ClosedRange<Int>) {
  let native: UnsafeMutablePointer<GtkTextView> = view.cast(to: GtkTextView.self)
  var top: Int32 = 0
  gtk_text_view_buffer_to_window_coords(native, GTK_TEXT_WINDOW_WIDGET, 0, 0, nil, &top)
  var caret = GdkRectangle()
  gtk_text_view_get_cursor_locations(native, nil, &caret, nil)
  let start = Int(top + caret.y)
  return (Int(top), start...(start + Int(caret.height)))
}
