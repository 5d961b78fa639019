// SPDX-License-Identifier: Apache-2.0
// Two copies of a catalogue, such as a shop's and a storeroom's: what was done in one is done in the
// other with `history export` and `history apply`.

import XCTest

final class CopiedHistoryVerbTests: ControlTestCase {
  func testWhatWasDoneInOneCopyIsDoneInAnother() throws {
    let (shop, store, history) = (
      beside("shop").path, beside("store").path, beside("history").path
    )
    func call(_ place: String, _ words: String...) throws -> Answer {
      try run(words.prefix(1) + ["--directory", place] + words.dropFirst())
    }
    func change(_ place: String, _ words: String...) throws -> String {
      let answer = try run(words.prefix(1) + ["--directory", place] + words.dropFirst())
      XCTAssertEqual(answer.status, 0, answer.complaint)
      return answer.words
    }
    let picture = beside("picture.png")
    try Self.smallPicture.write(to: picture)
    let rose = try change(shop, "add", "--title", "Rose", "--stock", "10")
    try FileManager.default.copyItem(atPath: shop, toPath: store)

    // Three are sold in the shop, and five arrive in the storeroom.
    _ = try change(shop, "edit", rose, "--stock", "7")
    _ = try change(shop, "add", "--title", "Tulip", "--image", picture.path)
    _ = try change(store, "edit", rose, "--stock", "15", "--year", "2026")
    XCTAssertEqual(
      try change(shop, "history", "export", history), "3 commands written, 1 picture copied.")
    XCTAssertEqual(
      try change(store, "history", "apply", history), "2 commands applied, 1 known before.")
    XCTAssertEqual(
      try change(store, "history", "apply", history), "0 commands applied, 3 known before.")
    let list = try change(store, "list", "--columns", "title,stock")
    XCTAssertTrue(list.contains("12"), list)
    XCTAssertTrue(try change(store, "check").contains("2 products, nothing wrong."))
    XCTAssertEqual(try change(store, "undo"), "Undone: New Product")

    // A field that both changed.
    _ = try change(shop, "edit", rose, "--year", "2020")
    _ = try change(shop, "history", "export", history)
    let refused = try call(store, "history", "apply", history)
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("“Rose”"), refused.complaint)
    XCTAssertTrue(refused.complaint.contains("Year"), refused.complaint)
    XCTAssertEqual(try call(store, "history", "apply").status, 2)

    // Decided for each field, the rest goes on, and both are equal once each has heard of the other.
    let decided = try change(store, "history", "apply", "--theirs", history)
    XCTAssertTrue(decided.contains("1 difference decided"), decided)
    _ = try change(store, "history", "export", history)
    _ = try change(shop, "history", "apply", "--ours", history)
    for place in [shop, store] {
      let list = try change(place, "list", "--columns", "title,year")
      XCTAssertTrue(list.contains("2020"), list)
    }
    // A new directory gets all of it.
    let third = beside("third").path
    _ = try change(third, "history", "apply", history)
    XCTAssertEqual(
      try change(third, "list", "--columns", "title,year"),
      try change(store, "list", "--columns", "title,year"))
  }

  func testATerminalIsAskedForEachField() throws {
    let (shop, store) = (beside("shop").path, beside("store").path)
    let history = beside("history").path
    func call(_ place: String, _ words: String...) throws -> Answer {
      try run(words.prefix(1) + ["--directory", place] + words.dropFirst())
    }
    let rose = try call(shop, "add", "--title", "Rose", "--stock", "10").words
    try FileManager.default.copyItem(atPath: shop, toPath: store)
    _ = try call(shop, "edit", rose, "--stock", "0")
    _ = try call(store, "edit", rose, "--stock", "7")
    _ = try call(shop, "history", "export", history)
    let words = ["history", "apply", "--directory", store, "--ask", history]
    // Without a terminal there is nobody to ask, and nothing is done.
    let alone = try run(words)
    XCTAssertEqual(alone.status, 1)
    XCTAssertTrue(alone.complaint.contains("In Stock"), alone.complaint)
    let said = try runOnTerminal(words, answering: "maybe\nadd")
    XCTAssertEqual(said.status, 0, said.complaint)
    XCTAssertTrue(said.complaint.contains("“7”"), said.complaint)
    XCTAssertTrue(said.complaint.contains("[ours/theirs/added]"), said.complaint)
    XCTAssertTrue(
      try call(store, "list", "--columns", "title,stock").output.contains("0"), said.complaint)
  }

  /// Of hundreds of questions, a few have to be answered.
  func testOneAnswerCountsForAllOfAField() throws {
    let (shop, store) = (beside("shop").path, beside("store").path)
    let history = beside("history").path
    func call(_ place: String, _ words: String...) throws -> Answer {
      try run(words.prefix(1) + ["--directory", place] + words.dropFirst())
    }
    _ = try call(shop, "generate", "400")
    try FileManager.default.copyItem(atPath: shop, toPath: store)
    for (place, year, supplier) in [(shop, "1901", "North"), (store, "1902", "South")] {
      let edit = [
        "edit", "--directory", place, "--year", year, "--supplier", supplier, "--where",
        "--all",
      ]
      XCTAssertEqual(try run(edit).status, 0)
    }
    _ = try call(shop, "history", "export", history)
    let words = ["history", "apply", "--directory", store, "--ask", history]
    let said = try runOnTerminal(words, answering: "theirs all\nours all")
    XCTAssertEqual(said.status, 0, said.complaint)
    XCTAssertTrue(said.complaint.contains("1 of 800:"), said.complaint)
    XCTAssertTrue(said.complaint.contains("800 differences decided"), said.complaint)
    let counts = try [("--year", "1901..1901"), ("--year", "1902..1902")].map {
      try call(store, "count", $0.0, $0.1).words
    }
    XCTAssertEqual(Set(counts), ["0", "400"])
  }
}
