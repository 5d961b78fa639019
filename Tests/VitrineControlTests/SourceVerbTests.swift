// SPDX-License-Identifier: Apache-2.0
// Lists that come again and again: only what their source changed is imported, and what a person changed stays.

import XCTest

final class SourceVerbTests: ControlTestCase {
  private func list(_ text: String, _ name: String = "list.csv") throws -> String {
    let file = beside(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private func id(_ title: String) throws -> String {
    let found = try objects("list").first { $0["title"] as? String == title }
    return try XCTUnwrap(found?["id"] as? String, title)
  }

  private let first =
    "SKU,Name,Price,Stock,Farbe\n1,Gouda,10 EUR,5,gelb\n2,Edam,5 EUR,3,rot\n3,Brie,8 EUR,2,weiss\n"

  func testOnlyWhatTheSourceChangedIsImported() throws {
    XCTAssertEqual(try run("import", list(first), "--source", "Dairy").status, 0)
    XCTAssertEqual(try run("edit", id("Gouda"), "--title", "Mine").status, 0)
    XCTAssertEqual(try run("edit", id("Edam"), "--price", "6 EUR").status, 0)
    let same = try objects("import", list(first), "--source", "Dairy", "--dry-run")[0]
    XCTAssertEqual(same["same"] as? Int, 3)
    // Columns were moved and renamed, a price and a stock changed, one product is new and one gone.
    let next = try list(
      "Name,SKU,Price,Colour,Stock\nGouda,1,11 EUR,gelb,5\nEdam,2,5 EUR,rot,4\nFeta,4,3 EUR,weiss,1\n"
    )
    let plan = try objects("import", next, "--source", "Dairy", "--dry-run", "--rows")
    XCTAssertEqual(
      plan.dropFirst().map { $0["outcome"] as? String }, ["changed", "changed", "new", "gone"])
    XCTAssertEqual((plan[1]["old"] as? [String: String]), ["price": "10.00 EUR"])
    XCTAssertEqual((plan[2]["old"] as? [String: String]), ["stock": "3"])
    XCTAssertEqual(try run("import", next, "--source", "Dairy", "--gone", "trash").status, 0)
    let listed = try objects("list", "--sort", "title")
    XCTAssertEqual(listed.map { $0["title"] as? String }, ["Edam", "Feta", "Mine"])
    XCTAssertEqual(listed.map { $0["price"] as? String }, ["6.00", "3.00", "11.00"])
    XCTAssertEqual(
      listed.map { ($0["fields"] as? [String: Any])?["Farbe"] as? String },
      ["rot", "weiss", "gelb"])
    // One step, the memory included.
    XCTAssertEqual(try run("undo").status, 0)
    XCTAssertEqual(try objects("list").count, 3)
    XCTAssertEqual(
      try objects("import", next, "--source", "Dairy", "--dry-run")[0]["changed"] as? Int, 2)
  }

  func testWhatBothChangedIsAsked() throws {
    XCTAssertEqual(try run("import", list(first), "--source", "Dairy").status, 0)
    XCTAssertEqual(try run("edit", id("Gouda"), "--stock", "9").status, 0)
    let next = try list(
      "SKU,Name,Price,Stock,Farbe\n1,Gouda,10 EUR,7,gelb\n2,Edam,5 EUR,3,rot\n3,Brie,8 EUR,2,weiss\n"
    )
    let asked = try run("import", next, "--source", "Dairy")
    XCTAssertEqual(asked.status, 4)
    XCTAssertTrue(asked.output.contains("\"answers\":[\"theirs\",\"mine\"]"), asked.output)
    XCTAssertEqual(
      try run("import", next, "--source", "Dairy", "--answer", "Stock=mine").status, 0)
    XCTAssertEqual(try objects("show", id("Gouda"))[0]["stock"] as? Int, 9)
    // What was kept is not asked about again, but the next change is.
    XCTAssertEqual(try run("import", next, "--source", "Dairy").status, 0)
    let last = try list(
      "SKU,Name,Price,Stock,Farbe\n1,Gouda,10 EUR,6,gelb\n2,Edam,5 EUR,3,rot\n3,Brie,8 EUR,2,weiss\n"
    )
    XCTAssertEqual(try run("import", last, "--source", "Dairy").status, 4)
  }

  func testWhatIsGoneIsMarkedOrHasNoStock() throws {
    XCTAssertEqual(try run("import", list(first), "--source", "Dairy").status, 0)
    let next = try list("SKU,Name,Price,Stock,Farbe\n1,Gouda,10 EUR,5,gelb\n2,Edam,5 EUR,3,rot\n")
    XCTAssertEqual(try run("import", next, "--source", "Dairy", "--gone", "zero").status, 0)
    XCTAssertEqual(try objects("show", id("Brie"))[0]["stock"] as? Int, 0)
    XCTAssertEqual(try run("undo").status, 0)
    XCTAssertEqual(try run("import", next, "--source", "Dairy", "--gone", "mark").status, 0)
    XCTAssertEqual(try objects("show", id("Brie"))[0]["tags"] as? [String], ["gone: Dairy"])
    // It is said once; and whoever is gone and comes back loses the mark.
    XCTAssertEqual(
      try objects("import", next, "--source", "Dairy", "--dry-run")[0]["gone"] as? Int, 0)
  }

  func testWhatComesBackIsComparedWithWhatWasKnownOfIt() throws {
    XCTAssertEqual(try run("import", list(first), "--source", "Dairy").status, 0)
    XCTAssertEqual(try run("edit", id("Brie"), "--title", "My Brie").status, 0)
    let next = try list("SKU,Name,Price,Stock,Farbe\n1,Gouda,10 EUR,5,gelb\n2,Edam,5 EUR,3,rot\n")
    XCTAssertEqual(try run("import", next, "--source", "Dairy", "--gone", "mark").status, 0)
    XCTAssertEqual(try run("import", next, "--source", "Dairy", "--gone", "mark").status, 0)
    XCTAssertEqual(
      try run("import", list(first), "--source", "Dairy", "--gone", "mark").status, 0)
    let back = try objects("show", id("My Brie"))[0]
    XCTAssertEqual(back["tags"] as? [String] ?? [], [])
  }

  func testNothingIsGoneWhoseCodeCannotBeRead() throws {
    let codes = "EAN,Name\n4006381333931,Pen\n4012345678901,Ink\n"
    XCTAssertEqual(try run("import", list(codes), "--source", "Paper").status, 0)
    let damaged = try list("EAN,Name\n4.00638E+12,Blue pen\n4012345678901,Ink\n")
    let asked = try run(
      "import", damaged, "--source", "Paper", "--gone", "trash", "--answer", "EAN=refuse")
    XCTAssertEqual(asked.status, 4, asked.output)
    XCTAssertTrue(asked.output.contains("\"gone\""), asked.output)
    _ = try run(
      "import", damaged, "--source", "Paper", "--gone", "trash", "--answer", "EAN=refuse",
      "--answer", "gone=no")
    XCTAssertEqual(try objects("list").count, 2)
    // Neither does a list with a head alone empty the catalogue.
    XCTAssertEqual(
      try run("import", list("EAN,Name\n"), "--source", "Paper", "--gone", "trash").status == 0
        && objects("list").isEmpty, false)
  }

  func testAListThatGetsAnotherCodeIsAboutTheSameProducts() throws {
    let codes = "EAN,Name\n4006381333931,Pen\n4012345678901,Ink\n,Rubber\n"
    XCTAssertEqual(try run("import", list(codes), "--source", "Paper").status, 0)
    let more = try list("SKU,EAN,Name\nP1,4006381333931,Pen\nP2,4012345678901,Ink\nP3,,Rubber\n")
    let plan = try objects("import", more, "--source", "Paper", "--dry-run")[0]
    XCTAssertEqual(["new", "changed", "gone"].map { plan[$0] as? Int }, [0, 3, 0])
    // Without a memory, too: what has no SKU here is found by its GTIN.
    let alone = try objects("import", more, "--dry-run")[0]
    XCTAssertEqual(["new", "changed"].map { alone[$0] as? Int }, [1, 2])
  }

  func testAColumnThatIsLeftOutOnceIsNotForgotten() throws {
    XCTAssertEqual(try run("import", list(first), "--source", "Dairy").status, 0)
    XCTAssertEqual(try run("edit", id("Gouda"), "--price", "12 EUR").status, 0)
    let less = try list("SKU,Name\n1,Gouda\n2,Edam\n3,Brie\n")
    XCTAssertEqual(try run("import", less, "--source", "Dairy").status, 0)
    XCTAssertEqual(
      try objects("import", list(first), "--source", "Dairy", "--dry-run")[0]["same"] as? Int, 3)
  }

  func testTheListItselfIsNotOverwrittenByWhatWasRefused() throws {
    let path = try list("SKU,Name,Price\n1,Gouda,x\n")
    XCTAssertEqual(try run("import", path, "--dry-run", "--refused", path).status, 2)
    XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), "SKU,Name,Price\n1,Gouda,x\n")
  }

