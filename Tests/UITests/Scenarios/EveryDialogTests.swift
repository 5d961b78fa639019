// SPDX-License-Identifier: Apache-2.0
// What asks, what says how something goes, and what opens over a window, in the pseudo-translation: nothing is English, and
// nothing is cut. The windows themselves are for `EveryStateTests`.

import Foundation
import TestSwitches
import XCTest

final class EveryDialogTests: UITestCase {
  override func setUpWithError() throws {
    try skipWithoutFaults()
    try home().speakPseudo()
  }

  private func check(
    _ window: Window, own: [String] = [], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try assertAccessible(window, file: file, line: line)
    try assertNothingIsCutOff(window, file: file, line: line)
    try assertTranslated(window, own: own, file: file, line: line)
  }

  /// In English, as it is read by scripts.
  private func tool(
    _ words: [String], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let environment = try home().environment.filter {
      !["LANGUAGE", "LD_PRELOAD"].contains($0.key)
    }
    let done = try runToEnd(Home.built("vitrinectl"), words, environment: environment)
    XCTAssertEqual(done.ending, .exited(0), "\(words): \(done.errors)", file: file, line: line)
  }

  // MARK: A shared catalogue

  func testSharing() throws {
    let cluster = try HubCluster.require()
    let address = try cluster.makeDatabase()
    let own = [address, "owner", "postgresql://shop.example/catalogue"]
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.run("app.join-catalogue")
    let join = try vitrine.window(titled: "Join a Shared Catalogue")
    try check(join, own: own)
    try join.find(.button, "Cancel").click()

    try browser.run("app.share-catalogue")
    let share = try vitrine.window(titled: "Share This Catalogue")
    try check(share, own: own)
    try share.find(.entry, "Address of the database").retype("postgresql:///nothing?host=/nowhere")
    try share.find(.button, "Share").click()
    try eventually("it says what is wrong") {
      try share.shows("PostgreSQL does not run on this computer")
    }
    try check(share, own: own)
    try share.find(.entry, "Address of the database").retype(address)
    try share.find(.button, "Share").click()
    _ = try share.find(.label, "The catalogue is shared.")
    try check(share, own: own)
    try share.find(.button, "Close").click()

    try browser.find(.button, "Shared · up to date").click()
    let state = try vitrine.window(titled: "Shared Catalogue")
    try state.expectNo(.label, "The hub is being asked who shares the catalogue…")
    try check(state, own: own)
    try state.find(.button, "Invite…").click()
    let invite = try vitrine.window(titled: "Invite to This Catalogue")
    _ = try invite.find(.image, "QR code with the link to join this catalogue")
    try check(invite, own: own + ["vitrine:hub?"])
    try invite.find(.button, "Close").click()
    try state.find(.button, "Leave…").click()
    let leave = try vitrine.window(titled: "Share This Catalogue No Longer?")
    try check(leave, own: own)
    try leave.find(.button, "Cancel").click()
    try state.find(.button, "Close").click()

    try browser.run("app.decisions")
    let decisions = try vitrine.window(titled: "Decisions")
    try check(decisions)
    try decisions.press("ctrl+w")
    try browser.choose("Mango")
    try browser.edit()
    try browser.field("Title").retype("Mango fruits")
    try browser.find(.button, "Done").click()
    _ = try browser.products().find(.row, "Mango fruits")
    _ = try browser.find(.button, "Shared · up to date")
    try browser.run("win.show-past")
    let past = try vitrine.window(titled: "Who Changed “Mango fruits”")
    try eventually("what was done") { try !past.all(.row).isEmpty }
    try check(past, own: own + ["Mango fruits"])
  }

  // MARK: Somebody else was there first

