// SPDX-License-Identifier: Apache-2.0
// What cannot work is said in a sentence, ends with a status where it ends, and overwrites nothing.

import Foundation
import XCTest

final class BadInputTests: UITestCase {
  func testAnUnknownOptionIsRefused() throws {
    let result = try home().run("--smaple")
    XCTAssertEqual(result.ending, .exited(2))
    XCTAssertTrue(result.errors.contains("Unknown option --smaple"), result.errors)
  }

  func testWithoutADisplayItSaysSo() throws {
    let result = try home().run(environment: ["DISPLAY": nil])
    XCTAssertEqual(result.ending, .exited(1))
    XCTAssertTrue(result.errors.contains("display"), result.errors)
  }

  func testWithoutASessionBusItStillOpens() throws {
    // Without a bus there is no accessibility tree either: only the window manager sees it.
    let vitrine = try home().launch(
      ["--sample"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "GTK_A11Y": "none"])
    let screen = try home().screen
    try eventually("a window on the screen") {
      try vitrine.insistOnRunning()
      return try screen.windows(of: vitrine.pid).contains {
        try screen.title(of: $0) == "All Products — Sample"
      }
    }
    vitrine.terminate()
    XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
  }

  func testAForeignDatabaseIsLeftAlone() throws {
    let file = try catalogueFile()
    let made = try runToEnd(
      "sqlite3", [file.path, "CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES ('Mon');"],
      environment: home().environment)
    XCTAssertEqual(made.ending, .exited(0), made.errors)
    try expectRefusal(of: file)
  }

  func testAFileThatIsNoDatabaseIsLeftAlone() throws {
    let file = try catalogueFile()
    try Data("Dear diary,\nnothing happened.\n".utf8).write(to: file)
    try expectRefusal(of: file)
  }

