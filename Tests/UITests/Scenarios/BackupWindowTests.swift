// SPDX-License-Identifier: Apache-2.0
// A product is lost and comes back from yesterday: as somebody does it with the pointer, with the keyboard, after a kill, and
// on another computer.

import Foundation
import XCTest

final class BackupWindowTests: UITestCase {
  private func vitrinectl(_ words: String...) throws {
    let done = try runToEnd(
      Home.built("vitrinectl"), words + ["--sample"], environment: home().environment)
    XCTAssertEqual(done.ending, .exited(0), done.errors)
  }

  private func backup(in vitrine: Program) throws -> Window {
    try obtain("the window with the backup") {
      try vitrine.windows.first { try $0.title.contains("Backup of") }
    }
  }

  /// The sample with a backup of it, after which a product was lost and another one changed.
  private func openAfterALoss() throws -> (program: Program, day: Window, today: Window) {
    let vitrine = try openSample()
    let today = try vitrine.browser()
    let (mango, cherries) = (try identifier(of: "Mango"), try identifier(of: "Cherries"))
    try vitrinectl("backup")
    try vitrinectl("edit", cherries, "--price", "99 EUR")
    try vitrinectl("delete", mango)
    try vitrinectl("trash", "empty")
    try today.products().expectNo(.label, "Mango")
    try today.run("app.open-backup")
    let dialog = try vitrine.window(titled: "Open Backup")
    try assertAccessible(dialog)
    try dialog.press("Return")
    let day = try backup(in: vitrine)
    _ = try day.products().find(.label, "Mango")
    return (vitrine, day, today)
  }

  func testALostProductIsDraggedBackAndUndone() throws {
    let (_, day, today) = try openAfterALoss()
    try assertAccessible(day)
    let screen = try home().screen
    for (window, place) in [(today, "0"), (day, "512")] {
      try window.resize(width: 1100, height: 440)
      try screen.run(["windowmove", window.identifier, "0", place])
    }
    try day.product("Mango").drag(to: today.product("Ginger"))
    _ = try today.find(.label, "1 product put back.")
    _ = try today.find(.label, "10 products — Sample")
    try today.press("ctrl+z")
    _ = try today.find(.label, "9 products — Sample")
    // Dropped where it comes from, it stays there.
    try day.product("Mango").drag(to: day.product("Ginger"))
    try today.expectNo(.label, "10 products — Sample")
  }

  func testByKeysAndAProductThatIsStillThereIsAskedAbout() throws {
    let (vitrine, day, today) = try openAfterALoss()
    // Nothing in it can be changed.
    try day.product("Cherries").pointerClick()
    try day.press("ctrl+e")
    try day.press("Delete")
    _ = try day.products().find(.label, "Cherries")
    XCTAssertFalse(try day.has(.entry, "Title"))

    try day.press("ctrl+shift+b")
    let question = try vitrine.window(titled: "Replace “Cherries”?")
    try question.find(.button, "Replace").click()
    _ = try day.find(.label, "1 product is as it was.")
    try today.products().expectNo(.label, "€99.00")
    try day.press("ctrl+shift+b")
    try eventually("it says that nothing is different") {
      try day.shows("Nothing has changed since ")
    }

    try day.product("Mango").rightClick()
    try vitrine.chooseFromMenu("Put Back Into Today’s Catalogue")
    _ = try today.products().find(.label, "Mango")
  }

  func testItComesBackAfterAKillAndSaysIfTheBackupIsGone() throws {
    let (vitrine, day, _) = try openAfterALoss()
    try day.product("Mango").pointerClick()
    try eventuallyOnDisk(["Backup.state"])
    try vitrine.kill()
    let again = try home().start("--sample")
    try again.expectWindows(2)
    let back = try backup(in: again)
    try eventually("Mango is selected again") {
      try back.all(.label).filter { try $0.node.name == "Mango" }.count > 1
    }
    try again.quit()

    let backups = try home().data.appendingPathComponent("vitrine-sample/backups")
    for name in try FileManager.default.contentsOfDirectory(atPath: backups.path)
    where name.hasSuffix(".sqlite") {
      try FileManager.default.removeItem(at: backups.appendingPathComponent(name))
    }
    let later = try home().start("--sample")
    try later.expectWindows(2)
    let page = try backup(in: later)
    _ = try page.find(.label, "This Backup Is Not There Any More")
    try assertAccessible(page)
  }

  func testACopyInAFileOpensOnAnotherComputer() throws {
    let (vitrine, _, _) = try openAfterALoss()
    try vitrine.quit()
    let file = try home().folder.appendingPathComponent("shop.vitrine-copy")
    try vitrinectl("copy", file.path)
    // There, nothing was begun yet.
    let other = try home().launch([file.path])
    let copy = try other.window(titled: "All Products — Copy “shop.vitrine-copy”")
    _ = try copy.products().find(.label, "Cherries")
    try copy.find(.button, "Keep as My Catalogue…").click()
    try other.window(titled: "Keep It as Your Catalogue?").find(.button, "Keep").click()
    try eventually("it is the catalogue") {
      try copy.shows("It is your catalogue now.")
    }
  }
}
