// SPDX-License-Identifier: Apache-2.0
// `vitrinectl labels`, and the labels as a scanner reads them.

import Catalog
import Foundation
import XCTest

final class LabelVerbTests: ControlTestCase {
  func testALabelThatIsScannedLeadsToItsProduct() async throws {
    let cheese = try add("Cheese", "--gtin", "4006381333931", "--price", "5 EUR")
    let tea = try add("Tea", "--sku", "TEA-7")
    let soap = try add("Soap")
    let file = beside("labels.pdf")
    let answer = try run("labels", "--sheet", "L7160", "--dpi", "203", "--to", file.path)
    XCTAssertEqual(answer.words, "3 labels on 1 page.", answer.complaint)
    XCTAssertEqual(
      Set(try scan(file, dotsPerInch: 203)),
      ["4006381333931", "TEA-7", "vitrine:product/\(soap)"])
    let store = try await CatalogStore.open(in: catalog)
    let found = try await store.identifiers(
      of: ProductQuery(), having: [.gtin("4006381333931"), .sku("TEA-7")])
    await store.close()
    XCTAssertEqual(Set(found.products.map(\.uuidString)), [cheese, tea])
  }

  func testCopiesAndTheFirstLabel() throws {
    let cheese = try add("Cheese", "--stock", "3")
    try add("Tea", "--stock", "0")
    let ham = try add("Ham", "--stock", "2.5", "--unit", "kg")
    let file = beside("labels.pdf")
    func count(_ options: String...) throws -> [String: Any] {
      try XCTUnwrap(
        try JSONSerialization.jsonObject(
          with: Data(
            run(["labels", "--sheet", "7160", "--to", file.path, "--json"] + options).output.utf8))
          as? [String: Any])
    }
    // Three cheeses, one ham, which is weighed, and no tea.
    XCTAssertEqual(try count("--copies", "stock")["labels"] as? Int, 4)
    XCTAssertEqual(try count("--copies", "7")["pages"] as? Int, 1, "21 labels are a sheet")
    let next = try count("--copies", "7", "--first", "2")
    XCTAssertEqual(next["pages"] as? Int, 2)
    XCTAssertEqual(next["labels"] as? Int, 21)
    XCTAssertEqual(try count("--contains", "title=Tea")["products"] as? Int, 1)
    // All of the ham, and of the cheese what has come since.
    for stock in ["1", "13", "11"] { _ = try run("edit", cheese, "--stock", stock) }
    XCTAssertEqual(try count("--copies", "arrived")["labels"] as? Int, 12 + 1)
    _ = try run("edit", ham, "--stock", "")
    _ = try run("undo")
    XCTAssertEqual(try count("--copies", "arrived")["labels"] as? Int, 12 + 1)
    let none = try run(
      "labels", "--sheet", "7160", "--to", file.path, "--copies", "arrived", "--contains",
      "title=Tea")
    XCTAssertEqual(none.status, 1)
    XCTAssertTrue(none.complaint.contains("None of these products has come"), none.complaint)
  }

  func testWhatCannotBePrintedIsNamedAndNothingIsWritten() throws {
    try add("Cheese", "--gtin", "4006381333931")
    try add("Tea")
    let file = beside("labels.pdf")
    // 31 mm do for the QR code, and not for the bars.
    let refused = try run("labels", "--size", "27x60", "--to", file.path)
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(
      refused.complaint.contains("“Cheese”: “4006381333931” as EAN-13"), refused.complaint)
    XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
    let rest = try run("labels", "--size", "27x60", "--to", file.path, "--leave-out")
    XCTAssertEqual(rest.words, "1 label on 1 page.", rest.complaint)
    XCTAssertTrue(rest.complaint.contains("“Cheese”"), rest.complaint)
    XCTAssertEqual(rest.status, 1)
  }

  func testALabelThatIsTooSmallSaysWhichOneWouldDoAndThatDoes() throws {
    try add("Cheese", "--gtin", "4006381333931", "--price", "5 EUR")
    let file = beside("labels.pdf")
    let refused = try run("labels", "--size", "20x12", "--dpi", "203", "--to", file.path)
    XCTAssertEqual(refused.status, 1)
    let words = refused.complaint.components(separatedBy: ": one of ")
    XCTAssertEqual(words.count, 2, refused.complaint)
    let size = (words.last ?? "").components(separatedBy: " mm would do.")[0]
      .replacingOccurrences(of: " × ", with: "x")
    let done = try run("labels", "--size", size, "--dpi", "203", "--to", file.path)
    XCTAssertEqual(done.words, "1 label on 1 page.", done.complaint)
  }