  func testADirectoryInPlaceOfTheCatalogueIsLeftAlone() throws {
    let file = try catalogueFile()
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let vitrine = try home().start()
    _ = try vitrine.window().find(.label, "The Catalogue Can’t Be Opened")
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: file.path), [])
  }

  func testACatalogueThatIsNoLongerOneIsRestored() throws {
    let file = try catalogueWithBackup()
    let noise = Data("Dear diary,\nnothing happened.\n".utf8)
    try noise.write(to: file)
    let vitrine = try home().start()
    let welcome = try vitrine.window()
    _ = try welcome.find(.label, "The Catalogue Can’t Be Opened")
    try assertAccessible(welcome)
    try restoreButton(in: welcome).click()
    try eventually("the catalogue is open") {
      try vitrine.windows.contains { try $0.has(.label, "Rose") }
    }
    XCTAssertEqual(try Data(contentsOf: setAside(of: file)), noise)
    try vitrine.quit()
  }

  func testADamagedCatalogueIsReadOrRestored() throws {
    let file = try catalogueWithBackup()
    let path = file.resolvingSymlinksInPath().path
    let asked = try runToEnd(
      "sqlite3", [path, "SELECT rootpage FROM sqlite_schema WHERE name = 'product_by_year'"],
      environment: home().environment)
    let page = try XCTUnwrap(Int(asked.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    var bytes = try Data(contentsOf: file)
    bytes[(page - 1) * 4096] ^= 0xff
    try bytes.write(to: file)
    var vitrine = try home().start()
    var welcome = try vitrine.window()
    _ = try welcome.find(.label, "The Catalogue Is Damaged")
    try assertAccessible(welcome)
    // By the keyboard, as the line under the letter says.
    try welcome.press("alt+r")
    try eventually("the catalogue is open") {
      try vitrine.windows.contains { try $0.has(.label, "Rose") }
    }
    try vitrine.quit()
    XCTAssertEqual(try Data(contentsOf: file), bytes)

    vitrine = try home().start()
    welcome = try vitrine.window()
    try restoreButton(in: welcome).click()
    try eventually("the catalogue is open") {
      try vitrine.windows.contains { try $0.has(.label, "Rose") }
    }
    try vitrine.quit()
    let checked = try runToEnd(
      Home.built("vitrinectl"), ["check"], environment: home().environment)
    XCTAssertEqual(checked.ending, .exited(0), checked.output)
  }

  func testWhatIsOursIsCopiedOutOfACatalogueThatAnotherProgramChanged() throws {
    let file = try catalogueFile()
    for title in ["Rose", "Fern"] {
      let made = try runToEnd(
        Home.built("vitrinectl"), ["add", "--title", title], environment: home().environment)
      XCTAssertEqual(made.ending, .exited(0), made.errors)
    }
    try put("CREATE TRIGGER mine AFTER INSERT ON product BEGIN SELECT 1; END", into: file)
    var vitrine = try home().start()
    var welcome = try vitrine.window()
    _ = try welcome.find(.label, "The Catalogue Was Changed by Another Program")
    try assertAccessible(welcome)
    try welcome.press("alt+r")
    try eventually("it can be read") { try vitrine.windows.contains { try $0.has(.label, "Rose") } }
    try vitrine.quit()

    try put("ALTER TABLE note ADD COLUMN more TEXT", into: file)
    let before = try Data(contentsOf: file)
    vitrine = try home().start()
    welcome = try vitrine.window()
    try welcome.find(.button, "Copy What Is Ours").click()
    let said = try obtain("what was left out is said") {
      try vitrine.windows.first { try $0.has(.button, "Open") }
    }
    let texts = try said.all(.label).map { try $0.title }
    XCTAssertTrue(
      texts.contains {
        $0.hasPrefix("2 products copied.\nOf another program, and left out: “mine”, “note”.")
      }, "\(texts)")
    try assertAccessible(said)
    try said.find(.button, "Open").click()
    let browser = try vitrine.browser()
    _ = try browser.product("Rose")
    try browser.moveToTrash("Rose")
    try vitrine.quit()
    XCTAssertEqual(try Data(contentsOf: setAside(of: file)), before)
    let checked = try runToEnd(
      Home.built("vitrinectl"), ["check"], environment: home().environment)
    XCTAssertEqual(checked.ending, .exited(0), checked.output)
  }

  func testWhoElseGetsAtTheFilesIsSaidOnceAndEndedOnRequest() throws {
    try home().placeSample()
    let place = try home().data.appendingPathComponent("vitrine-sample")
    let file = place.appendingPathComponent("catalog.sqlite")
    func open() throws {
      var above = place
      while above.path != "/tmp", above.path != "/" {
        chmod(above.path, 0o755)
        above.deleteLastPathComponent()
      }
      chmod(file.path, 0o644)
    }
    func isSaid(_ window: Window) throws -> Bool {
      try window.shows("Other people on this computer can read the catalogue in")
    }
    try open()
    var vitrine = try home().start("--sample")
    var browser = try vitrine.browser()
    try browser.find(.button, "Make Private").expect("says why") { _ in try isSaid(browser) }
    try assertAccessible(browser)
    try browser.find(.button, "Make Private").click()
    _ = try browser.find(.label, "Only you can read and change the catalogue now.")
    try browser.expectNo(.button, "Make Private")
    for path in [place.path, file.path] {
      var status = stat()
      XCTAssertEqual(stat(path, &status), 0)
      XCTAssertEqual(status.st_mode & 0o077, 0, path)
    }
    try vitrine.quit()

    try open()
    vitrine = try home().start("--sample")
    browser = try vitrine.browser()
    _ = try browser.find(.button, "Make Private")
    try browser.find(.button, "Dismiss").click()
    try browser.expectNo(.button, "Make Private")
    try vitrine.quit()
    vitrine = try home().start("--sample")
    browser = try vitrine.browser()
    _ = try browser.product("Cherries")
    XCTAssertFalse(try isSaid(browser))
  }

  private func put(_ sql: String, into file: URL) throws {
    let made = try runToEnd("sqlite3", [file.path, sql], environment: home().environment)
    XCTAssertEqual(made.ending, .exited(0), made.errors)
  }

  private func restoreButton(in welcome: Window) throws -> Element {
    try XCTUnwrap(
      welcome.all(.button).first { try $0.node.name.hasPrefix("Restore the Backup of ") })
  }

  /// One rose, with a backup; returns the catalogue's file.
  private func catalogueWithBackup() throws -> URL {
    let file = try catalogueFile()
    for words in [["add", "--title", "Rose"], ["backup"]] {
      let done = try runToEnd(
        Home.built("vitrinectl"), words, environment: home().environment)
      XCTAssertEqual(done.ending, .exited(0), done.errors)
    }
    return file
  }

  /// The damaged catalogue among the backups; its log may be beside it.
  private func setAside(of file: URL) throws -> URL {
    let backups = file.deletingLastPathComponent().appendingPathComponent("backups")
    let files = try FileManager.default.contentsOfDirectory(
      at: backups, includingPropertiesForKeys: nil)
    return try XCTUnwrap(
      files.first { $0.lastPathComponent.hasPrefix("damaged-") && $0.pathExtension == "sqlite" })
  }

  private func catalogueFile() throws -> URL {
    let folder = try home().data.appendingPathComponent("vitrine", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent("catalog.sqlite")
  }

  /// A window says that the catalogue cannot be opened, and the file stays as it was, byte by byte.
  private func expectRefusal(of file: URL) throws {
    let before = try Data(contentsOf: file)
    let vitrine = try home().start()
    let welcome = try vitrine.window()
    _ = try welcome.find(.label, "The Catalogue Can’t Be Opened")
    try assertAccessible(welcome)
    XCTAssertTrue(vitrine.log.contains("vitrine: "), "a sentence on stderr: \(vitrine.log)")
    try vitrine.press("ctrl+q")
    try vitrine.waitUntilExit()
    XCTAssertEqual(try Data(contentsOf: file), before)
  }
}