  func testWhatWasChangedElsewhere() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let mango = try browser.openInNewWindow("Mango")
    try mango.resize(width: 560, height: 760)
    try mango.edit()
    try mango.field("Price").retype("8.00")
    try tool(["edit", identifier(of: "Mango"), "--price", "7.69 EUR", "--sample"])
    let line = try mango.find(.button, "Price: Changed elsewhere to “7.69”.")
    try check(mango)
    try line.click()
    _ = try mango.find(.button, "Keep my Price")
    try check(mango)
    try mango.find(.button, "Use the other Price").click()
    try mango.expectNo(.button, "Keep my Price")
    try mango.find(.button, "Cancel").click()
  }

  func testTwoTextsOfANote() throws {
    let browser = try openSample().browser()
    try browser.choose("Mango")
    try browser.chooseTab("Notes")
    try browser.addNote("Supplier", "Call on Monday")
    let mango = try browser.openInNewWindow("Mango")
    try mango.chooseTab("Notes")
    try mango.find(.button, "Edit note: Supplier").click()
    try mango.find(.entry, "Note text").retype("Call on Friday")
    try browser.find(.button, "Edit note: Supplier").click()
    try browser.find(.entry, "Note text").retype("Write")
    try browser.find(.button, "Save Note").click()
    try browser.expectNo(.button, "Save Note")
    try mango.find(.button, "Save Note").click()
    let own = ["Supplier", "Write", "Call on Friday"]
    let line = try mango.find(.button, "Note: Changed elsewhere to “Supplier — Write”.")
    try check(mango, own: own)
    try line.click()
    _ = try mango.find(.button, "Keep my note")
    try check(mango, own: own)
  }

  func testAnUndoThatWouldTakeBackWhatCameSince() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Mango")
    try browser.edit()
    try browser.field("Price").retype("8.00")
    try browser.find(.button, "Done").click()
    _ = try browser.find(.label, "€8.00")
    let changed = try runToEnd(
      "sqlite3",
      [
        home().data.appendingPathComponent("vitrine-sample/catalog.sqlite").path,
        "UPDATE product SET price = 900 WHERE title = 'Mango'",
      ], environment: home().environment)
    XCTAssertEqual(changed.ending, .exited(0), changed.errors)
    try browser.press("ctrl+z")
    let question = try vitrine.window(titled: "Changed Since Then")
    try check(question, own: ["Mango"])
    try question.find(.button, "Keep What Is There Now").click()
    try eventually("it is closed") { !question.isOpen }
    _ = try browser.find(.label, "€9.00")
  }

  // MARK: Names

  func testQuestionsForNames() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Mango")
    for (command, title) in [
      ("win.add-tag", "Add Tag"), ("win.remove-tag", "Remove Tag"),
      ("win.move-to-category", "Move to Category"),
    ] {
      try browser.run(command)
      let question = try vitrine.window(titled: title)
      try check(question)
      try question.press("Escape")
      try eventually("it is closed") { !question.isOpen }
    }
  }

  // MARK: Out of the catalogue and back

  func testExportPublishAndBackups() throws {
    let vitrine = try openSample()
    try tool(["backup", "--sample"])
    let browser = try vitrine.browser()
    try browser.choose("Mango")
    try browser.run("win.export")
    let export = try vitrine.window(titled: "Export")
    try check(export, own: [try export.find(.entry, "File").text])
    try export.find(.button, "Cancel").click()
    try browser.run("win.publish")
    let publish = try vitrine.window(titled: "Publish as Web Page")
    try check(publish)
    try publish.find(.button, "Cancel").click()

    try browser.run("app.open-backup")
    let backups = try vitrine.window(titled: "Open Backup")
    try check(backups)
    try backups.press("Return")
    let day = try obtain("the window with the backup") {
      try vitrine.windows.first { try $0.title.contains("Backup of") }
    }
    _ = try day.products().find(.label, "Mango")
    try check(day)
    try day.press("ctrl+w")
    try eventually("it is closed") { !day.isOpen }

    try browser.run("app.keep-desk")
    let desk = try vitrine.window(titled: "Keep These Windows as a Desk")
    try check(desk)
    try desk.press("Escape")
  }

  // MARK: Products

  func testVariantsAndSeveralAtOnce() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1180, height: 760)
    try browser.choose("Mango")
    try browser.press("ctrl+shift+v")
    try browser.write("Height", in: "Option 1")
    try browser.press("Return")
    try browser.write("Oak, Ash", in: "Values of Height")
    try browser.press("Return")
    _ = try browser.find(.button, "Make 2 Variants")
    try check(browser)
    try browser.press("ctrl+s")
    _ = try browser.find(.entry, "SKU of Mango · Oak")
    try check(browser)

    let preferences = try browser.openPreferences()
    try preferences.find(.button, "Set Up…").click()
    let setUp = try vitrine.window(titled: "Set Up a Barcode Scanner")
    try check(setUp)
    try setUp.press("Escape")
  }

  /// What a price and a stock are for, as the preview says it.
  func testAnImportOfWhatIsSoldByWeight() throws {
    let file = try home().folder.appendingPathComponent("list.csv")
    let list = """
      Artikel;Bezeichnung;Preis/kg;Bestand;EAN
      71;Mango;24,90;3,5;4006381333931
      72;Orchid;12,50;8;
      """
    try Data(list.utf8).write(to: file)
    let vitrine = try openSample()
    XCTAssertEqual(try home().run("--sample", file.path).ending, .exited(0))
    let window = try vitrine.window(titled: "Import “list.csv”")
    try window.resize(width: 1180, height: 700)
    _ = try window.find(.label, "1 question is open.")
    try check(window, own: ["Preis/kg", "Bestand"])
    try window.find(.button, "Preis/kg: EUR").click()
    _ = try window.find(.row, "Orchid")
    try check(window, own: ["Preis/kg", "Bestand"])
  }
}
