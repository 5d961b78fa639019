// SPDX-License-Identifier: Apache-2.0
// A question that somebody waits for is always answered, however its window goes. Run inside the test
// process, on the tests' own display.

import CGtk
import Foundation
import XCTest

@testable import Gtk

final class QuestionTests: UITestCase {
  func testAQuestionThatIsClosedIsAnsweredWithNoAndAPressedButtonWithYes() throws {
    try atOwnDesk {
      let application = Application(id: "org.vitrine.Vitrine.QuestionTest", isService: false)
      XCTAssertNil(application.register())
      let parent = Gtk.Window(application: application)
      parent.present()
      for wanted in [false, true] {
        var answer: Bool?
        Task {
          answer = await Question.answer(
            over: parent, "Go on?", text: "", cancel: "_Cancel", confirm: "_Continue")
        }
        var button: UnsafeMutablePointer<GtkWidget>?
        try turn(until: "the question is shown") {
          button = confirmButton()
          return button.map { gtk_widget_get_mapped($0) != 0 } ?? false
        }
        XCTAssertNil(answer)
        guard let button else { return XCTFail("no button") }
        if wanted {
          gtk_widget_activate(button)
        } else {
          gtk_window_close(
            UnsafeMutableRawPointer(gtk_widget_get_root(button))?
              .assumingMemoryBound(to: GtkWindow.self))
        }
        try turn(until: "the question is answered") { answer != nil }
        XCTAssertEqual(answer, wanted)
      }
      try Self.askAgainAndAgain(over: parent)
    }
  }

  @MainActor
  private static func askAgainAndAgain(over parent: Gtk.Window) throws {
    let windows = { g_list_model_get_n_items(gtk_window_get_toplevels()) }
    let before = windows()
    var (agreed, gone) = (0, 0)
    let ask: @MainActor () -> Void = {
      Question.ask(
        over: parent, "Quit?", text: "", cancel: "_Cancel", confirm: "_Quit",
        action: { agreed += 1 }, gone: { gone += 1 })
    }
    for _ in 1...50 { ask() }
    XCTAssertEqual(windows(), before + 1)
    XCTAssertEqual(gone, 49, "nobody waits for the others")
    try turn(until: "the question is shown") {
      confirmButton().map { gtk_widget_get_mapped($0) != 0 } ?? false
    }
    if let button = confirmButton() { gtk_widget_activate(button) }
    try turn(until: "it is answered") { gone == 50 }
    XCTAssertEqual(agreed, 1)
    ask()
    XCTAssertEqual(windows(), before + 1, "it can be asked again")
  }
}

/// The button that agrees, in whichever window it is.
@MainActor
private func confirmButton() -> UnsafeMutablePointer<GtkWidget>? {
  func search(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
    if gtk_widget_has_css_class(widget, "destructive-action") != 0 { return widget }
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      if let found = search(next) { return found }
      child = gtk_widget_get_next_sibling(next)
    }
    return nil
  }
  guard let windows = gtk_window_get_toplevels() else { return nil }
  for place in 0..<g_list_model_get_n_items(windows) {
    // transfer full
    guard let window = g_list_model_get_item(windows, place) else { continue }
    defer { g_object_unref(window) }
    if let found = search(window.assumingMemoryBound(to: GtkWidget.self)) { return found }
  }
  return nil
}
