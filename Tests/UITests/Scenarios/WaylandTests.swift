// SPDX-License-Identifier: Apache-2.0
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

  /// Everything that needs no pointer and no key: edges, widths, places in a text and what is panned are tried on
  /// X11.
  func testWhatIsArrangedInThreeWindowsComesBackAfterAKill() throws {
    try skipWithoutFaults()
    let desktop = try WaylandDisplay(home())
    try placeSampleWithRoses()
    func start(_ arguments: String...) throws -> Program {
      try home().launch(["--sample"] + arguments, environment: desktop.environment)
    }
    func client(ofWindow number: Int) throws -> BusClient {
      try BusClient(
        home(), name: "org.vitrine.Vitrine.Sample",
        path: "/org/vitrine/Vitrine/Sample/window/\(number)")
    }
    func run(_ action: String, _ parameter: String? = nil, in window: Int) throws {
      let parameters = parameter.map { "[<'\($0)'>]" } ?? "@av []"
      try client(ofWindow: window).call(
        "org.gtk.Actions", "Activate", "('\(action)', \(parameters), @a{sv} {})")
    }

    let vitrine = try start()
    let browser = try vitrine.browser()
    try browser.sidebar().find(.button, "Open “Flowers”").click()
    try run("show-place", "category:Flowers/Roses", in: 1)
    _ = try browser.product("Rose 01")
    try run("show-column-year", in: 1)
    try browser.products().expectNo(.label, "2001")
    for (action, parameter) in [
      ("sort", "price"), ("sort-descending", nil), ("filter", "lowStock"),
    ] {
      try run(action, parameter, in: 1)
    }
    try browser.expectOrder(["Rose 30", "Rose 29", "Rose 28"])
    try run("search", in: 1)
    try browser.find(.entry, "Search Products").setText("rose")

    let mango = try identifier(of: "Mango")
    XCTAssertEqual(try start("vitrine:product/\(mango)?tab=photos").waitUntilExit(), .exited(0))
    let product = try vitrine.window(titled: "Mango")
    try run("open-photo", pictures(of: mango)[1], in: 2)
    let photo = try obtain("the window of the photo") { try Self.photoWindow(of: vitrine) }
    try photo.find(.button, "Zoom In").expect("can be pressed") { $0.isSensitive }
    try run("actual-size", in: 3)
    try run("zoom-in", in: 3)
    _ = try photo.find(.label, "125%")
    try run("add-note", in: 2)
    try product.find(.entry, "Note title").setText("Half a no")
    try product.find(.entry, "Note text").setText("half")
    try product.edit()
    try product.field("Price").setText("11.75")
    // Last, and left first: a window that is covered is not laid out any more.
    try run("fullscreen", in: 3)

    try eventuallyOnDisk(["11.75", "\"half\"", "\"fullscreen\": true", "\"zoom\": 1.25", "rose"])
    try vitrine.kill()
    let again = try start()
    try again.expectWindows(3)
    let closely = try obtain("the photo") { try Self.photoWindow(of: again) }
    _ = try closely.find(.label, "125%")
    try eventually("it fills the screen") { try closely.node.extents.width >= 1_024 }
    let photos = try (1...3).filter {
      try client(ofWindow: $0).call("org.gtk.Actions", "List", "()").contains("actual-size")
    }
    try run("fullscreen", in: XCTUnwrap(photos.first))
    let list = try again.browser()
    try list.sidebar().find(.row, "Roses").expect("is chosen") { $0.isSelected }
    try list.expectOrder(["Rose 30", "Rose 29", "Rose 28"])
    _ = try list.find(.button, "Remove filter “Low Stock”")
    try list.find(.entry, "Search Products").expectText("rose")
    try list.products().expectNo(.label, "2001")
    let form = try obtain("the form") { try again.windows.first { try $0.has(.button, "Done") } }
    try form.field("Price").expectText("11.75")
    try form.find(.tab, "Notes").expect("is in front") { $0.isSelected }
    try form.find(.entry, "Note title").expectText("Half a no")
  }

  private static func photoWindow(of program: Program) throws -> Window? {
    try program.windows.first { try $0.has(.button, "Zoom In") }
  }
}
