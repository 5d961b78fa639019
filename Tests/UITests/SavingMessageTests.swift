// SPDX-License-Identifier: Apache-2.0
// What a window says while something can't be saved. Run inside the test process, on the tests' own
// display, because no user types the sixteen megabytes that it takes.

import CGtk
import Foundation
import StateRestoration
import XCTest

@testable import Gtk
@testable import StateRestorationGtk
@testable import Vitrine

final class SavingMessageTests: UITestCase {
  func testAWindowSaysWhatIsLeftOutUntilAnotherValueIsSet() throws {
    try atOwnDesk {
      let coordinator = RestorationCoordinator(
        RestorationConfiguration(
          applicationID: "org.example.Reader", sceneKinds: ["page"], activityTypes: [],
          applicationVersion: "1.0",
          environment: RestorationEnvironment(fileSystem: MemoryFileSystem())))
      var hasBegun = false
      Task {
        _ = await coordinator.begin(.always)
        hasBegun = true
      }
      try turn(until: "it has begun") { hasBegun }
      let messages = RestorationMessages(coordinator, texts: .translated)
      let scenes = (0..<2).map { _ in coordinator.makeScene(kind: "page", activity: nil) }
      let banners = scenes.map { messages.banners(for: $0) }
      for widget in banners { XCTAssertEqual(shownTexts(in: widget.widget), []) }

      let text = String(repeating: "x", count: StateLimits.valueBytes + 1)
      scenes[0].set(text, for: "Page.draft")
      let said =
        "Something in a window is not being saved, because it is larger than 16 MB. What was saved before is kept."
      try turn(until: "both windows say it") {
        banners.allSatisfy { shownTexts(in: $0.widget) == [said] }
      }
      scenes[0].set("short", for: "Page.draft")
      try turn(until: "nothing is wrong any more") {
        banners.allSatisfy { shownTexts(in: $0.widget) == [] }
      }
      coordinator.end(keepingWindows: true)
    }
  }
}

/// The texts of the banners that are open.
@MainActor
private func shownTexts(in widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
  let pointer = UnsafeMutableRawPointer(widget)
  let isA = { (type: GType) in
    g_type_check_instance_is_a(pointer.assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }
  if isA(gtk_revealer_get_type()),
    gtk_revealer_get_reveal_child(OpaquePointer(pointer)) == 0
  {
    return []
  }
  if isA(gtk_label_get_type()) {
    // Of the widget, not ours.
    return gtk_label_get_text(OpaquePointer(pointer)).map { [String(cString: $0)] } ?? []
  }
  var texts: [String] = []
  var child = gtk_widget_get_first_child(widget)
  while let next = child {
    if gtk_widget_get_visible(next) != 0 { texts += shownTexts(in: next) }
    child = gtk_widget_get_next_sibling(next)
  }
  return texts
}
