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
  }
}
