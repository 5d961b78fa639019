// SPDX-License-Identifier: Apache-2.0
// What `WindowWatcher` writes down about a program that it is loaded into.

import Foundation

struct WatchedRecord {
  let file: URL

  /// How often a window was given a key that was pressed.
  var presses: Int {
    get throws { try lines(beginningWith: "key").count }
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
    let text = try String(contentsOf: file, encoding: .utf8)
    // What follows the last line break is still being written.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return lines.map { $0.split(separator: " ") }.filter { $0.first == Substring(word) }
  }
}

extension UITestCase {
  /// Vitrine with the sample, and what is written down about it.
  func watchedSample() throws -> (Program, WatchedRecord) {
    try home().placeSample()
    let record = WatchedRecord(file: try home().data.appendingPathComponent("watched"))
    let vitrine = try home().launch(
      ["--sample"],
      environment: [
        "LD_PRELOAD": Home.built("libWindowWatcher.so"), "VITRINE_WATCH": record.file.path,
      ])
    _ = try vitrine.browser().products().find(.row, "Artichoke")
    return (vitrine, record)
  }
}
