// SPDX-License-Identifier: Apache-2.0
// Photos put into a product's Photos tab and arranged there, as a user does it.

import Foundation
import TestSwitches
import XCTest

final class AddingPhotosTests: UITestCase {
  private static let cherries = "A pair on its stems, under one leaf"

  private func openPhotos(
    of title: String, program: String? = nil
  ) throws -> (Program, Window) {
    let vitrine = try openSample(program: program)
    let browser = try vitrine.browser()
    try browser.choose(title)
    try browser.chooseTab("Photos")
    return (vitrine, browser)
  }

  /// The rows on the Photos tab, by what a screen reader calls them.
  private func expectPhotos(_ titles: [String], in browser: Window) throws {
    try eventually("the photos are \(titles)") {
      let rows = try browser.find(.table, "Photos").all(.row).map { try $0.title }
      guard rows == titles else { throw AccessibilityFailure(description: "they are \(rows)") }
      return true
    }
  }

  private func photos(of browser: Window) throws -> [String] {
    _ = try browser.find(.image)
    return try browser.find(.table, "Photos").all(.row).map { try $0.title }
  }

  func testFortyLargePhotosHoldUpNothing() throws {
    try skipWithoutFaults()
    let (vitrine, browser) = try openPhotos(of: "Mango", program: Home.release)
    let before = try photos(of: browser)
    let files = try home().openFiles(largePhotos(40))
    let stored = { [images = try home().data.appendingPathComponent("vitrine-sample/images")] in
      FileManager.default.enumerator(atPath: images.path)?.lazy
        .filter { "\($0)".contains(".") }.count ?? 0
    }
    let sample = stored()
    let watch = try MainThreadWatch(vitrine)
    try files.dragFiles(to: browser.find(.table, "Photos"))
    // Not by the accessibility tree: to tell of itself would keep the main thread from its work.
    try eventually(timeout: 180, "they are stored") { stored() == sample + 40 }
    let longest = try watch.endAtRest()
    XCTAssertGreaterThan(longest, 0.1, "nothing was measured")
    XCTAssertLessThan(longest, 50, "milliseconds")
    try expectPhotos(before + Array(repeating: "Photo of Mango", count: 40), in: browser)
  }

  func testACopiedPhotoIsPastedUndoneRedoneAndComesBack() throws {
    let (vitrine, browser) = try openPhotos(of: "Cherries")
    try browser.find(.row, Self.cherries).select()
    try browser.press("ctrl+c")
    _ = try browser.find(.label, "Photo copied")
    try browser.choose("Mango")
    let before = try photos(of: browser)
    try browser.press("ctrl+v")
    _ = try browser.find(.label, "1 photo added")
    let after = before + ["Photo of Mango"]
    try expectPhotos(after, in: browser)
    try browser.find(.row, "Photo of Mango").expect("is chosen") { $0.isSelected }
    try browser.find(.button, "Undo").click()
    try expectPhotos(before, in: browser)
    try browser.press("ctrl+shift+z")
    try expectPhotos(after, in: browser)

    try vitrine.quit()
    let again = try home().start("--sample").browser()
    try expectPhotos(after, in: again)
    try again.press("ctrl+z")
    try expectPhotos(before, in: again)
  }

  func testAPhotoIsDroppedFromABrowserThatHasItsAddressOnTheWeb() throws {
    let (_, browser) = try openPhotos(of: "Cherries")
    let before = try photos(of: browser)
    let mango = sampleFiles.appendingPathComponent("mango.png")
    let address = try home().openFiles([mango], as: "--address")
    try address.dragFiles(to: browser.find(.row, Self.cherries))
    _ = try browser.find(
      .label, "“https://example.org/photo.png” is not a file on this computer: save it here first.")
    try address.close()
    try home().openFiles([mango], as: "--browser").dragFiles(
      to: browser.find(.row, Self.cherries))
    _ = try browser.find(.label, "1 photo added")
    try expectPhotos(before + ["Photo of Cherries"], in: browser)
    try browser.press("ctrl+z")
    try expectPhotos(before, in: browser)
  }

  func testPhotosAreArrangedCaptionedAndRemovedWithTheKeyboard() throws {
    let (_, browser) = try openPhotos(of: "Cherries")
    let before = try photos(of: browser)
    XCTAssertEqual(before.first, Self.cherries)
    try browser.find(.row, Self.cherries).select()
    try browser.press("alt+Down")
    try expectPhotos([before[1], before[0]], in: browser)
    // Each is as high as the tab.
    try browser.find(.row, Self.cherries).expect("goes with its key") { try $0.isShowing }
    try browser.press("alt+Up")
    try expectPhotos(before, in: browser)
    try browser.find(.row, Self.cherries).expect("goes with its key") { try $0.isShowing }
    // Newer GTKs do not say what a bubble is, so that its entry is only seen within the window.
    try browser.resize(width: 1120, height: 900)
    try browser.press("F2")
    try browser.answer("Caption", "The cover")
    try expectPhotos(["The cover", before[1]], in: browser)
    try browser.press("Delete")
    try expectPhotos([before[1]], in: browser)
    try browser.press("Delete")
    _ = try browser.find(.label, "No Photos")
    try browser.press("ctrl+z")
    try browser.press("ctrl+z")
    try expectPhotos(["The cover", before[1]], in: browser)
  }

