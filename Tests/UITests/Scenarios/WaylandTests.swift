// SPDX-License-Identifier: Apache-2.0
// Windows come back on Wayland as they do on X11.

import Catalog
import Foundation
import TestSwitches
import XCTest

@testable import VitrineModel

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
    for command in ["app.history", "app.preferences"] { try product.run(command) }
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
    try form.find(.tab, "Details").expect("is in front") { $0.isSelected }
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

    // What menus and heads of columns arrange needs a pointer, so it comes with a link.
    var state = BrowserState()
    state.query = ProductQuery(
      category: try CategoryPath("Flowers/Roses"), filters: [.lowStock], sort: .price,
      ascending: false)
    state.hiddenColumns = ["year"]
    let list = ContinuedWindow(
      .browser, .init(.browser),
      parts: [SceneKey.browser: try .init(encoding: state)])
    let vitrine = try start(list.link())
    let browser = try vitrine.browser()
    _ = try browser.product("Rose 30")
    try browser.products().expectNo(.label, "2001")
    try browser.expectOrder(["Rose 30", "Rose 29", "Rose 28"])
    try browser.run("win.search")
    try browser.find(.entry, "Search Products").setText("rose")

    let mango = try identifier(of: "Mango")
    XCTAssertEqual(try start("vitrine:product/\(mango)?tab=photos").waitUntilExit(), .exited(0))
    let product = try vitrine.window(titled: "Mango")
    let id = try UUID(uuidString: pictures(of: mango)[1])
    let link = try ContinuedWindow(
      .picture,
      .showing(
        picture: XCTUnwrap(id), of: XCTUnwrap(UUID(uuidString: mango)), title: "Mango"),
      parts: [:]
    ).link()
    XCTAssertEqual(try start(link).waitUntilExit(), .exited(0))
    let photo = try obtain("the window of the photo") { try Self.photoWindow(of: vitrine) }
    try photo.find(.button, "Zoom In").expect("can be pressed") { $0.isSensitive }
    try photo.run("win.actual-size")
    try photo.run("win.zoom-in")
    _ = try photo.find(.label, "125%")
    try product.run("win.add-note")
    try product.find(.entry, "Note title").setText("Half a no")
    try product.find(.entry, "Note text").setText("half")
    try product.edit()
    try product.field("Price").setText("11.75")
    // Last, and left first: a window that is covered is not laid out any more.
    try photo.run("win.fullscreen")

    try eventuallyOnDisk(["11.75", "\"half\"", "\"fullscreen\": true", "\"zoom\": 1.25", "rose"])
    try vitrine.kill()
    let again = try start()
    try again.expectWindows(3)
    let closely = try obtain("the photo") { try Self.photoWindow(of: again) }
    _ = try closely.find(.label, "125%")
    try eventually("it fills the screen") { try closely.node.extents.width >= 1_024 }
    try closely.run("win.fullscreen")
    let back = try again.browser()
    try back.sidebar().find(.row, "Roses").expect("is chosen") { $0.isSelected }
    try back.expectOrder(["Rose 30", "Rose 29", "Rose 28"])
    _ = try back.find(.button, "Remove filter “Low Stock”")
    try back.find(.entry, "Search Products").expectText("rose")
    try back.products().expectNo(.label, "2001")
    let form = try obtain("the form") { try again.windows.first { try $0.has(.button, "Done") } }
    try form.field("Price").expectText("11.75")
    try form.find(.tab, "Details").expect("is in front") { $0.isSelected }
    try form.chooseTab("Notes")
    try form.find(.entry, "Note title").expectText("Half a no")
  }

  private static func photoWindow(of program: Program) throws -> Window? {
    try program.windows.first { try $0.has(.button, "Zoom In") }
  }
}
