// SPDX-License-Identifier: Apache-2.0
// `vitrinectl import` with lists of other programs.

import XCTest

final class ListImportTests: ControlTestCase {
  private func list(_ text: String) throws -> String {
    let file = beside("list.csv")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  func testADryRunShowsWhatWouldChangeAndChangesNothing() throws {
    try add("Gouda", "--sku", "0012", "--price", "10 EUR")
    try add("Brie", "--sku", "0013", "--price", "8.90 EUR")
    let file = try list(
      "Artikel-Nr.;Bezeichnung;Preis\n0012;Gouda;12,50 €\n0013;Brie;8,90 €\n0014;Edam;5,- €\n0012;Gouda alt;1 €\n0015;;2 €\n"
    )
    let lines = try objects("import", file, "--dry-run", "--rows")
    let summary = try XCTUnwrap(lines.first)
    XCTAssertEqual(summary["format"] as? String, "csv")
    XCTAssertEqual(summary["rows"] as? Int, 5)
    XCTAssertEqual(summary["new"] as? Int, 1)
    XCTAssertEqual(summary["changed"] as? Int, 1)
    XCTAssertEqual(summary["same"] as? Int, 1)
    let refused = try XCTUnwrap(summary["refused"] as? [[String: Any]])
    XCTAssertEqual(refused.map { $0["row"] as? Int }, [5, 6])
    XCTAssertEqual(
      (summary["head"] as? [[String: Any]])?.map { $0["field"] as? String },
      ["sku", "title", "price"])
    let rows = lines.dropFirst()
    XCTAssertEqual(
      rows.map { $0["outcome"] as? String }, ["changed", "same", "new", "refused", "refused"])
    XCTAssertEqual(rows.first?["price"] as? String, "12.50")
    XCTAssertEqual((rows.first?["old"] as? [String: String])?["price"], "10.00 EUR")
    XCTAssertEqual(try objects("list").map { $0["price"] as? String }, ["10.00", "8.90"])
  }

  func testAnImportIsOneStepOfUndo() throws {
    try add("Gouda", "--sku", "0012", "--price", "10 EUR")
    let file = try list("SKU,Name,Price,Colour\n0012,Gouda,12.50 EUR,yellow\n0014,Edam,5 EUR,red\n")
    XCTAssertEqual(try run("import", file).status, 0)
    let listed = try objects("list", "--sort", "title")
    XCTAssertEqual(listed.map { $0["title"] as? String }, ["Edam", "Gouda"])
    XCTAssertEqual(
      listed.map { ($0["fields"] as? [String: Any])?["Colour"] as? String }, ["red", "yellow"])
    let again = try objects("import", file, "--dry-run")
    XCTAssertEqual(again[0]["same"] as? Int, 2)
    XCTAssertEqual(try run("undo").status, 0)
    XCTAssertEqual(try objects("list").map { $0["price"] as? String }, ["10.00"])
  }

  func testAnOpenQuestionEndsWithItsOwnStatus() throws {
    let file = try list("SKU,Name,Price\n1,A,\"1,234\"\n")
    let asked = try run("import", file)
    XCTAssertEqual(asked.status, 4)
    XCTAssertTrue(asked.output.contains("\"questions\":[{"), asked.output)
    XCTAssertEqual(try run("list").words, "")
    let wrong = try run("import", file, "--answer", "Price=XYZ", "--answer", "Price=HUF")
    XCTAssertEqual(wrong.status, 4)
    XCTAssertTrue(wrong.complaint.contains("“XYZ” is no answer"), wrong.complaint)
    XCTAssertFalse(wrong.complaint.contains("HUF"), wrong.complaint)
    XCTAssertEqual(
      try run("import", file, "--answer", "Price=thousands", "--answer", "Price=JPY").status, 0)
    XCTAssertEqual(try objects("list").first?["price"] as? String, "1234")
  }

  func testAnExportIsComparedLikeAnyList() throws {
    try add("Gouda", "--sku", "0012", "--price", "10 EUR")
    let directory = beside("export").path
    XCTAssertEqual(try run("export", directory).status, 0)
    let summary = try objects("import", directory, "--dry-run")[0]
    XCTAssertEqual(summary["format"] as? String, "vitrine")
    XCTAssertEqual(summary["same"] as? Int, 1)
    XCTAssertEqual(summary["key"] as? [String], ["id"])
  }

  func testPicturesBesideTheListComeAlong() throws {
    try Self.smallPicture.write(to: beside("a.png"))
    let file = try list("SKU,Name,Image\n1,A,a.png\n2,B,b.png\n")
    let answer = try run("import", file)
    XCTAssertEqual(answer.status, 0, answer.complaint)
    XCTAssertTrue(answer.complaint.contains("b.png"), answer.complaint)
    let ids = try objects("list", "--sort", "title").compactMap { $0["id"] as? String }
    XCTAssertEqual(ids.count, 2)
    let counts = try ids.map { (try objects("show", $0)[0]["images"] as? [Any])?.count ?? 0 }
    XCTAssertEqual(counts, [1, 0])
  }

  func testColumnsAndKeysCanBeChosen() throws {
    try add("Old", "--sku", "X", "--gtin", "4006381333931")
    let file = try list("Nr,Text,Bar\n1,New,4006381333931\n")
    let lines = try objects(
      "import", file, "--dry-run", "--rows", "--map", "title=Text", "--map", "gtin=Bar", "--key",
      "gtin")
    XCTAssertEqual(lines[0]["key"] as? [String], ["gtin"])
    XCTAssertEqual(lines[1]["outcome"] as? String, "changed")
    let wrong = try run("import", file, "--map", "title=Nothing")
    XCTAssertEqual(wrong.status, 1)
    XCTAssertTrue(wrong.complaint.contains("Nothing"), wrong.complaint)
  }

  func testAFieldOfOnesOwnCanBeLeftOut() throws {
    let file = try list("SKU,Name,Shelf\n1,A,left\n")
    let head = try objects("import", file, "--dry-run", "--map", "Shelf=")[0]["head"]
    let fields = (head as? [[String: Any]])?.map { $0["field"] as? String }
    XCTAssertEqual(fields, ["sku", "title", nil])
  }

  func testJSONOfOtherProgramsIsAList() throws {
    for text in [
      "{\"sku\":\"1\",\"name\":\"A\",\"price\":5}\n{\"sku\":\"2\",\"name\":\"B\",\"price\":6}\n",
      "{\n \"products\": [\n{\"sku\":\"1\",\"name\":\"A\",\"price\":5}\n]}",
    ] {
      let file = try list(text)
      XCTAssertEqual(try run("import", file).status, 4, text)
      XCTAssertEqual(try run("import", file, "--answer", "price=EUR").status, 0)
    }
    XCTAssertEqual(try objects("list", "--sort", "sku").map { $0["title"] as? String }, ["A", "B"])
    // A mistake in a line of ours is one.
    let wrong = try run("import", list("{\"title\":\"C\",\"shelf\":\"x\"}\n"))
    XCTAssertEqual(wrong.status, 1)
    XCTAssertTrue(wrong.complaint.contains("“shelf” is not a key"), wrong.complaint)
  }

  func testRowsThatAreLeftOutAreNamed() throws {
    let file = try list(
      "SKU;Titel;Preis\n1;Tasse;3 €\n2;Teller;4 €\n;Summe;7 €\n\nAlle Preise inkl. MwSt.;;\n")
    let summary = try objects("import", file, "--dry-run")[0]
    let left = try XCTUnwrap(summary["leftOut"] as? [[String: Any]])
    XCTAssertEqual(left.map { $0["row"] as? Int }, [4, 6])
    XCTAssertTrue(try run("import", file).output.contains("Row 4 is left out."))
    XCTAssertEqual(try objects("list").count, 2)
  }

  func testAProductInTheTrashIsNotChangedThere() throws {
    try add("Gouda", "--sku", "1")
    let id = try XCTUnwrap(objects("list")[0]["id"] as? String)
    XCTAssertEqual(try run("delete", id).status, 0)
    let file = try list("Key,Name\n\(id),Edam\n")
    let lines = try objects("import", file, "--map", "id=Key", "--dry-run", "--rows")
    XCTAssertEqual(lines[1]["outcome"] as? String, "refused")
    XCTAssertEqual(try run("import", file, "--map", "id=Key").status, 1)
    XCTAssertEqual(try objects("trash").map { $0["title"] as? String }, ["Gouda"])
  }

  func testAGTINIsTheSameWithZerosBeforeIt() throws {
    let file = try list("EAN,Name\n04006381333931,A\n4006381333931,B\n")
    let summary = try objects("import", file, "--dry-run")[0]
    XCTAssertEqual(summary["new"] as? Int, 1)
    XCTAssertEqual((summary["refused"] as? [[String: Any]])?.map { $0["row"] as? Int }, [3])
  }

  func testAStockBelowZeroIsRefusedInItsRow() throws {
    let file = try list("SKU,Name,Stock\n1,A,-3\n2,B,5\n")
    let summary = try objects("import", file, "--dry-run")[0]
    XCTAssertEqual((summary["refused"] as? [[String: Any]])?.map { $0["row"] as? Int }, [2])
    XCTAssertEqual(try run("import", file).status, 0)
    XCTAssertEqual(try objects("list").map { $0["title"] as? String }, ["B"])
  }

  func testHowATextIsReadIsSaidAndCanBeChosen() throws {
    let file = beside("list.csv")
    var bytes = Data("SKU;Name;Note\n1;Tür;a, b\n".utf8)
    let line = "2;Müller und Söhne aus Köln;c, d\n"
    for _ in 0..<50 { bytes += Data(line.utf8) }
    bytes += Data("3;K".utf8) + [0xE4] + Data("se;e, f\n".utf8)
    try bytes.write(to: file)
    let found = try objects("import", file.path, "--dry-run")[0]
    XCTAssertEqual(found["encoding"] as? String, "UTF-8")
    XCTAssertEqual(found["delimiter"] as? String, ";")
    XCTAssertEqual(found["replaced"] as? Int, 1)
    let chosen = try objects(
      "import", file.path, "--dry-run", "--encoding", "Windows-1252", "--delimiter", ",")[0]
    XCTAssertEqual(chosen["encoding"] as? String, "Windows-1252")
    XCTAssertEqual(chosen["delimiter"] as? String, ",")
    XCTAssertEqual(chosen["replaced"] as? Int, 0)
  }

  func testSheetsThatAreNotReadAreNamed() throws {
    let file = beside("list.xml")
    func sheet(_ name: String, _ price: String) -> String {
      let rows = [["SKU", "Name", "Price"], ["1", name, price]].map { row in
        "<Row>" + row.map { "<Cell><Data ss:Type=\"String\">\($0)</Data></Cell>" }.joined()
          + "</Row>"
      }
      return "<Worksheet ss:Name=\"\(name)\"><Table>\(rows.joined())</Table></Worksheet>"
    }
    let text =
      "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" "
      + "xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\">"
      + sheet("Cheese", "1 EUR") + sheet("Wine", "2 EUR") + "</Workbook>"
    try Data(text.utf8).write(to: file)
    let summary = try objects("import", file.path, "--dry-run")[0]
    XCTAssertEqual(summary["sheet"] as? String, "Cheese")
    XCTAssertEqual(summary["otherSheets"] as? [String], ["Wine"])
  }

  func testHiddenAndContinuedRowsAreSaid() throws {
    func row(_ cells: [String], _ attributes: String = "") -> String {
      "<Row\(attributes)>"
        + cells.map { "<Cell><Data ss:Type=\"String\">\($0)</Data></Cell>" }.joined() + "</Row>"
    }
    let rows =
      row(["SKU", "Name", "Stock"]) + row(["1", "Gouda", "2"], " ss:Hidden=\"1\"")
      + row(["", "jung", ""]) + row(["2", "Edam", "3"])
    let file = try list(
      "<?xml version=\"1.0\"?><Workbook xmlns:ss=\"s\"><Worksheet ss:Name=\"W\"><Table>\(rows)</Table></Worksheet></Workbook>"
    )
    let plan = try objects("import", file, "--dry-run")[0]
    XCTAssertEqual(plan["hidden"] as? Int, 1)
    XCTAssertEqual((plan["leftOut"] as? [[String: Any]])?.map { $0["row"] as? Int }, [3])
    XCTAssertTrue(
      try run("import", file, "--dry-run").words.contains("1 row is hidden in the spreadsheet"))
  }

  func testColumnsThatMakeVariantsAreNotLeftOut() throws {
    let file = try list("SKU,Title,Variant of,Size\nSH,Shirt,,\nS1,,SH,S\nS2,,SH,M\n")
    let preview = try run("import", file, "--dry-run").output
    XCTAssertTrue(preview.contains("Variants by: Variant of\n"), preview)
    XCTAssertFalse(preview.contains("Left out"), preview)
  }
}
