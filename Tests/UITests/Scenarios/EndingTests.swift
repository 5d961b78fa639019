// SPDX-License-Identifier: Apache-2.0
// The end of the program while something is unsaved: a log-out that waits, a question before text is
// dropped. And what the next start says about it.

import Foundation
import XCTest

final class EndingTests: UITestCase {
  func testALogOutWaitsAndWhatWasTypedIsSaved() throws {
    let manager = try SessionManager(home())
    let vitrine = try searchForRoses(knownTo: manager)
    try manager.askBeforeLogOut()
    try eventuallyOnDisk(["\"search\": \"rose\""])
    // A slow disk may hold the log-out up for a moment, but no longer than until all is saved.
    try eventually("nothing holds the log-out up") {
      let lines = manager.lines.map { $0.prefix { $0 != " " } }
      return lines.count { $0 == "inhibited" } == lines.count { $0 == "uninhibited" }
    }
    manager.logOut()
    XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
  }

  private func searchForRoses(knownTo manager: SessionManager) throws -> Program {
    let vitrine = try openSample()
    try manager.expect("registered org.vitrine.Vitrine.Sample")
    let browser = try vitrine.browser()
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("rose")
    return vitrine
  }

  func testALogOutWaitsOnlyWhileSomethingCannotBeWritten() throws {
    let manager = try SessionManager(home())
    let vitrine = try openSample()
    try manager.expect("registered org.vitrine.Vitrine.Sample")
    try breakTheDisk()
    let browser = try vitrine.browser()
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("rose")
    try manager.askBeforeLogOut()
    try manager.expect("inhibited Changes in windows could not be saved yet.")
    XCTAssertTrue(vitrine.isRunning)
    try mendTheDisk()
    try manager.expect("uninhibited")
    try eventuallyOnDisk(["\"search\": \"rose\""])
    manager.logOut()
    XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
  }

  func testXfceIsAnsweredAndObeyed() throws {
    let manager = try SessionManager(home(), .xfce)
    let vitrine = try searchForRoses(knownTo: manager)
    try manager.askBeforeLogOut()
    manager.logOut()
    XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
    try eventuallyOnDisk(["\"search\": \"rose\""])
  }

  func testTheMachineSleepsOnceAllIsSavedAndAgainLater() throws {
    let machine = try SessionManager(home(), .logind)
    let vitrine = try openSample()
    try machine.expect("delayed shutdown:sleep delay")
    let browser = try vitrine.browser()
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("rose")
    try browser.find(.entry, "Search Products").expectText("rose")
    machine.tell("sleep")
    try machine.expect("released")
    XCTAssertTrue(try onDisk().contains("\"search\": \"rose\""))
    let delays = { machine.lines.count { $0.hasPrefix("delayed") } }
    XCTAssertEqual(delays(), 1)
    machine.tell("back")
    try eventually("the next sleep waits too") { delays() == 2 }

    // It waits for what cannot be written; for how long, it decides by itself.
    try breakTheDisk()
    try browser.find(.entry, "Search Products").type("mary")
    _ = try browser.find(.button, "Retry")
    machine.tell("shutdown")
    try browser.find(.entry, "Search Products").expectText("rosemary")
    let released = { machine.lines.count { $0.hasPrefix("released") } }
    XCTAssertEqual(released(), 1)
    try mendTheDisk()
    try eventually("the machine may go on") { released() == 2 }
    XCTAssertTrue(try onDisk().contains("\"search\": \"rosemary\""))
  }

  func testQuittingAndClosingTheLastWindowAskBeforeTheyDropWhatCannotBeSaved() throws {
    let vitrine = try openSample()
    try breakTheDisk()
    let browser = try vitrine.browser()
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("rose")
    for keys in ["ctrl+q", "ctrl+w"] {
      try browser.press(keys)
      let question = try vitrine.window(titled: "Quit Without Saving?")
      try assertAccessible(question)
      try question.find(.button, "Cancel").click()
      try vitrine.expectWindows(1)
    }
    try browser.press("ctrl+q")
    try vitrine.window(titled: "Quit Without Saving?").find(.button, "Quit Anyway").click()
    XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
  }

