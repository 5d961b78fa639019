// Photos put into a product's Photos tab and arranged there, as a user does it.

import Foundation
import XCTest

final class AddingPhotosTests: UITestCase {
  private static let cherries = "A pair on its stems, under one leaf"

  private func openPhotos(of title: String) throws -> (Program, Window) {
    let vitrine = try openSample()
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

  func testPhotosAreArrangedCaptionedAndRemovedWithTheKeyboard() throws {
    let (_, browser) = try openPhotos(of: "Cherries")
    let before = try photos(of: browser)
    XCTAssertEqual(before.first, Self.cherries)
    try browser.find(.row, Self.cherries).select()
    try browser.press("alt+Down")
    try expectPhotos([before[1], before[0]], in: browser)
    try browser.press("alt+Up")
    try expectPhotos(before, in: browser)
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

  func testAPhotoDraggedBelowAnotherMovesThere() throws {
    let (_, browser) = try openPhotos(of: "Cherries")
    let before = try photos(of: browser)
    try browser.resize(width: 1200, height: 980)
    let (first, second) = (try browser.find(.row, before[0]), try browser.find(.row, before[1]))
    try first.find(.image).drag(to: second.find(.label))
    try expectPhotos([before[1], before[0]], in: browser)
  }

  func testFilesAreChosenAndThoseThatCannotBeAddedAreNamed() throws {
    let folder = try home().folder.appendingPathComponent("Photos")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let cut = folder.appendingPathComponent("cut.png")
    let (_, browser) = try openPhotos(of: "Mango")
    let before = try photos(of: browser)
    let bytes = try Data(contentsOf: sampleFiles.appendingPathComponent("mango.png"))
    try bytes.write(to: folder.appendingPathComponent("whole.png"))
    try bytes.prefix(bytes.count / 2).write(to: cut)

    try choose(folder.appendingPathComponent("whole.png"), in: browser)
    _ = try browser.find(.label, "1 photo added")
    try expectPhotos(before + ["Photo of Mango"], in: browser)
    try choose(cut, in: browser)
    _ = try browser.find(.label, "1 photo was not added")
    _ = try browser.find(
      .label, "The picture “cut.png” is damaged, or only a part of it is there.")
    try expectPhotos(before + ["Photo of Mango"], in: browser)
    try browser.find(.button, "Dismiss").click()
    try browser.expectNo(.label, "1 photo was not added")
  }

  /// Types a path into the desktop's dialog.
  private func choose(_ file: URL, in browser: Window) throws {
    try browser.find(.button, "Add Photos…").click()
    let (program, screen) = (browser.program, browser.program.home.screen)
    // GTK 4.8 does not show its dialog to screen readers.
    try eventually("the dialog has the keyboard") {
      let dialog = try screen.windows(of: program.pid).first {
        try screen.title(of: $0) == "Add Photos"
      }
      if let dialog { try screen.activate(dialog) }
      return dialog != nil && !browser.isActive
    }
    try screen.press("slash")
    try screen.type(String(file.path.dropFirst()))
    // The dialog completes what is typed, and GTK 4.18 leaves the rest of an old completion behind it.
    try screen.press("shift+End")
    try screen.press("Delete")
    try screen.press("Return")
  }
}