  func testAPhotoIsRotatedByKeyAndMenuAndComesBackRotated() throws {
    let (vitrine, browser) = try openPhotos(of: "Cherries")
    _ = try photos(of: browser)
    try browser.find(.row, Self.cherries).select()
    try browser.press("ctrl+r")
    try expectTurns(["90°"])
    try browser.press("ctrl+shift+r")
    try expectTurns([])
    try browser.find(.row, Self.cherries).rightClick()
    try vitrine.chooseFromMenu("Rotate Left")
    try expectTurns(["270°"])
    try browser.press("ctrl+z")
    try expectTurns([])
    try browser.press("ctrl+shift+z")
    try expectTurns(["270°"])
    try browser.find(.row, Self.cherries).find(.image).doubleClick()
    let window = try vitrine.window(titled: "Cherries")
    try window.find(.button, "Zoom In").expect("can be pressed") { $0.isSensitive }
    try window.press("ctrl+r")
    try expectTurns([])
    try window.press("ctrl+shift+r")
    try window.press("ctrl+shift+r")
    try expectTurns(["180°"])
  }

  /// How the catalogue says that photos of Cherries are turned.
  func testARotatedPhotoIsCopiedAsItIsSeen() throws {
    let (_, browser) = try openPhotos(of: "Cherries")
    let before = try photos(of: browser)
    let drawn = try drawPicture(width: 40, height: 20, in: home().folder)
    let wide = drawn.appendingPathExtension("jpg")
    try FileManager.default.moveItem(at: drawn, to: wide)
    _ = try home().run(
      "picture", "add", identifier(of: "Cherries"), wide.path, "--sample",
      program: Home.built("vitrinectl"))
    try expectPhotos(before + ["Photo of Cherries"], in: browser)
    let row = try browser.find(.row, "Photo of Cherries")
    try row.find(.image).expect("is shown at its own size") { try $0.isSized(40, 20) }
    try row.pointerClick()
    try browser.press("ctrl+r")
    try expectTurns(["90°"])
    try row.find(.image).expect("is upright") { try $0.isSized(20, 40) }
    try browser.press("ctrl+c")
    _ = try browser.find(.label, "Photo copied")
    try browser.press("ctrl+v")
    try expectPhotos(before + ["Photo of Cherries", "Photo of Cherries"], in: browser)
    // A PNG file has its width and height there.
    let size: [UInt8] = [0, 0, 0, 20, 0, 0, 0, 40]
    let folder = try home().folder
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let isTall = (files?.compactMap { $0 as? URL } ?? []).contains { file in
      let data = file.pathExtension == "png" ? try? Data(contentsOf: file) : nil
      return (data ?? Data()).dropFirst(16).prefix(8).elementsEqual(size)
    }
    XCTAssertTrue(isTall, "no picture of 20 by 40 was pasted")
  }

  private func expectTurns(_ turns: [String]) throws {
    let tool = try Home.built("vitrinectl")
    let id = try identifier(of: "Cherries")
    try eventually("the turns are \(turns)") {
      let list = try self.home().run("picture", id, "--sample", program: tool).output
      return list.split(separator: "\n").compactMap { line in
        line.split(separator: "\t").last.map(String.init).flatMap { $0.hasSuffix("°") ? $0 : nil }
      } == turns
    }
  }

  func testAPhotoDraggedAboveAnotherMovesThere() throws {
    let (_, browser) = try openPhotos(of: "Cherries")
    let before = try photos(of: browser)
    try browser.resize(width: 1200, height: 980)
    let (first, second) = (try browser.find(.row, before[0]), try browser.find(.row, before[1]))
    try second.find(.image).drag(to: first.find(.image))
    try expectPhotos([before[1], before[0]], in: browser)
  }

  func testFilesAreChosenAndThoseThatCannotBeAddedAreNamed() throws {
    let folder = try home().folder.appendingPathComponent("Photos")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let cut = folder.appendingPathComponent("cut.png")
    try home().hasFileDialogs = true
    let (_, browser) = try openPhotos(of: "Mango")
    let before = try photos(of: browser)
    let bytes = try Data(contentsOf: sampleFiles.appendingPathComponent("mango.png"))
    try bytes.write(to: folder.appendingPathComponent("whole.png"))
    try bytes.prefix(bytes.count / 2).write(to: cut)

    try browser.choose(
      folder.appendingPathComponent("whole.png"), in: "Add Photos", by: "Add Photos…")
    _ = try browser.find(.label, "1 photo added")
    try expectPhotos(before + ["Photo of Mango"], in: browser)
    try browser.choose(cut, in: "Add Photos", by: "Add Photos…")
    _ = try browser.find(.label, "1 photo was not added")
    _ = try browser.find(
      .label, "The picture “cut.png” is damaged, or only a part of it is there.")
    try expectPhotos(before + ["Photo of Mango"], in: browser)
    try browser.find(.button, "Dismiss").click()
    try browser.expectNo(.label, "1 photo was not added")
  }

  func testADrawingAndAMovingPictureAreAddedByTheirContent() throws {
    let folder = try home().folder.appendingPathComponent("Photos")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try home().hasFileDialogs = true
    let (_, browser) = try openPhotos(of: "Mango")
    let before = try photos(of: browser)
    let formats = sampleFiles.appendingPathComponent("../../Tests/Fixtures/Pictures")
    for (number, name) in ["moving.gif", "drawing.svg"].enumerated() {
      let file = folder.appendingPathComponent("\(name).png")
      try Data(contentsOf: formats.appendingPathComponent(name)).write(to: file)
      try browser.choose(file, in: "Add Photos", by: "Add Photos…")
      try expectPhotos(
        before + Array(repeating: "Photo of Mango", count: number + 1), in: browser)
    }
    try browser.expectNo(
      .label, "This photo can’t be shown. Its file is missing, damaged or too large.")
  }
}

extension Element {
  fileprivate func isSized(_ width: Int, _ height: Int) throws -> Bool {
    let extents = try node.extents
    return extents.width == width && extents.height == height
  }
}
