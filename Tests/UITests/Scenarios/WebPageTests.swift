// SPDX-License-Identifier: Apache-2.0
// What a list shows is published as a web page, from the menu on.

import Foundation
import XCTest

final class WebPageTests: UITestCase {
  func testTheListIsPublishedIntoAFolder() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    _ = try browser.product("Cherries")
    try browser.run("win.publish")
    let dialog = try vitrine.window(titled: "Publish as Web Page")
    try dialog.find(.checkBox, "Price").expect("is chosen") { $0.isOn }
    try dialog.find(.checkBox, "Supplier").expect("is not chosen") { !$0.isOn }
    try dialog.find(.checkBox, "Captions of photos").expect("are not chosen") { !$0.isOn }
    let folder = try home().data.appendingPathComponent("page")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try dialog.choose(folder, in: "Folder of the Web Page", by: "Choose Folder…")
    _ = try dialog.find(.label, "10 products published.")
    _ = try dialog.find(.button, "Open Page")
    try dialog.find(.button, "Close").click()
    let page = try String(
      contentsOf: folder.appendingPathComponent("products/cherries.html"), encoding: .utf8)
    XCTAssertTrue(page.contains("srcset"), "photos have several sizes")
  }
}