  func testPhotosThatAreBeingAddedAtTheEndAreAddedAtTheNextStart() throws {
    // Large enough to take some seconds: after its end a photo may have something else.
    let drawn = try Data(contentsOf: drawPicture(width: 40, height: 20, in: home().folder))
    let photos = try (1...8).map { number in
      let file = try home().folder.appendingPathComponent("photo-\(number).jpg")
      try (drawn + Data(count: (12 << 20) + number)).write(to: file)
      return file
    }
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try home().openFiles(photos).dragFiles(to: browser.products())
    try vitrine.window(titled: "Create Products from 8 Photos?").find(.button, "8 Products").click()
    try eventually("they are being added") {
      try browser.shows("Adding photos: ")
    }
    try vitrine.kill()
    let killed = try home().start("--sample")
    _ = try killed.browser().find(.label, "8 photos that were being added are added now")
    // Nor does quitting ask.
    try killed.quit()
    let again = try home().start("--sample")
    _ = try again.browser().find(.label, "8 products added")
  }

  func testOnAFullDiskQuittingAsksAndWithRoomAgainItIsSaved() throws {
    let disk = try smallDisk()
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("man")
    try eventuallyOnDisk(["\"search\": \"man\""])
    let filler = try fill(disk)
    try browser.find(.entry, "Search Products").type("go")
    _ = try browser.find(.label, "Changes to windows are not being saved: the disk is full.")
    _ = try browser.find(.button, "Retry")
    try browser.press("ctrl+q")
    let question = try vitrine.window(titled: "Quit Without Saving?")
    try question.find(.button, "Cancel").click()
    try vitrine.expectWindows(1)
    XCTAssertTrue(vitrine.isRunning)
    // What was saved before is still there.
    try eventuallyOnDisk(["\"search\": \"man\""])
    try FileManager.default.removeItem(at: filler)
    // With room again it ends without a question.
    try vitrine.quit()
    try home().start("--sample").browser().find(.entry, "Search Products").expectText("mango")
  }

  func testOnADiskThatDoesNotAnswerThatIsSaidTheEndIsPromptAndNothingIsLost() throws {
    try endOnADiskThatDoesNotAnswer { $0.terminate() }
  }

  func testALogOutIsPromptOnADiskThatDoesNotAnswer() throws {
    let manager = try SessionManager(home())
    try endOnADiskThatDoesNotAnswer { _ in
      try manager.askBeforeLogOut()
      XCTAssertFalse(manager.lines.contains { $0.hasPrefix("inhibited") })
      manager.logOut()
    }
  }

  private func endOnADiskThatDoesNotAnswer(_ end: (Program) throws -> Void) throws {
    let home = try home()
    try home.placeSample()
    let vitrine = try home.launch(
      ["--sample"],
      environment: [
        "LD_PRELOAD": Home.built("libSlowDisk.so"), "SLOW_DISK": home.state.path,
        "SLOW_DISK_SECONDS": "60",
      ])
    var mango = try vitrine.browser().openInNewWindow("Mango")
    try mango.edit()
    try eventuallyOnDisk(["\"title\": \"Mango\""])
    let isSlow = home.state.appendingPathComponent("slow")
    try Data().write(to: isSlow)
    let title = try mango.field("Title")
    try mango.press("End")
    try title.type(" from")
    _ = try mango.find(
      .label, "Changes to windows are not being saved: the disk does not answer.")
    try title.type(" somewhere far away")
    try title.expectText("Mango from somewhere far away")
    try end(vitrine)
    // Without one answer of the disk.
    XCTAssertEqual(try vitrine.waitUntilExit(timeout: 30), .exited(0))
    try FileManager.default.removeItem(at: isSlow)
    mango = try home.start("--sample").window(titled: "Mango")
    try mango.field("Title").expectText("Mango from somewhere far away")
    try mango.expectNo(.label, "Vitrine ended unexpectedly. Your windows are back.")
  }

