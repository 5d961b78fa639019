// SPDX-License-Identifier: Apache-2.0
// Photos in windows of their own: opened in every way, zoomed, moved, gone, and back after an end.

import Foundation
import XCTest

final class PhotoTests: UITestCase {
  private static let caption = "A pair on its stems, under one leaf"

  /// Opens the sample and the photos of Cherries.
  private func openPhotos() throws -> (Program, Window, Element) {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.chooseTab("Photos")
    return (vitrine, browser, try browser.find(.image, Self.caption))
  }

  private func photoWindow(_ vitrine: Program) throws -> Window {
    let window = try vitrine.window(titled: "Cherries")
    _ = try window.find(.image, "Cherries: \(Self.caption)")
    // Until the photo is decoded, there is nothing to zoom.
    try window.find(.button, "Zoom In").expect("can be pressed") { $0.isSensitive }
    return window
  }

  func testEveryWayToOpenAPhotoLeadsToOneWindow() throws {
    let (vitrine, browser, photo) = try openPhotos()
    try photo.doubleClick()
    let window = try photoWindow(vitrine)
    try window.find(.button, "Next Photo").expect("leads nowhere or on") { _ in true }
    try browser.activate()
    try browser.press("Return")
    try eventually("the same window is in front") { window.isActive }
    try browser.activate()
    try browser.press("ctrl+Return")
    try eventually("the same window is in front") { window.isActive }
    try photo.rightClick()
    try vitrine.chooseFromMenu("Open in New Window")
    try eventually("the same window is in front") { window.isActive }
    try vitrine.expectWindows(2)
  }

  func testADoubleClickOpensAPhotoThatTheFirstClickScrolls() throws {
    let (vitrine, browser, photo) = try openPhotos()
    try browser.resize(width: 1100, height: 500)
    try eventually("its end is below the edge") {
      let (area, window) = try (photo.node.extents, browser.node.extents)
      return area.y + area.height > window.height + 20
    }
    try photo.doubleClick()
    _ = try photoWindow(vitrine)
  }

  func testAPhotoDraggedOutOpensItsWindow() throws {
    let (vitrine, browser, photo) = try openPhotos()
    try browser.resize(width: 900, height: 700)
    // Elsewhere in its own window, nothing comes of it.
    try photo.drag(to: browser.product("Mango"))
    try browser.choose("Mango")
    try vitrine.expectWindows(1)
    try browser.choose("Cherries")
    try browser.find(.image, Self.caption).dragOntoDesktop()
    _ = try photoWindow(vitrine)
    try vitrine.expectWindows(2)
  }

  func testPhotoZoomAndPlaceComeBackAfterAQuit() throws {
    try comesBack { try $0.quit() }
  }

  func testPhotoZoomAndPlaceComeBackAfterAKill() throws {
    try comesBack { vitrine in
      try self.eventuallyOnDisk(["\"zoom\": 1.25"])
      try vitrine.kill()
    }
  }

  private func comesBack(end: (Program) throws -> Void) throws {
    let (vitrine, _, photo) = try openPhotos()
    try photo.doubleClick()
    let window = try photoWindow(vitrine)
    try window.press("1")
    _ = try window.find(.label, "100%")
    try window.press("plus")
    _ = try window.find(.label, "125%")
    try end(vitrine)

    let again = try home().start("--sample")
    try again.expectWindows(2)
    let back = try photoWindow(again)
    _ = try back.find(.label, "125%")
    try back.press("0")
    try back.expectNo(.label, "125%")
    try back.find(.button, "Fit in Window").expect("has nothing to do") { !$0.isSensitive }
  }

  func testNextAndPreviousByKeyAndButton() throws {
    let (vitrine, browser, _) = try openPhotos()
    let count = try browser.all(.image).count
    XCTAssertGreaterThan(count, 1)
    try browser.find(.image, Self.caption).doubleClick()
    let window = try photoWindow(vitrine)
    try window.press("Home")
    _ = try window.find(.label, "1 of 2")
    try window.press("Right")
    _ = try window.find(.label, "2 of 2")
    try window.find(.button, "Next Photo").expect("leads no further") { !$0.isSensitive }
    try window.find(.button, "Previous Photo").click()
    _ = try window.find(.label, "1 of 2")
    try window.press("Next")
    _ = try window.find(.label, "2 of 2")
  }

  func testAPhotoOfADeletedProductSaysSoAndRestoresIt() throws {
    let (vitrine, browser, photo) = try openPhotos()
    try photo.doubleClick()
    let window = try photoWindow(vitrine)
    try browser.product("Cherries").focus()
    try browser.press("Delete")
    _ = try window.find(.label, "In the Trash")
    try window.find(.button, "Restore").click()
    _ = try window.find(.image, "Cherries: \(Self.caption)")
  }
}
