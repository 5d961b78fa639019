// SPDX-License-Identifier: Apache-2.0
// A note of 400 kB that is being written: all of it is a draft, with its caret, and back after a kill.

import Foundation
import XCTest

final class LongDraftTests: UITestCase {
  /// Begins a note of Mango in a window of its own, up to its text.
  private func beginNote(in vitrine: Program) throws -> (Window, Element) {
    let mango = try vitrine.browser().openInNewWindow("Mango")
    try mango.resize(width: 700, height: 900)
    try mango.chooseTab("Notes")
    try mango.find(.button, "Add Note").click()
    try mango.find(.entry, "Note title").type("Everything")
    return (mango, try mango.find(.entry, "Note text"))
  }

  func testALongNoteIsADraftToo() throws {
    let vitrine = try openSample()
    let (mango, text) = try beginNote(in: vitrine)
    let half = (1...5_000).map { "Line \($0) of a note – that is very long.\n" }.joined()
    try text.setText(half)
    try text.focus()
    for keys in ["ctrl+a", "ctrl+c", "ctrl+End", "ctrl+v"] { try mango.press(keys) }
    let whole = half + half
    XCTAssertGreaterThan(whole.utf8.count, 400_000)
    try text.expect("has both halves") { try $0.text.count == whole.count }
    for keys in ["ctrl+Home", "Down", "End", "Left", "Left"] { try mango.press(keys) }
    let caret = try text.caret
    XCTAssertEqual(caret, half.prefix { $0 != "\n" }.count * 2 + 1 - 2)
    try eventuallyInAFileOfItsOwn(["Line 5000 of a note", "\"caret\":\(caret)"])
    try vitrine.kill()

    let back = try home().start("--sample").window(titled: "Mango")
    try back.find(.entry, "Note title").expectText("Everything")
    let again = try back.find(.entry, "Note text")
    try again.expect("is whole") { try $0.text == whole }
    try again.expect("has the keyboard where it was") { try $0.isFocused && $0.caret == caret }
    try home().screen.type("!")
    try again.expect("goes on there") { try $0.caret == caret + 1 }
    try back.press("ctrl+s")
    _ = try back.find(.row, "Everything")
  }

  /// A paragraph that would take too long to lay out is shown in part; nothing of it is lost.
  func testAParagraphThatIsShownInPartIsKeptWhole() throws {
    let vitrine = try openSample()
    let id = try identifier(of: "Mango")
    let (mango, text) = try beginNote(in: vitrine)
    let word = (1...20_000).map { "\($0)" }.joined()
    try mango.expectNo(.label, Self.inPart)
    try text.node.setText(word)
    _ = try mango.find(.label, Self.inPart)
    try text.focus()
    for (place, letter) in [("ctrl+End", "."), ("ctrl+Home", ",")] {
      try mango.press(place)
      try home().screen.type(letter)
    }
    try eventuallyInAFileOfItsOwn([",1234567", "1999920000."])
    try vitrine.kill()

    let back = try home().start("--sample").window(titled: "Mango")
    _ = try back.find(.label, Self.inPart)
    try back.find(.entry, "Note text").focus()
    try back.press("ctrl+s")
    _ = try back.find(.row, "Everything")
    let shown = try home().run(
      "show", "--sample", "--json", id, program: Home.built("vitrinectl"))
    XCTAssertTrue(shown.output.contains("\",\(word).\""), "a part is lost")
  }

  private static let inPart =
    "Of a very long paragraph, only the beginning and the end are shown. All of it is kept."

  /// Waits until a saved window refers to a file beside it that has these texts.
  private func eventuallyInAFileOfItsOwn(_ texts: [String]) throws {
    let state = try home().state.path
    try eventually("\(texts) on disk") {
      let windows = try onDisk()
      let files = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
      return files.contains { file in
        guard file.contains("/values/"), let name = file.split(separator: "/").last,
          windows.contains(name),
          let content = FileManager.default.contents(atPath: "\(state)/\(file)")
        else { return false }
        return texts.allSatisfy(String(decoding: content, as: UTF8.self).contains)
      }
    }
  }
}