  func testAColumnThatCannotBeFoundIsAsked() throws {
    XCTAssertEqual(try run("import", list(first), "--source", "Dairy").status, 0)
    let next = try list(
      "SKU,Name,Price,Stock,Shade\n1,Gouda,10 EUR,5,dark\n2,Edam,5 EUR,3,pale\n3,Brie,8 EUR,2,pale\n"
    )
    let asked = try objects("import", next, "--source", "Dairy", "--dry-run")[0]
    let questions = try XCTUnwrap(asked["questions"] as? [[String: Any]])
    XCTAssertEqual(questions.map { $0["column"] as? String }, ["Farbe"])
    XCTAssertEqual(questions.first?["answers"] as? [String], ["Shade", "none"])
    let chosen = try objects(
      "import", next, "--source", "Dairy", "--dry-run", "--answer", "Farbe=Shade")[0]
    XCTAssertEqual((chosen["questions"] as? [Any])?.count, 0)
    XCTAssertEqual(chosen["changed"] as? Int, 3)
    XCTAssertEqual(
      try run("import", next, "--source", "Dairy", "--answer", "Farbe=none").status, 0)
    XCTAssertEqual(try run("import", next, "--source", "Dairy").status, 0)
  }

  func testAKeyThatIsGoneIsAskedAndCanBeFoundOutAgain() throws {
    XCTAssertEqual(
      try run("import", list(first), "--source", "Dairy", "--key", "sku").status, 0)
    // Nothing in it can be the number that told the products.
    let next = try list(
      "Name,Price,Stock,Farbe\nGouda,11 EUR,5,gelb\nEdam,5 EUR,3,rot\nBrie,8 EUR,2,weiss\n")
    let asked = try run("import", next, "--source", "Dairy")
    XCTAssertEqual(asked.status, 4, asked.complaint)
    let plan = try objects("import", next, "--source", "Dairy", "--dry-run")[0]
    let questions = try XCTUnwrap(plan["questions"] as? [[String: Any]])
    XCTAssertEqual(questions.map { $0["column"] as? String }, ["SKU"])
    XCTAssertEqual(questions.first?["answers"] as? [String], ["none"])
    let chosen = try objects(
      "import", next, "--source", "Dairy", "--dry-run", "--answer", "SKU=none")[0]
    XCTAssertEqual((chosen["questions"] as? [Any])?.count, 0)
    XCTAssertEqual(chosen["key"] as? [String], ["title"])
    XCTAssertEqual(chosen["changed"] as? Int, 1)
    XCTAssertEqual(try run("import", next, "--source", "Dairy", "--answer", "SKU=none").status, 0)
    // A key that is said now has to be there.
    XCTAssertEqual(try run("import", next, "--source", "Dairy", "--key", "gtin").status, 1)
    // Another one, and none again.
    XCTAssertEqual(try run("import", list(first), "--source", "Dairy", "--key", "title").status, 0)
    let remembered = try objects("import", list(first), "--source", "Dairy", "--dry-run")[0]
    XCTAssertEqual(remembered["key"] as? [String], ["title"])
    let found = try objects(
      "import", list(first), "--source", "Dairy", "--dry-run", "--key", "")[0]
    XCTAssertEqual(found["key"] as? [String], ["sku"])
  }

