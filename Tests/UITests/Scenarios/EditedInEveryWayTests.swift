// SPDX-License-Identifier: Apache-2.0
// A long text is saved by what was changed where, as its view tells it. Whatever a person does to it with the keyboard, in any
// order (typing over, pasting, undoing also what is not there any more), the record has what is shown, and a kill costs nothing.
// Composed characters and undone umlauts are left out: with these, GTK 4.8 itself complains now and then.

import Foundation
import TestSwitches
import XCTest

@testable import StateRestoration

final class EditedInEveryWayTests: UITestCase {
  private static let long = (1...400).map { "Line \($0) of it, words.\n" }.joined()

  func testADescription() throws {
    try editAgainAndAgain {
      try $0.edit()
      return "Description"
    }
  }

  func testANote() throws {
    try editAgainAndAgain {
      try $0.chooseTab("Notes")
      try $0.find(.button, "Add Note").click()
      return "Note text"
    }
  }

  private func editAgainAndAgain(_ begin: (Window) throws -> String) throws {
    let state = try StateDirectory(
      home().state.appendingPathComponent("org.vitrine.Vitrine.Sample"), home().environment)
    var vitrine = try openSample()
    var window = try vitrine.browser().openInNewWindow("Mango")
    try window.resize(width: 700, height: 900)
    let name = try begin(window)
    var text = try window.find(.entry, name)
    try text.setText(Self.long)
    try text.focus()
    var last = 0
    for _ in 0..<rounds(2, withFaults: 6, withAll: 60) {
      for _ in 0..<6 {
        last += 1
        let mark = "\(last)q"
        let steps = (0..<Int.random(in: 3...8)).map { _ in Self.step() } + [mark.map(String.init)]
        try home().screen.run(steps.flatMap { ["key", "--delay", "0"] + $0 })
        let told = steps.map { $0.joined(separator: " ") }
        try eventually("the record has what is shown, after \(told)") {
          let shown = try text.text
          // All keys have arrived.
          guard shown.contains(mark) else { return false }
          return StateInspection(state).windows.contains { $0.has(shown) }
        }
      }
      let (shown, caret) = (try text.text, try text.caret)
      try vitrine.kill()
      vitrine = try home().start("--sample")
      window = try vitrine.window(titled: "Mango")
      text = try window.find(.entry, name)
      try text.expect("is as it was") { try $0.text == shown }
      try text.expect("has the keyboard where it was") { try $0.isFocused && $0.caret == caret }
    }
  }

  /// Keys that do one thing to the text, or go to another place in it.
  private static func step() -> [String] {
    func again(_ key: String) -> [String] { Array(repeating: key, count: .random(in: 1...5)) }
    switch Int.random(in: 0..<14) {
    case 0..<3: return ["a", "b", "space", "c", "Return"].shuffled()
    case 3: return again("BackSpace")
    case 4: return again("Delete")
    case 5: return ["ctrl+BackSpace"]
    case 6: return again("shift+Left") + ["x"]
    case 7: return again("shift+Down") + ["ctrl+c", "Right"]
    case 8: return again("shift+Up") + ["ctrl+x"]
    case 9: return ["ctrl+v"]
    case 10: return again("ctrl+z")
    case 11: return again("ctrl+shift+z")
    case 12: return again("Up") + again("Right")
    default: return [["ctrl+Home", "ctrl+End", "Home", "End"].randomElement() ?? "End"]
    }
  }
}

extension SceneRecord {
  /// Whether one of its texts is this one.
  fileprivate func has(_ text: String) -> Bool { storage.values.contains { $0.has(text) } }
}

extension StateValue {
  fileprivate func has(_ text: String) -> Bool {
    switch self {
    case .string(let own): own == text
    case .array(let items): items.contains { $0.has(text) }
    case .object(let fields): fields.values.contains { $0.has(text) }
    default: false
    }
  }
}
