// SPDX-License-Identifier: Apache-2.0
// What a person has seen of what they typed is there, whenever the program is killed: three windows are typed into by
// turns, fifteen keys a second, and it is killed at a random microsecond. What a frame is about to show is told from inside,
// before it is drawn.

import Foundation
import TestSwitches
import XCTest

@testable import StateRestoration

final class KilledWhileTypingTests: UITestCase {
  /// What the texts that are typed into begin with.
  private static let beginnings = ["alpha ", "bravo ", "charlie "]

  func testNoLetterThatWasDrawnOfANoteIsLost() throws {
    let notes = Self.beginnings.map { ["id": UUID().uuidString, "text": $0] }
    let folder = try home().data.appendingPathComponent("org.example.Notes")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONSerialization.data(withJSONObject: notes)
      .write(to: folder.appendingPathComponent("notes.json"))
    let links = notes.compactMap { $0["id"].map { "notes:note/note-\($0)" } }
    let program = try Home.built("NotesExample")
    let first = try home().start(links[0], program: program)
    for link in links.dropFirst() { _ = try home().run(link, program: program) }
    // A draft in each: what is watched is what belongs to a window.
    for window in try first.expectWindows(3) {
      try window.activate()
      try window.find(.entry, "Text").focus()
      try window.press("ctrl+End")
      try home().screen.type("x")
    }
    try first.quit()
    try killAgainAndAgain("org.example.Notes") {
      try self.home().launch([], program: program, environment: $0)
    }
  }

  func testNoLetterThatWasDrawnOfAProductIsLost() throws {
    try skipWithoutFaults()
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    for (title, beginning) in zip(["Mango", "Cherries", "Artichoke"], Self.beginnings) {
      let window = try browser.openInNewWindow(title)
      try window.resize(width: 620, height: 980)
      try window.edit()
      // A field of one line and one of many.
      try window.field(title == "Mango" ? "Title" : "Description").retype(beginning)
    }
    try browser.close()
    try vitrine.quit()
    try killAgainAndAgain("org.vitrine.Vitrine.Sample") {
      try self.home().launch(["--sample"], environment: $0)
    }
  }

  // MARK: Steps

  private func killAgainAndAgain(
    _ application: String, start: ([String: String?]) throws -> Program
  ) throws {
    var letters = 0
    let count = rounds(3, withFaults: 12, withAll: 300)
    let state = try StateDirectory(
      home().state.appendingPathComponent(application), home().environment)
    for round in 1...count {
      let record = WatchedRecord(file: try home().folder.appendingPathComponent("watched"))
      try? FileManager.default.removeItem(at: record.file)
      let saved = texts(in: state)
      XCTAssertEqual(saved.count, Self.beginnings.count, "before round \(round): \(saved)")
      let program = try start([
        "LD_PRELOAD": Home.built("libWindowWatcher.so"), "VITRINE_WATCH": record.file.path,
        "VITRINE_WATCH_TEXTS": "1",
      ])
      try eventually("what was typed is shown again") {
        try program.insistOnRunning()
        return texts(drawn: record) == saved
      }
      // One that is killed while it restores would be careful the next time.
      try eventually("the start is complete") {
        let launch = FileManager.default.contents(atPath: state.launch) ?? Data()
        return String(decoding: launch, as: UTF8.self).contains("\"running\"")
      }
      try typeUntilKilled(program)
      let (drawn, kept) = (texts(drawn: record), texts(in: state))
      XCTAssertEqual(StateInspection(state).problems, [])
      for beginning in Self.beginnings {
        let (drawn, kept) = (drawn[beginning] ?? "", kept[beginning] ?? "")
        letters += drawn.count - (saved[beginning] ?? "").count
        XCTAssertTrue(kept.hasPrefix(drawn), "round \(round): “\(kept)” lacks some of “\(drawn)”")
      }
    }
    XCTAssertGreaterThan(letters, 0)
    print("\(application): \(letters) letters drawn, \(count) kills")
  }

  /// Types as a person who goes from window to window, as long as it takes.
  private func typeUntilKilled(_ program: Program) throws {
    let windows = try home().screen.windows(of: program.pid)
    XCTAssertEqual(windows.count, Self.beginnings.count)
    var words: [String] = []
    for window in windows { words += ["windowactivate", "--sync", window, "key", "ctrl+End"] }
    while words.count < 400 {
      words += ["windowactivate", windows.randomElement() ?? ""]
      for _ in 0..<Int.random(in: 1...8) {
        let letter = String(UnicodeScalar(UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"))))
        words += ["key", "--delay", "0", letter, "sleep", "0.066"]
      }
    }
    let typing = try Child(
      "xdotool", words, environment: home().screen.environment,
      output: home().folder.appendingPathComponent("typing.log"))
    // The moment is what is tried: there is nothing to wait for.
    usleep(UInt32.random(in: 200_000..<2_500_000))
    try program.kill()
    typing.send(signal: SIGKILL)
    try typing.waitForEnd()
    // It may have been between a key's press and its release.
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
    try home().screen.run(["keyup", "ctrl"] + letters.flatMap { ["keyup", $0] })
  }

  /// What the windows showed last that are typed into, by what it begins with.
  private func texts(drawn record: WatchedRecord) -> [String: String] {
    byBeginning((try? record.texts) ?? [])
  }

  /// What is saved of it.
  private func texts(in state: StateDirectory) -> [String: String] {
    byBeginning(
      StateInspection(state).windows.flatMap { record in
        record.storage.values.flatMap(\.texts)
      })
  }

  private func byBeginning(_ texts: [String]) -> [String: String] {
    texts.reduce(into: [:]) { found, text in
      if let beginning = Self.beginnings.first(where: { text.hasPrefix($0) }) {
        found[beginning] = text
      }
    }
  }
}

extension StateValue {
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let items): items.flatMap(\.texts)
    case .object(let fields): fields.values.flatMap(\.texts)
    default: []
    }
  }
}
