// SPDX-License-Identifier: Apache-2.0
// What `WindowWatcher` writes down about a program that it is loaded into.

import Foundation

struct WatchedRecord {
  let file: URL

  /// How often a window was given a key that was pressed.
  var presses: Int {
    get throws { try lines(beginningWith: "key").count }
  }

  /// How many windows and popovers were ever drawn.
  var painted: Int {
    get throws { Set(try lines(beginningWith: "paint").compactMap { $0.dropFirst().first }).count }
  }

  /// The texts that had the keyboard when their windows were drawn, in the order of the frames.
  var texts: [String] {
    get throws { try whole(linesBeginningWith: "shows ").map { String($0.dropFirst(6)) } }
  }

  /// How many widgets all windows have, and how many of them are shown.
  func widgets(of program: Program) throws -> (all: Int, shown: Int) {
    // It answers from when something was painted.
    try eventually("something is painted") { try !lines(beginningWith: "paint").isEmpty }
    let before = try lines(beginningWith: "widgets").count
    program.tellWhatIsShown()
    return try obtain("the widgets are counted") {
      let counts = try lines(beginningWith: "widgets")
      guard counts.count > before, let last = counts.last, last.count == 3 else { return nil }
      return (Int(last[1]) ?? 0, Int(last[2]) ?? 0)
    }
  }

  private func lines(beginningWith word: String) throws -> [[Substring]] {
    try whole(linesBeginningWith: word + " ").map { $0.split(separator: " ") }
  }

  private func whole(linesBeginningWith start: String) throws -> [Substring] {
    let text = try String(contentsOf: file, encoding: .utf8)
    // What follows the last line break is still being written.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return lines.filter { $0.hasPrefix(start) }
  }
}

extension UITestCase {
  /// Vitrine with the sample, and what is written down about it.
  func watchedSample() throws -> (Program, WatchedRecord) {
    try home().placeSample()
    let (vitrine, record) = try watched("--sample")
    _ = try vitrine.browser().products().find(.row, "Artichoke")
    return (vitrine, record)
  }

  /// Vitrine, and what is written down about it from its start on.
  func watched(_ arguments: String...) throws -> (Program, WatchedRecord) {
    let record = WatchedRecord(file: try home().data.appendingPathComponent("watched"))
    let vitrine = try home().launch(
      arguments,
      environment: [
        "LD_PRELOAD": Home.built("libWindowWatcher.so"), "VITRINE_WATCH": record.file.path,
      ])
    return (vitrine, record)
  }
}
