// SPDX-License-Identifier: Apache-2.0
// Opened again after a log-in, if the person wants that: the desktop is told when the session ends, the windows come back
// in their order, and whoever has the keyboard by then keeps it.

import Foundation
import XCTest

final class LogInTests: UITestCase {
  func testWindowsComeBackAfterALogInAndTakeNoKeyboard() throws {
    let manager = try SessionManager(home())
    let vitrine = try openSample()
    try manager.expect("registered org.vitrine.Vitrine.Sample")
    let preferences = try vitrine.browser().openPreferences()
    let wanted = try preferences.find(.checkBox, "Open Again After I Log In")
    try wanted.click()
    try wanted.expect("is on") { $0.isOn }
    try preferences.close()
    _ = try vitrine.browser().openInNewWindow("Mango")
    _ = try vitrine.browser().openInNewWindow("Cherries")
    let order = try home().screen.stacking(of: vitrine.pid)
    XCTAssertNil(entry, "while the session goes on, there is nothing to start")
    try manager.askBeforeLogOut()
    manager.logOut()
    XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
    let command = try XCTUnwrap(entry, "an entry for the next log-in")
    XCTAssertEqual(command.dropFirst(), ["--after-log-in", "--sample"])

    let notes = try home().start(program: Home.built("NotesExample"))
    let busy = try notes.window()
    try busy.activate()
    let restored = try home().launch(Array(command.dropFirst()), program: command[0])
    try restored.expectWindows(3)
    try eventually("they stand in their order") {
      let now = try home().screen.stacking(of: restored.pid)
      guard now == order else { throw AccessibilityFailure(description: "\(now), not \(order)") }
      return true
    }
    XCTAssertTrue(busy.isActive, "whoever types goes on typing")
    try eventually("the entry, which was for one log-in, is gone") { entry == nil }
    // The desktop's own list of programs may start it, too.
    let second = try home().run("--after-log-in", "--sample")
    XCTAssertEqual(second.ending, .exited(0), second.errors)
    try restored.expectWindows(3)
    XCTAssertTrue(busy.isActive)
    // From now on it is a program as any other.
    try restored.window(titled: "Cherries").activate()
    _ = try restored.window(titled: "Cherries").openPreferences()
  }

  func testWhereNobodyManagesSessionsTheSignalAtTheirEndIsEnough() throws {
    try wish("true")
    let vitrine = try openSample()
    _ = try vitrine.browser()
    vitrine.terminate()
    try vitrine.waitUntilExit()
    XCTAssertNotNil(entry)
    // Who starts it by hand before that has it already.
    let again = try home().start("--sample")
    try eventually("the entry is gone") { entry == nil }
    try again.quit()
    XCTAssertNil(entry, "it was ended before the session")
  }

  func testNobodyGetsWhatNobodyWants() throws {
    let vitrine = try openSample()
    _ = try vitrine.browser()
    vitrine.terminate()
    try vitrine.waitUntilExit()
    XCTAssertNil(entry)
    try wish("true")
    let wanted = try home().start("--sample")
    let preferences = try wanted.browser().openPreferences()
    try preferences.find(.checkBox, "Open Again After I Log In").click()
    wanted.terminate()
    try wanted.waitUntilExit()
    XCTAssertNil(entry)
  }

  // MARK: Steps

  private func wish(_ value: String) throws {
    let folder = try home().configuration.appendingPathComponent("org.vitrine.Vitrine.Sample")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "{\"windows.openAfterLogIn\": \(value)}".write(
      to: folder.appendingPathComponent("settings.json"), atomically: true, encoding: .utf8)
  }

  private var entry: [String]? { try? home().startedAtLogIn }
}
