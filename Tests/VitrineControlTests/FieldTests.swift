// SPDX-License-Identifier: Apache-2.0
// `vitrinectl field`, and custom fields wherever other commands accept a field's name.

import Foundation
import XCTest

final class FieldTests: ControlTestCase {
  func testAFieldIsMadeFilledListedByAndRemoved() throws {
    for words in [
      ["Width", "--kind", "number", "--unit", "cm"],
      ["Wood", "--kind", "choice", "--choice", "Oak", "--choice", "Ash", "--category", "Rooms"],
    ] {
      let made = try run(["field", "add"] + words)
      XCTAssertEqual(made.complaint, "")
      XCTAssertNotNil(UUID(uuidString: made.words))
    }
    XCTAssertEqual(
      try run("field", "list").output,
      "Width\tnumber (cm)\t0 values\t\nWood\tchoice (Oak, Ash)\t0 values\tRooms\n")
    try add("Table", "--set", "Width=120", "--set", "wood=oak", "--category", "Rooms/Dining")
    let chair = try add("Chair", "--set", "Width=45.5 cm")
    try add("Bare")

    for (words, titles) in [
      ("--sort Width", "Chair, Table, Bare"), ("--sort width --reverse", "Table, Chair, Bare"),
      ("--value Wood=Oak", "Table"), ("--range Width=40..100", "Chair"),
      ("--range Width=100..", "Table"), ("--empty Wood", "Chair, Bare"),
      ("--present Width --sort title", "Chair, Table"), ("--contains Wood=OA", "Table"),
    ] {
      let list = try run(["list"] + words.split(separator: " ").map(String.init))
      XCTAssertEqual(list.complaint, "", words)
      XCTAssertEqual(Self.titles(list).joined(separator: ", "), titles, words)
    }
    XCTAssertEqual(try run("count", "--value", "Wood=Oak").words, "1")
    XCTAssertEqual(Self.titles(try run("search", "oak")), ["Table"])
    XCTAssertTrue(try run("show", chair).output.contains("45.5 cm"))
    XCTAssertTrue(
      try run("show", "--json", chair).output.contains(#""fields":{"Width":"45.5 cm"}"#))

    XCTAssertEqual(try run("edit", chair, "--set", "Width=").status, 0)
    XCTAssertFalse(try run("show", chair).output.contains("45.5 cm"))
    let removed = try run("field", "remove", "width")
    XCTAssertTrue(removed.output.contains("1 value. "), removed.output)
    XCTAssertEqual(try run("field", "list").output, "Wood\tchoice (Oak, Ash)\t1 value\tRooms\n")
    XCTAssertEqual(try run("undo").status, 0)
    XCTAssertTrue(try run("field", "list").output.hasPrefix("Width\tnumber (cm)\t1 value"))
  }

  func testAFieldOfACategoryIsRefusedElsewhereAndKeptWhenAProductIsMoved() throws {
    XCTAssertEqual(
      try run("field", "add", "Wood", "--kind", "line", "--category", "Rooms").status, 0)
    let refused = try run("add", "--title", "Pen", "--set", "Wood=Oak", "--category", "Paper")
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("“Wood” can only be set for products in “Rooms”."))
    let table = try add("Table", "--set", "Wood=Oak", "--category", "Rooms/Dining")
    XCTAssertEqual(try run("edit", table, "--category", "Garden").status, 0)
    XCTAssertTrue(try run("show", table).output.contains("Oak"))
    XCTAssertEqual(try run("edit", table, "--set", "Wood=Ash").status, 1)
    XCTAssertEqual(try run("edit", table, "--set", "Wood=", "--year", "1990").status, 0)
    XCTAssertFalse(try run("show", table).output.contains("Oak"))
  }

  func testWhatAnotherKindCannotKeepIsPrintedAndKept() throws {
    XCTAssertEqual(try run("field", "add", "Size", "--kind", "line").status, 0)
    try add("Table", "--set", "Size=120")
    let chair = try add("Chair", "--set", "Size=small")
    let before = try run("export", "-").output
    let refused = try run("field", "edit", "Size", "--kind", "wholeNumber")
    XCTAssertEqual(refused.status, 1)
    XCTAssertEqual(refused.output, "\(chair)\tChair\tsmall\n")
    XCTAssertTrue(refused.complaint.contains("1 of 2 values"), refused.complaint)
    XCTAssertEqual(try run("export", "-").output, before)
    let changed = try run(
      "field", "edit", "Size", "--kind", "wholeNumber", "--name", "Centimetres",
      "--drop-unfitting")
    XCTAssertEqual(changed.status, 0)
    XCTAssertTrue(changed.output.contains("1 value dropped"), changed.output)
    XCTAssertEqual(
      try run("field", "list").output, "Centimetres\twholeNumber\t1 value\t\n")
    XCTAssertEqual(try run("undo").status, 0)
    XCTAssertEqual(try run("export", "-").output, before)
  }

  func testWhatMakesNoSenseIsReported() throws {
    XCTAssertEqual(try run("field", "add", "Size", "--kind", "line").status, 0)
    for (words, status, says) in [
      (["field", "add", "Width"], 2, "--kind"), (["field", "add"], 2, "NAME"),
      (["field", "add", "a=b", "--kind", "line"], 2, "="),
      (["field", "add", "Stock", "--kind", "line"], 2, "every product"),
      (["field", "add", "size", "--kind", "line"], 1, "already"),
      (["field", "add", "W", "--kind", "colour"], 2, "wholeNumber"),
      (["field", "add", "W", "--kind", "line", "--unit", "cm"], 2, "--unit"),
      (["field", "add", "W", "--kind", "choice"], 2, "empty"),
      (["field", "edit", "Size"], 2, "fields"), (["field", "edit", "W", "--name", "V"], 1, "“W”"),
      (["field", "remove", "W"], 1, "“W”"), (["field", "swap", "W"], 2, "remove"),
      (["list", "--sort", "W"], 2, "Size"), (["list", "--value", "W=1"], 2, "Size"),
      (["list", "--range", "Size=5"], 2, "5"), (["add", "--title", "A", "--set", "W=1"], 2, "“W”"),
      (["add", "--title", "A", "--set", "Size"], 2, "="),
    ] as [([String], Int, String)] {
      let answer = try run(words)
      XCTAssertEqual(answer.status, status, "\(words): \(answer.complaint)")
      XCTAssertTrue(answer.complaint.contains(says), "\(words): \(answer.complaint)")
    }
    XCTAssertEqual(try run("count").words, "0")
  }

  private static func titles(_ list: Answer) -> [String] {
    list.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
      .map { String($0.split(separator: "\t")[1]) }
  }
}
