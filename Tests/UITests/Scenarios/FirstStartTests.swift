// SPDX-License-Identifier: Apache-2.0
// The first start: a choice between the sample and an empty catalogue, and neither comes back.

import XCTest

final class FirstStartTests: UITestCase {
  func testTheSampleIsOfferedAndOpened() throws {
    let vitrine = try home().start()
    let welcome = try vitrine.window(titled: "Vitrine")
    try assertAccessible(welcome)
    try welcome.find(.button, "Open the Sample Catalogue").click()

    let browser = try vitrine.browser()
    XCTAssertEqual(try browser.title, "All Products")
    for title in ["Ginger", "Red Rose", "Cherries", "Artichoke"] {
      _ = try browser.product(title)
    }
    try vitrine.quit()

    let again = try home().start()
    _ = try again.browser().product("Cherries")
    try again.quit()
  }

  func testAnEmptyCatalogueTakesItsFirstProduct() throws {
    let vitrine = try home().start()
    try vitrine.window(titled: "Vitrine").find(.button, "Start Empty").click()
    try eventually("the empty list offers a product") {
      try vitrine.windows.contains { try $0.has(.label, "No Products Yet") }
    }

    let browser = try vitrine.window()
    try browser.press("ctrl+n")
    try browser.field("Title").type("Walnuts")
    try browser.field("Price").type("3.50")
    try browser.find(.button, "Done").click()
    try browser.product("Walnuts").select()
    try vitrine.quit()

    let again = try home().start()
    _ = try again.browser().product("Walnuts")
  }

  func testACatalogueThatIsMadeMeanwhileIsOpened() throws {
    let vitrine = try home().start()
    _ = try vitrine.window(titled: "Vitrine").find(.button, "Start Empty")
    let made = try runToEnd(
      Home.built("vitrinectl"), ["add", "--title", "Walnuts"], environment: home().environment)
    XCTAssertEqual(made.ending, .exited(0), made.errors)
    _ = try vitrine.browser().product("Walnuts")
    try eventually("the question is gone") { try vitrine.windows.count == 1 }
    try vitrine.quit()
  }

  func testACatalogueThatTakesLongToOpenSaysSo() throws {
    let place = try home().data.appendingPathComponent("vitrine")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let older = sampleFiles.appendingPathComponent("../../Tests/Fixtures/Catalog/schema-2.sql").path
    let made = try runToEnd(
      "sqlite3", [place.appendingPathComponent("catalog.sqlite").path, ".read '\(older)'"],
      environment: home().environment)
    XCTAssertEqual(made.ending, .exited(0), made.errors)
    let lock = open(
      place.appendingPathComponent("catalog.lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    XCTAssertEqual(flock(lock, LOCK_EX), 0)

    let vitrine = try home().start()
    let waiting = try vitrine.window(titled: "Vitrine")
    _ = try waiting.find(.label, "Opening the Catalogue…")
    _ = try waiting.find(.progressBar, "Converting the Catalogue")
    try assertAccessible(waiting)
    close(lock)
    let screen = try home().screen
    try eventually("a window with products") {
      let titles = try screen.windows(of: vitrine.pid).map { try screen.title(of: $0) }
      let isSeen = titles.contains { $0.hasPrefix("All Products") }
      XCTAssertFalse(isSeen && titles.contains("Vitrine"), "it is said beside what was opened")
      return isSeen
    }
  }

  func testTheSampleIsSeparateFromTheUsersCatalogue() throws {
    let sample = try openSample()
    let cache = try home().cache
    try eventually("thumbnails are kept in the sample's own folder") {
      let folder = cache.appendingPathComponent("vitrine-sample/thumbnails")
      return try !(FileManager.default.subpathsOfDirectory(atPath: folder.path)).isEmpty
    }
    try sample.quit()

    let own = try home().start()
    _ = try own.window().find(.button, "Start Empty")
    let caches = try FileManager.default.contentsOfDirectory(atPath: cache.path)
    XCTAssertFalse(caches.contains("vitrine"))
  }
}
