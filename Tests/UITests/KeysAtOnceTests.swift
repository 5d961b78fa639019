// SPDX-License-Identifier: Apache-2.0
// Without a scanner, a key is in its text once the main loop has handled it, and not a turn later. Run inside the test
// process, on the tests' own display, because only from inside can the turns be told apart.

import CGtk
import Foundation
import StateRestoration
import VitrineModel
import XCTest

@testable import Gtk
@testable import Vitrine

final class KeysAtOnceTests: UITestCase {
  func testAKeyIsTypedInTheTurnInWhichItComes() throws {
    let display = try home().screen.environment["DISPLAY"] ?? ""
    try atOwnDesk {
      let application = Application(id: "org.vitrine.Vitrine.KeysAtOnceTest", isService: false)
      XCTAssertNil(application.register())
      let window = Gtk.Window(application: application)
      let entry = Entry()
      window.setContent(entry)
      window.present()
      entry.takeFocus()
      try turn(until: "the window has the keyboard") { window.isActive }
      let arrivals = countArrivals()
      defer { arrivals.remove() }
      // Nobody has decided, it is turned off, it is on.
      for (isOn, isLate) in [(nil, false), (false, false), (true, true)] as [(Bool?, Bool)] {
        let settings = try settings()
        let scanner = BarcodeScanner(
          nobody, isOn: AppStorage(wrappedValue: isOn, "isOn", in: settings),
          isOfferAnswered: AppStorage(wrappedValue: false, "isAnswered", in: settings))
        let late = try withExtendedLifetime(scanner) { try lateKeys(in: entry, at: display) }
        XCTAssertEqual(late > 0, isLate, "\(late) keys late, on: \(String(describing: isOn))")
      }
      InputEvents.gate = nil
      window.destroy()
    }
  }
}

/// How often the loop had turned after a key came, and the key was not in the text.
@MainActor
private func lateKeys(in entry: Entry, at display: String) throws -> Int {
  let text = "walnut"
  entry.text = ""
  arrived = 0
  let device = try KeyDevice(at: display)
  defer { device.end() }
  // As fingers do: each is on its key for 30 ms.
  device.press(text.map { String($0) }, every: 60)
  var late = 0
  try turn(until: "all of it is typed") {
    if arrived > entry.text.count { late += 1 }
    return entry.text == text
  }
  return late
}

/// How many keys came to a window, which may not have handled them.
@MainActor private var arrived = 0

@MainActor
private func countArrivals() -> EmissionHook {
  EmissionHook("event", of: gdk_surface_get_type()) { _, _, values, _ in
    let event = values.flatMap { g_value_peek_pointer($0 + 1) }.map { OpaquePointer($0) }
    let isPress = event.map { gdk_event_get_event_type($0) == GDK_KEY_PRESS } ?? false
    MainActor.assumeIsolated { arrived += isPress ? 1 : 0 }
    return 1
  }
}

/// Settings that last as long as the process.
@MainActor
private func settings() throws -> AppSettings {
  var settings: AppSettings?
  Task { settings = await AppSettings.open(nil) }
  try turn(until: "there are settings") { settings != nil }
  return try XCTUnwrap(settings)
}

@MainActor private let nobody = Nobody()

/// Nothing is scanned here.
private final class Nobody: ScanFollower {
  func follow(_ code: ScannedCode) async {}
  func say(_ sentence: String) {}
  func offerScannerSetUp(answered: @escaping @MainActor () -> Void) {}
}