  func testAProductThatWasDeletedStaysDeleted() throws {
    XCTAssertEqual(try run("import", list(first), "--source", "Dairy").status, 0)
    XCTAssertEqual(try run("delete", id("Brie")).status, 0)
    let plan = try objects("import", list(first), "--source", "Dairy", "--dry-run")[0]
    XCTAssertEqual(plan["same"] as? Int, 3)
    XCTAssertEqual(plan["new"] as? Int, 0)
  }

  func testSourcesAreListedAndForgotten() throws {
    XCTAssertEqual(try run("import", list(first), "--source", "Dairy").status, 0)
    let listed = try objects("source")
    XCTAssertEqual(listed.map { $0["name"] as? String }, ["Dairy"])
    XCTAssertEqual(listed.first?["rows"] as? Int, 3)
    XCTAssertEqual(try run("source", "forget", "Dairy").status, 0)
    XCTAssertEqual(try objects("source").count, 0)
    XCTAssertEqual(try run("source", "forget", "Dairy").status, 1)
  }

  func testRefusedRowsAreSavedAsTheListHasThem() throws {
    let file = beside("list.csv")
    let text = "Preisliste;;\nNr;Name;Preis\n1;Käse;3 €\n2;\"A; \"\"B\"\"\";x\n3;C;5 €\n"
    try windows1252(text).write(to: file)
    let refused = beside("refused.csv")
    XCTAssertEqual(
      try run("import", file.path, "--dry-run", "--refused", refused.path).status, 0)
    XCTAssertEqual(
      try Data(contentsOf: refused),
      windows1252("Preisliste\r\nNr;Name;Preis\r\n2;\"A; \"\"B\"\"\";x\r\n"))
  }

