// SPDX-License-Identifier: Apache-2.0
// What one call prints with --json, another reads; and what is typed wrongly is refused with what was
// likely meant.

import Foundation
import XCTest

final class PipeTests: ControlTestCase {
  func testEveryAnswerIsAnObjectPerLine() throws {
    let rose = try add("Rose", "--category", "Flowers", "--tag", "red", "--sku", "R-1")
    let fern = try add("Fern", "--category", "Flowers")
    let picture = beside("a.png")
    try Self.smallPicture.write(to: picture)
    for words in [
      ["list"], ["search", "rose"], ["count"], ["count", "--by", "category"], ["show", rose],
      ["saved"], ["add", "--title", "Moss"], ["edit", rose, "--stock", "5"],
      ["move", fern, "--first"], ["picture", "add", rose, picture.path], ["picture", rose],
      ["picture", "caption", rose, "1", "Red"], ["delete", fern], ["trash"],
      ["trash", "restore", fern], ["category"], ["category", "rename", "Flowers", "Plants"],
      ["tag"], ["tag", "rename", "red", "scarlet"], ["field", "add", "Wood", "--kind", "line"],
      ["field"], ["field", "edit", "Wood", "--name", "Timber"], ["field", "remove", "Timber"],
      ["template", "set", rose], ["template"], ["undo"], ["redo"], ["history"],
      ["history", "export", beside("history").path], ["history", "apply", beside("history").path],
      ["check"], ["generate", "3"], ["export", beside("export").path],
      ["import", beside("export").path], ["backup"], ["restore"], ["compact"],
      ["rescue", beside("rescued").path],
      ["merge", rose, fern], ["trash", "empty"], ["history", "--forget"],
    ] {
      let answer = try run(words + ["--json"])
      XCTAssertEqual(answer.status, 0, "\(words): \(answer.complaint)")
      let lines = answer.output.split(separator: "\n")
      XCTAssertTrue(!lines.isEmpty || words == ["saved"], "\(words)")
      for line in lines {
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        XCTAssertNotNil(object, "\(words): \(line)")
      }
    }
  }

  func testListsAreRead() throws {
    let rose = try add("Cherry rose", "--stock", "1")
    let cake = try add("Cherry cake", "--stock", "1")
    try add("Fern")
    let list = try run("list", "--json").output
    XCTAssertEqual(
      try run(["show", "-"], input: list).output,
      try run("show", rose, cake).output + "\n"
        + run(["show", "-"], input: String(try XCTUnwrap(list.split(separator: "\n").last))).output)
    let found = try run("search", "--json", "cherry").output
    XCTAssertEqual(found.split(separator: "\n").count, 2)
    XCTAssertEqual(
      try run(["edit", "-", "--price", "5 EUR"], input: found).output, "2 products changed.\n")
    XCTAssertEqual(try run("count", "--price", "5..5 EUR").output, "2\n")
    XCTAssertEqual(try run(["move", "-", "--last"], input: found).output, "2 products moved.\n")
    XCTAssertEqual(try run(["merge", "-"], input: found).status, 0)
    XCTAssertEqual(
      try run(["trash", "restore", "-"], input: run("trash", "--json").output).output,
      "1 product restored.\n")
    XCTAssertEqual(try run(["delete", "-"], input: found).output, "2 products deleted.\n")
    XCTAssertEqual(try run(["show", "-"], input: run("export", "-").output).status, 0)
    // One product, not several.
    XCTAssertEqual(try run(["picture", "-"], input: rose).status, 0)
    XCTAssertEqual(try run(["picture", "-"], input: found).status, 1)
    for wrong in ["{\"title\": \"Rose\"}", "{", "rose"] {
      let refused = try run(["delete", "-"], input: "\(wrong)\n")
      XCTAssertEqual(refused.status, 2, refused.complaint)
      XCTAssertTrue(refused.complaint.contains("not a product identifier"), refused.complaint)
    }
    XCTAssertEqual(try run(["delete", "-"], input: "").status, 1)
  }

  func testOptionsStandWhereTheyLike() throws {
    let rose = try add("Rose", "--stock", "3")
    let process = call([])
    let output = Pipe()
    process.arguments = ["--json", "--directory=\(catalog.path)", "--stock", "3..3", "list"]
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    XCTAssertTrue(said.contains(rose), said)
    XCTAssertEqual(try run("edit", "--stock=4", rose, "--", rose).output, "1 product changed.\n")
    XCTAssertEqual(try run("search", "--", "--json").status, 0, "a word")
    XCTAssertEqual(try run("trash", "--json", "restore", rose).status, 1)
  }

  func testWhatIsMistypedIsNamed() throws {
    let rose = try add("Rose")
    for (words, says) in [
      (["search", "--snippet=no", "cherry"], "“--snippet” takes no value"),
      (["--reverse=", "list"], "“--reverse” takes no value"),
      (["lsit"], "Did you mean “list”?"),
      (["list", "--catgory", "x"], "Did you mean “--category”?"),
      (["list", "--sort", "titel"], "Did you mean “title”?"),
      (["trash", "restor", rose], "Did you mean “restore”?"), (["state", "shwo"], "“show”"),
      (["field", "add", "x", "--kind", "yesno"], "Did you mean “yesNo”?"),
      (["picture", "rotate", rose, "1", "lft"], "Did you mean “left”?"),
      (["edit", rose, "--all-matching"], "after “--where”"),
      (["edit", "--where", "--calculate", "price=+7%"], "before “--where”"),
      (["list", "--keep", rose], "“list” has no option “--keep”"),
      (["picture", "caption", rose], "vitrinectl picture caption ID N TEXT"),
      (["tag", "rename", "a", "b", "c"], "“c”"),
    ] {
      let answer = try run(words)
      XCTAssertEqual(answer.status, 2, "\(words)")
      XCTAssertTrue(answer.complaint.contains(says), "\(words): \(answer.complaint)")
      XCTAssertEqual(answer.output, "", "\(words)")
    }
    let far = try run("frobnicate")
    XCTAssertFalse(far.complaint.contains("Did you mean"), far.complaint)
  }
}