  func testAnUnexpectedEndIsSaidOnceAndIsGoneWithTheFirstThingDone() throws {
    let vitrine = try openSample()
    _ = try vitrine.browser().openInNewWindow("Mango")
    try eventuallyOnDisk(["\"title\": \"Mango\""])
    try vitrine.kill()

    let again = try home().start("--sample")
    let said = "Vitrine ended unexpectedly. Your windows are back."
    let windows = try again.expectWindows(2)
    let front = try obtain("the window that says it") {
      try windows.first { try $0.has(.label, said) }
    }
    try assertAccessible(front)
    // The keyboard is for what the window is for.
    XCTAssertFalse(try front.find(.button, "Dismiss").isFocused)
    XCTAssertEqual(try saying(said, in: again).count, 1)
    // Another window that comes to the front does not take it over.
    let other = try XCTUnwrap(windows.first { $0.lastTitle != front.lastTitle })
    try other.press("ctrl+shift+n")
    _ = try again.expectWindows(3)
    try eventually("no window says it") { try saying(said, in: again).isEmpty }
    try front.close()
    _ = try again.expectWindows(2)
    XCTAssertTrue(try saying(said, in: again).isEmpty)
  }

  private func saying(_ sentence: String, in program: Program) throws -> [Window] {
    try program.windows.filter { try $0.has(.label, sentence) }
  }

  /// Memory of a gigabyte is not given up in a moment. Here, the moment lasts until the next one has asked.
  func testTheNextOneStartsWhileTheOneThatWasKilledStillHasItsName() throws {
    let vitrine = try openSample()
    try vitrine.browser().choose("Peanuts")
    try eventuallyOnDisk(["\"title\": \"Peanuts\""])
    vitrine.stop()
    let next = try home().launch(["--sample"])
    try eventually("the next one waits for an answer") {
      try next.wakeupsPerSecond(over: 0.3) == 0
    }
    try vitrine.kill()
    let peanuts = try next.browser().product("Peanuts")
    try peanuts.expect("is selected") { $0.isSelected }
  }

  func testWhatWasLeftOutAfterThreeCrashesIsAListAndCanBeOpenedFromTheMenu() throws {
    let vitrine = try openSample()
    let selecting = try vitrine.browser()
    _ = try selecting.openInNewWindow("Mango")
    // Otherwise both windows are listed as Mango.
    try selecting.product("Cherries").select()
    try eventuallyOnDisk(["\"title\": \"Mango\"", "\"title\": \"Cherries\""])
    try vitrine.kill()
    try crashWhileRestoring(times: 3)

    let again = try home().start("--sample")
    let list = try again.window(titled: "Saved Windows")
    try assertAccessible(list)
    _ = try list.find(.label, "Not Restored")
    try list.find(.checkBox, "Select Mango").click()
    try list.find(.button, "Open Selected").click()
    _ = try again.window(titled: "Mango")
    try list.find(.button, "Close").click()
    let browser = try again.browser()
    try browser.find(.button, "Main Menu").click()
    try again.chooseFromMenu("Windows")
    try again.chooseFromMenu("Saved Windows")
    _ = try again.window(titled: "Saved Windows").find(.label, "Not Restored")
  }

  func testWindowsComeBackOnlyWhenTheyAreWanted() throws {
    let vitrine = try openSample()
    _ = try vitrine.browser().openInNewWindow("Mango")
    let preferences = try vitrine.browser().openPreferences()
    try preferences.choose("Never", at: 2, of: "On Start")
    try expectOnStart("never")
    try preferences.close()
    vitrine.terminate()
    XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
    let plain = try home().start("--sample")
    let browser = try plain.window()
    let again = try browser.openPreferences()
    try again.choose("Only after a crash", at: 1, of: "On Start")
    try expectOnStart("afterUnexpectedEnd")
    try again.close()
    _ = try browser.openInNewWindow("Cherries")
    try eventuallyOnDisk(["\"title\": \"Cherries\""])
    try plain.kill()
    let restored = try home().start("--sample")
    try restored.expectWindows(2)
    _ = try restored.window(titled: "Cherries")
    try restored.quit()
    try home().start("--sample").expectWindows(1)
  }

