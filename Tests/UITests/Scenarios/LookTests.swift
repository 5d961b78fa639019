// What a user chooses for the look of the windows, and finds again after the program was killed.

import Foundation
import XCTest

final class LookTests: UITestCase {
  func testDarkWindowsComeBackDark() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try eventually("light windows") { try browser.brightness > 0.7 }
    try browser.find(.button, "Main Menu").click()
    try vitrine.chooseFromMenu("Style")
    try vitrine.chooseFromMenu("Dark")
    try eventually("dark windows") { try browser.brightness < 0.4 }
    let settings = try home().configuration.appendingPathComponent(
      "org.vitrine.Vitrine.Sample/settings.json")
    try eventually("the choice on the disk") {
      (try? String(contentsOf: settings, encoding: .utf8))?.contains("\"dark\"") == true
    }
    try vitrine.kill()

    let again = try home().start("--sample")
    let dark = try again.browser()
    try eventually("dark windows again") { try dark.brightness < 0.4 }
    try dark.find(.button, "Main Menu").click()
    try again.chooseFromMenu("Style")
    try again.chooseFromMenu("As the Desktop")
    try eventually("windows as light as the desktop") { try dark.brightness > 0.7 }
  }

  func testAWindowThatFilledTheScreenDoesSoAgain() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let before = try browser.place.width
    try browser.press("F11")
    try eventually("it fills the screen") { try browser.place.width == Screen.size.width }
    _ = try browser.find(.button, "Main Menu")
    try eventuallyOnDisk(["\"fullscreen\": true"])
    try vitrine.kill()

    let again = try home().start("--sample").browser()
    try eventually("it fills the screen again") { try again.place.width == Screen.size.width }
    try again.find(.button, "Main Menu").click()
    try again.program.chooseFromMenu("Fullscreen")
    try eventually("it is as large as before") { try again.place.width == before }
    _ = try again.find(.button, "Main Menu")
  }
}
