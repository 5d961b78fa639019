// Windows come back on Wayland as they do on X11.

import Foundation
import TestSwitches
import XCTest

final class WaylandTests: UITestCase {
  func testWindowsOfFourKindsComeBackAfterAKill() throws {
    try skipWithoutFaults()
    let desktop = try WaylandDisplay(home())
    try home().placeSample()
    func start(_ arguments: String...) throws -> Program {
      try home().launch(["--sample"] + arguments, environment: desktop.environment)
    }

    let vitrine = try start("vitrine:search?q=rose")
    let found = try vitrine.browser()
    try found.products().expectNo(.label, "Mango")
    let mango = try identifier(of: "Mango")
    XCTAssertEqual(
      try start("vitrine:product/\(mango)?tab=notes").waitUntilExit(), .exited(0))
    let product = try vitrine.window(titled: "Mango")
    try product.edit()
    try product.field("Title").setText("Mango, half ty")
    // Menus open only under a pointer.
    let client = try BusClient(
      home(), name: "org.vitrine.Vitrine.Sample", path: "/org/vitrine/Vitrine/Sample")
    for action in ["history", "preferences"] {
      try client.call(
        "org.freedesktop.Application", "ActivateAction", "('\(action)', @av [], @a{sv} {})")
    }
    _ = try vitrine.window(titled: "History")
    _ = try vitrine.window(titled: "Preferences")

    try eventuallyOnDisk(["half ty", "preferences", "history"])
    try vitrine.kill()
    let again = try start()
    try again.expectWindows(4)
    let browser = try again.browser()
    try browser.find(.entry, "Search Products").expectText("rose")
    try browser.products().expectNo(.label, "Mango")
    let form = try again.window(titled: "Mango")
    try form.field("Title").expectText("Mango, half ty")
    try form.find(.tab, "Notes").expect("is in front") { $0.isSelected }
    _ = try again.window(titled: "History")
    _ = try again.window(titled: "Preferences")
    again.terminate()
    XCTAssertEqual(try again.waitUntilExit(), .exited(0))
  }

  /// The promise about time: a second after it was typed, it is there; of what came just before, some may be.
  func testWhatWasTypedASecondBeforeAKillIsThere() throws {
    try skipWithoutFaults()
    let desktop = try WaylandDisplay(home())
    try home().placeSample()
    let mango = try identifier(of: "Mango")
    func start() throws -> Window {
      let vitrine = try home().launch(
        ["--sample", "vitrine:product/\(mango)"], environment: desktop.environment)
      return try vitrine.window(titled: "Mango")
    }
    let first = try start()
    try first.edit()
    try first.field("Title").setText("Mango, half")
    Thread.sleep(forTimeInterval: 1.2)
    try first.program.kill()
    let second = try start()
    try second.field("Title").expectText("Mango, half")
    try second.field("Title").setText("Mango, half typed")
    Thread.sleep(forTimeInterval: 0.3)
    try second.program.kill()
    let text = try start().field("Title").text
    XCTAssertTrue(["Mango, half", "Mango, half typed"].contains(text), text)
  }
}