  func testAChoiceMadeElsewhereIsNotTakenBack() throws {
    let vitrine = try openSample()
    _ = try vitrine.browser().openInNewWindow("Mango")
    let file = try settings()
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try #"{"windows.onStart": "never", "of another program": [1]}"#
      .write(to: file, atomically: true, encoding: .utf8)
    try vitrine.quit()
    let text = try String(contentsOf: file, encoding: .utf8)
    XCTAssertTrue(text.contains("never") && text.contains("of another program"), text)
    try home().start("--sample").expectWindows(1)
  }

  func testANewWindowIsAsLargeAsTheLastOneAlsoAfterAStartWithoutWindows() throws {
    let vitrine = try openSample()
    try vitrine.browser().resize(width: 912, height: 640)
    let size = { (window: Window) in
      let place = try window.place
      return [place.width, place.height]
    }
    try eventuallyOnDisk(["\"width\": 912"])
    let wanted = try size(vitrine.browser())
    try vitrine.quit()
    let again = try home().start("--sample", "--no-restore").window()
    try eventually("it is as large") { try size(again) == wanted }
  }

  // MARK: Steps

  private func settings() throws -> URL {
    try home().configuration.appendingPathComponent("org.vitrine.Vitrine.Sample/settings.json")
  }

  private func expectOnStart(_ choice: String) throws {
    let file = try settings()
    try eventually("the choice on the disk") {
      (try? String(contentsOf: file, encoding: .utf8))?.contains("\"\(choice)\"") == true
    }
  }

  /// A disk of two megabytes under the saved windows.
  private func smallDisk() throws -> URL {
    let state = try home().state
    let mounted = try runToEnd(
      "mount", ["-t", "tmpfs", "-o", "size=2m,mode=0700", "tmpfs", state.path],
      environment: ProcessInfo.processInfo.environment)
    try XCTSkipUnless(mounted.ending == .exited(0), "only root may mount a disk: \(mounted.errors)")
    addTeardownBlock {
      // Lazily, because the program may still be running.
      _ = try runToEnd(
        "umount", ["-l", state.path], environment: ProcessInfo.processInfo.environment)
    }
    return state
  }

  /// Leaves no byte on a disk, and returns what takes the room.
  private func fill(_ disk: URL) throws -> URL {
    let filler = disk.appendingPathComponent("filler")
    let file = open(filler.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    XCTAssertGreaterThanOrEqual(file, 0)
    defer { close(file) }
    let page = [UInt8](repeating: 0, count: 4096)
    while write(file, page, page.count) > 0 {}
    XCTAssertEqual(errno, ENOSPC)
    return filler
  }

  private func state() throws -> URL {
    try home().state.appendingPathComponent("org.vitrine.Vitrine.Sample")
  }

  /// From now on no record of a window can be written: not even by root, whom permissions don't stop.
  private func breakTheDisk() throws {
    let windows = try state().appendingPathComponent("v1/windows")
    try FileManager.default.moveItem(at: windows, to: windows.appendingPathExtension("away"))
    try Data().write(to: windows)
  }

  private func mendTheDisk() throws {
    let windows = try state().appendingPathComponent("v1/windows")
    try FileManager.default.removeItem(at: windows)
    try FileManager.default.moveItem(at: windows.appendingPathExtension("away"), to: windows)
  }

  /// As if the program had ended so often while it restored its first window.
  private func crashWhileRestoring(times: Int) throws {
    let file = try state().appendingPathComponent("launch.json")
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacingOccurrences(of: "\"phase\": \"running\"", with: "\"phase\": \"starting\"")
      .replacingOccurrences(of: "\"crashes\": 0", with: "\"crashes\": \(times - 1)")
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
