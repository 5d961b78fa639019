// SPDX-License-Identifier: Apache-2.0
// `vitrinectl variant`: a shirt in sizes and colours, from a script.

import Foundation
import XCTest

final class VariantVerbTests: ControlTestCase {
  func testAShirtGetsVariantsAndLosesThem() throws {
    for words in [
      ["Size", "--kind", "choice", "--choice", "S", "--choice", "M"], ["Colour", "--kind", "line"],
    ] {
      XCTAssertEqual(try run(["field", "add"] + words).complaint, "")
    }
    let shirt = try add("Shirt", "--price", "20.00 EUR", "--category", "Clothes")
    let made = try run(
      "variant", "make", shirt, "--option", "Size=S,M", "--option", "Colour=red,blue")
    XCTAssertEqual(made.complaint, "")
    let ids = made.output.split(separator: "\n").map(String.init)
    XCTAssertEqual(ids.count, 4)
    XCTAssertEqual(
      try run("variant", shirt).output,
      zip(ids, ["S\tred", "S\tblue", "M\tred", "M\tblue"]).map { "\($0)\t\($1)\t\t20.00 EUR\t\n" }
        .joined())
    let json = try objects("variant", shirt)
    XCTAssertEqual(json.compactMap { $0["variantOf"] as? String }, [shirt, shirt, shirt, shirt])

    XCTAssertEqual(try run("edit", ids[0], "--sku", "SH-S-R", "--price", "25 EUR").status, 0)
    XCTAssertEqual(try run("edit", shirt, "--price", "30 EUR").status, 0)
    XCTAssertEqual(
      try run("list", "--sort", "price", "--columns", "price", "--contains", "title=·").output
        .split(separator: "\n").map { $0.split(separator: "\t")[1] },
      ["25.00 EUR", "30.00 EUR", "30.00 EUR", "30.00 EUR"])
    XCTAssertEqual(try run("edit", ids[0], "--price", "").status, 0)
    let variant = try run("show", ids[0]).output
    XCTAssertTrue(variant.contains("30.00 EUR"), "what is emptied is taken again: \(variant)")
    XCTAssertTrue(variant.contains("Shirt  \(shirt)"), variant)
    let head = try run("show", shirt).output
    XCTAssertTrue(head.contains("Size, Colour"), head)

    XCTAssertEqual(try run("count", "--no-variants").output, "1\n")
    XCTAssertEqual(try run("variant", "leave", ids[0]).status, 0)
    XCTAssertEqual(try run("variant", shirt).output.split(separator: "\n").count, 3)
    XCTAssertEqual(try run("variant", "join", ids[0], "--of", shirt).status, 0)
    XCTAssertEqual(try run("variant", shirt).output.split(separator: "\n").count, 4)
    XCTAssertEqual(try run("variant", "options", shirt, "Colour").status, 0)
    XCTAssertTrue(try run("variant", shirt).output.contains("\tred\t"))
    XCTAssertEqual(try run("delete", shirt).status, 0)
    XCTAssertEqual(try run("count").output, "0\n")
    XCTAssertEqual(try run("undo").status, 0)
    XCTAssertEqual(try run("count").output, "5\n")
  }

  func testWhatCannotBeIsRefused() throws {
    _ = try run("field", "add", "Size", "--kind", "choice", "--choice", "S", "--choice", "M")
    let shirt = try add("Shirt")
    let variant = try run("variant", "make", shirt, "--option", "Size=S").words
    for (words, status, part) in [
      (["make", shirt], 2, "--option"), (["make", shirt, "--option", "Size=XXL"], 2, "S, M"),
      (["make", shirt, "--option", "Cut=slim"], 2, "Size"),
      (["make", variant, "--option", "Size=M"], 1, "variant"),
      (["join", shirt], 2, "--of"), (["join", shirt, "--of", variant], 1, "variant"),
      (["options", shirt, "Cut"], 2, "Size"),
      // And what makes it.
      (
        ["make", shirt, "--option", "Cut=slim, very loose"], 2,
        "vitrinectl field add Cut --kind choice --choice slim --choice \"very loose\""
      ),
    ] {
      let answer = try run(["variant"] + words)
      XCTAssertEqual(Int(answer.status), status, "\(words): \(answer.complaint)")
      XCTAssertTrue(answer.complaint.contains(part), "\(words): \(answer.complaint)")
    }
    XCTAssertEqual(try run("count").output, "2\n")
  }

  func testOptionsAreListedSetAndCompleted() throws {
    for name in ["Size", "Colour"] {
      XCTAssertEqual(try run("field", "add", name, "--kind", "line").complaint, "")
    }
    let shirt = try add("Shirt")
    _ = try run(
      "variant", "make", shirt, "--option", "Size=S", "--option", "Size=M", "--option",
      "Colour=red,blue")
    XCTAssertEqual(try run("variant", shirt).output.split(separator: "\n").count, 4)
    let large = try run("variant", "make", shirt, "--option", "Size=L").output
      .split(separator: "\n").map(String.init)
    XCTAssertEqual(large.count, 2, "in both colours")

    XCTAssertEqual(try run("variant", "options", shirt).output, "Size\nColour\n")
    let twice = try run("variant", "options", shirt, "Size", "Size")
    XCTAssertEqual(twice.status, 1)
    XCTAssertTrue(twice.complaint.contains("twice"), twice.complaint)
    XCTAssertEqual(try run("variant", "options", shirt).output, "Size\nColour\n")
    let same = try run("edit", large[0], "--set", "Size=S")
    XCTAssertTrue(same.output.contains("the same options"), same.output)
    XCTAssertEqual(try run("variant", "options", shirt, "").status, 0)
    XCTAssertEqual(try run("variant", "options", shirt).output, "")
  }

  func testAmountsMaySayTheirUnit() throws {
    let cheese = try add("Gouda", "--unit", "kg", "--stock", "1250 g")
    XCTAssertTrue(try run("show", cheese).output.contains("1.25 kg"))
    XCTAssertEqual(
      try run("edit", cheese, "--pack-size", "250 g", "--stock", "500 g").complaint, "")
    let json = try run("show", cheese, "--json").output
    XCTAssertTrue(json.contains("\"packSize\":0.25,\"stock\":2"), json)
    let refused = try run("edit", cheese, "--minimum-stock", "3 l")
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("must be in kg"), refused.complaint)
    XCTAssertEqual(try run("edit", cheese, "--price", "2.40 EUR / 100 g").complaint, "")
    XCTAssertTrue(try run("show", cheese).output.contains("6.00 EUR"), "of a pack")
    XCTAssertEqual(try run("edit", cheese, "--unit", "m2", "--pack-size", "").complaint, "")
  }

  func testAnotherUnitConvertsOrSaysThatItDoesNot() throws {
    let cheese = try add("Gouda", "--unit", "kg", "--stock", "12.5")
    XCTAssertEqual(try run("edit", cheese, "--unit", "g").output, "1 product changed.\n")
    XCTAssertTrue(try run("show", cheese).output.contains("12500"))
    XCTAssertEqual(try run("edit", cheese, "--unit", "kg", "--price", "24 EUR").status, 0)
    let refused = try run("edit", cheese, "--unit", "g")
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("Gouda"), refused.complaint)
    let litres = try run("edit", cheese, "--unit", "l")
    XCTAssertTrue(litres.output.contains("keeps its numbers"), litres.output)
  }
}