  func testWhatIsKnownOfAPrinterIsKeptAndUsed() throws {
    try add("Cheese", "--gtin", "4006381333931")
    let file = beside("labels.pdf")
    func fails(_ words: String..., saying: String, status: Int = 2) throws {
      // What is known of printers is known for all catalogues.
      let answer =
        try words.count > 1 && words[1].hasPrefix("printer") ? ofPrinters(words) : run(words)
      XCTAssertEqual(answer.status, status, "\(words)")
      XCTAssertTrue(answer.complaint.contains(saying), answer.complaint)
    }
    let label = ["labels", "--size", "40x25", "--layout", "code", "--to", file.path]
    try fails(
      "labels", "--sheet", "L7160", "--to", file.path, "--printer", "Zebra",
      saying: "Nothing is known")
    try fails("labels", "printer", "Zebra", saying: "--dpi")
    try fails("labels", "printer", "Zebra", "--dpi", "20", saying: "--dpi")
    try fails("labels", "printer", "Zebra", "--dpi", "203", "--forget", saying: "--forget")
    XCTAssertEqual(try ofPrinters("labels", "printer", "Zebra", "--dpi", "203").status, 0)
    XCTAssertEqual(try ofPrinters("labels", "printer", "Zebra", "--shift", "-1,0.5").status, 0)
    XCTAssertEqual(try ofPrinters("labels", "printer", "Laser", "--scale", "100.6").status, 0)
    XCTAssertEqual(
      try ofPrinters("labels", "printers").words,
      "Laser\t300\t0.0,0.0\t100.6,100.6\nZebra\t203\t-1.0,0.5\t100.0,100.0")
    XCTAssertEqual(try run(label + ["--printer", "Zebra"]).status, 0)
    XCTAssertEqual(try scan(file, dotsPerInch: 203), ["4006381333931"])
    // What is said counts more than what is known.
    let moved = try run(label + ["--shift", "30", "--printer", "Zebra"])
    XCTAssertTrue(moved.complaint.contains("off the paper"), moved.complaint)
    try fails(
      "labels", "--sheet", "L7160", "--to", file.path, "--printer", "Zebbra", saying: "“Zebra”")
    XCTAssertEqual(try ofPrinters("labels", "printer", "Zebra", "--forget").status, 0)
    XCTAssertFalse(try ofPrinters("labels", "printers").words.contains("Zebra"))
  }

  private func ofPrinters(_ words: String...) throws -> Answer { try ofPrinters(words) }

  private func ofPrinters(_ words: [String]) throws -> Answer {
    try run(words, inCatalogue: false)
  }

  func testMistakesAreSaidInWords() throws {
    try add("Tea")
    let file = beside("labels.pdf").path
    let mistakes: [([String], String)] = [
      (["--to", file], "needs a sheet"), (["--sheet", "7160"], "needs a file"),
      (["--sheet", "L716", "--to", file], "Did you mean"),
      (["--size", "2x2", "--to", file], "is not a size"),
      (["--sheet", "7160", "--first", "22", "--to", file], "no label 22"),
      (["--sheet", "7160", "--layout", "prize", "--to", file], "no layout “prize”"),
      (["--sheet", "7160", "--copies", "0", "--to", file], "at least 1"),
      (["--sheet", "7160", "--scale", "150", "--to", file], "--scale"),
    ]
    for (options, words) in mistakes {
      let answer = try run(["labels"] + options)
      XCTAssertEqual(answer.status, 2, "\(options): \(answer.complaint)")
      XCTAssertTrue(answer.complaint.contains(words), answer.complaint)
    }
    let missing = try run("labels", "--sheet", "7160", "--to", beside("missing/x.pdf").path)
    XCTAssertTrue(missing.complaint.contains("does not exist"), missing.complaint)
    XCTAssertEqual(missing.status, 1)
  }

  func testAFullDiskLeavesNothing() throws {
    try add("Tea")
    let full = call(["labels", "--sheet", "7160", "--copies", "5000", "--to", beside("x.pdf").path])
    let arguments = full.arguments ?? []
    let tool = full.executableURL?.path ?? ""
    full.executableURL = URL(fileURLWithPath: "/bin/sh")
    full.arguments = ["-c", "trap '' XFSZ; ulimit -f 400; exec \"$@\"", "sh", tool] + arguments
    let complaint = Pipe()
    full.standardError = complaint
    try full.run()
    let said = String(
      decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    full.waitUntilExit()
    XCTAssertEqual(full.terminationStatus, 1)
    XCTAssertTrue(said.contains("The disk is full"), said)
    XCTAssertTrue(said.contains("x.pdf"), said)
    let left = try FileManager.default.contentsOfDirectory(atPath: beside("").path)
    XCTAssertEqual(left.filter { $0.hasPrefix("x.pdf") }, [])
  }

  /// What zbar reads on the pages of a PDF as a printer in black and white has them.
  private func scan(_ file: URL, dotsPerInch: Int) throws -> [String] {
    let script = """
      pdftoppm -mono -png -r \(dotsPerInch) '\(file.path)' '\(file.path)' &&
      zbarimg -q --raw '\(file.path)'-*.png
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let read = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return read.split(separator: "\n").map(String.init)
  }
}