  /// Foundation of Swift 6.0.3 encodes in neither this nor Latin 1.
  private func windows1252(_ text: String) -> Data {
    Data(text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8(truncatingIfNeeded: $0.value) })
  }

  func testARememberedEncodingGivesWayToWhatTheTextProves() throws {
    let file = beside("list.csv")
    try windows1252("SKU,Name\n1,Käse\n").write(to: file)
    XCTAssertEqual(
      try run("import", file.path, "--source", "Dairy", "--encoding", "Windows-1252").status, 0)
    let next = try list("SKU,Name\n1,Käse\n2,Süßrahm\n")
    let plan = try objects("import", next, "--source", "Dairy", "--dry-run")[0]
    XCTAssertEqual(plan["encoding"] as? String, "UTF-8")
    XCTAssertEqual([plan["same"] as? Int, plan["new"] as? Int], [1, 1])
  }

  func testARememberedColumnIsFoundByItsNameAlone() throws {
    let old = try list("SKU,B,Name\n1,5,Gouda\n2,7,Edam\n3,9,Brie\n")
    XCTAssertEqual(try run("import", old, "--source", "Dairy").status, 0)
    // The second column is another one now.
    let next = try list("SKU,Farbe,Name\n1,gelb,Gouda\n2,rot,Edam\n3,weiss,Brie\n")
    let plan = try objects("import", next, "--source", "Dairy", "--dry-run")[0]
    XCTAssertEqual(
      (plan["head"] as? [[String: Any]])?.map { $0["field"] as? String }, ["sku", "Farbe", "title"])
    XCTAssertEqual((plan["questions"] as? [[String: Any]])?.map { $0["column"] as? String }, ["B"])
  }

  func testAColumnThatWasSaidByItsLetterIsRememberedByItsName() throws {
    let old = try list("SKU,Name,Notiz\n1,Gouda,Holland\n")
    XCTAssertEqual(
      try run("import", old, "--source", "Dairy", "--map", "Herkunft=C").status, 0)
    let next = try list("SKU,Name,Farbe,Notiz\n1,Gouda,gelb,Holland\n")
    let plan = try objects("import", next, "--source", "Dairy", "--dry-run")[0]
    XCTAssertEqual(
      (plan["head"] as? [[String: Any]])?.map { $0["field"] as? String },
      ["sku", "title", "Farbe", "Herkunft"])
  }

  func testASheetIsRememberedByItsName() throws {
    func book(_ names: [String]) throws -> String {
      let sheets = names.map { name in
        "<Worksheet ss:Name=\"\(name)\"><Table><Row><Cell><Data ss:Type=\"String\">SKU</Data></Cell><Cell><Data ss:Type=\"String\">Name</Data></Cell></Row><Row><Cell><Data ss:Type=\"String\">\(name)</Data></Cell><Cell><Data ss:Type=\"String\">Tea \(name)</Data></Cell></Row></Table></Worksheet>"
      }
      return try list(
        "<?xml version=\"1.0\"?><Workbook xmlns:ss=\"s\">\(sheets.joined())</Workbook>", "list.xml")
    }
    XCTAssertEqual(
      try run("import", book(["May", "Teas"]), "--source", "Shop", "--sheet", "2").status, 0)
    let plan = try objects(
      "import", book(["May", "June", "Teas"]), "--source", "Shop", "--dry-run")[0]
    XCTAssertEqual(plan["sheet"] as? String, "Teas")
    XCTAssertEqual(plan["same"] as? Int, 1)
    for sheet in ["-9223372036854775808", "0", "4"] {
      XCTAssertEqual(try run("import", book(["May"]), "--sheet", sheet).status, 1, sheet)
      XCTAssertNotEqual(
        try run("import", list("SKU,Name\n1,A\n"), "--map", "title=\(sheet)").status, 0, sheet)
    }
  }
}
