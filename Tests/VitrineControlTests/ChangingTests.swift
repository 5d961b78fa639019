// SPDX-License-Identifier: Apache-2.0
// `vitrinectl` changing the catalogue, called like a script does: the built program, its output,
// its status, and the catalogue afterwards.

import Catalog
import Foundation
import XCTest

final class ChangingTests: ControlTestCase {
  /// A product as `--json` prints it.
  private struct Record: Decodable {
    struct Note: Decodable { let text: String }
    struct Image: Decodable { let file: String }
    let id: String
    let title: String
    let price: String?
    let sku: String?
    let stock: Int?
    let tags: [String]?
    let notes: [Note]?
    let images: [Image]?
    let revision: Int

    init(_ json: String) throws {
      self = try JSONDecoder().decode(Record.self, from: Data(json.utf8))
    }
  }

  private func shown(_ id: String) throws -> Record {
    try Record(run("show", id, "--json").output)
  }

  func testNewValuesAreMadeFromTheOldOnes() throws {
    var ids: [String] = []
    for (title, price) in [("Rose", "9.99 EUR"), ("Red Rose", "1.00 EUR")] {
      ids.append(try run("add", "--title", title, "--price", price, "--stock", "3").words)
    }
    let made = try run(
      ["edit"] + ids + [
        "--calculate", "price=+7%,.99", "--calculate", "stock=x2", "--calculate=stock=-1",
        "--replace", "title=Rose=Tulip", "--number", "sku=A-09",
      ])
    XCTAssertEqual(made.output, "2 products changed.\n", made.complaint)
    let products = try ids.map(shown)
    XCTAssertEqual(products.map(\.title), ["Tulip", "Red Tulip"])
    XCTAssertEqual(products.map(\.price), ["10.99", "0.99"])
    XCTAssertEqual(products.map(\.stock), [5, 5])
    XCTAssertEqual(products.map(\.sku), ["A-09", "A-10"])
    XCTAssertEqual(try run("undo").status, 0)
    XCTAssertEqual(try shown(ids[0]).title, "Rose", "one command, one undo")
    let stepped = try run(
      ["edit"] + ids + [
        "--number", "sku=B-10", "--step", "5", "--calculate", "stock=x5,10",
      ])
    XCTAssertEqual(stepped.status, 0, stepped.complaint)
    XCTAssertEqual(try ids.map { try shown($0).sku }, ["B-10", "B-15"])
    XCTAssertEqual(try ids.map { try shown($0).stock }, [20, 20])
    XCTAssertEqual(try run("undo").status, 0)

    for words in [
      ["--calculate", "price=+7%,.98"], ["--calculate", "price=lots"],
      ["--calculate", "title=+1"], ["--replace", "title=Rose"], ["--number", "sku=none"],
      ["--calculate", "price"], ["--step", "2"], ["--number", "sku=1", "--step", "two"],
    ] {
      XCTAssertEqual(try run(["edit", ids[0]] + words).status, 2, "\(words)")
    }
    let refused = try run(["edit"] + ids + ["--calculate", "price=-2"])
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("must not be negative"), refused.complaint)
    XCTAssertEqual(try shown(ids[0]).price, "9.99", "all of them or none")
  }

  func testAddEditDeleteAndBack() throws {
    let picture = beside("rose.png")
    try Self.smallPicture.write(to: picture)
    let rose = try run(
      "add", "--title", "Rose", "--price", "24.99 EUR", "--tag", "red", "--tag=cut", "--category",
      "Flowers/Roses", "--sku", "R-1", "--gtin", "4006381333931", "--stock", "7",
      "--minimum-stock", "2", "--year", "2011", "--description", "Long.", "--image", picture.path,
      "--note", "Care\nWater daily.")
    XCTAssertEqual(rose.status, 0, rose.complaint)
    let id = rose.words
    var line = try shown(id)
    XCTAssertEqual(line.id, id)
    XCTAssertEqual(line.price, "24.99")
    XCTAssertEqual(line.tags, ["red", "cut"])
    XCTAssertEqual(line.notes?.first?.text, "Water daily.")
    XCTAssertEqual(line.images?.count, 1)
    XCTAssertEqual(line.revision, 1)
    let fern = try run("add", "--title", "Fern", "--json")
    let other = try Record(fern.output).id

    var answer = try run("edit", id, other, "--stock", "", "--tag", "sale", "--remove-tag", "cut")
    XCTAssertEqual(answer.output, "2 products changed.\n", answer.complaint)
    line = try shown(id)
    XCTAssertNil(line.stock)
    XCTAssertEqual(line.tags, ["red", "sale"])
    XCTAssertEqual(try shown(other).tags, ["sale"])
    answer = try run("undo")
    XCTAssertEqual(answer.words.hasPrefix("Undone: Edit"), true, answer.output)
    XCTAssertNil(try shown(other).tags, "one command, one undo")
    XCTAssertEqual(try run("redo").status, 0)

    answer = try run("edit", id, "--revision", "1", "--title", "Late")
    XCTAssertEqual(answer.status, 3, answer.complaint)
    answer = try run("edit", id, UUID().uuidString, "--title", "Late")
    XCTAssertEqual(answer.status, 1)
    XCTAssertEqual(try shown(id).title, "Rose")
    let revision = try "\(shown(id).revision)"
    XCTAssertEqual(try run("edit", id, "--revision", revision, "--sku", "").status, 0)
    XCTAssertNil(try shown(id).sku)

    XCTAssertEqual(try run("delete", id).output, "1 product deleted.\n")
    XCTAssertTrue(try run("trash").output.hasPrefix(id))
    XCTAssertEqual(try run("delete", id).status, 1)
    XCTAssertEqual(try run("trash", "restore", id, "--json").output, "{\"restored\":1}\n")
    XCTAssertEqual(try run("delete", id).status, 0)
    XCTAssertEqual(try run("trash", "empty").output, "1 product erased.\n")
    XCTAssertEqual(try run("show", id).status, 1)
    XCTAssertTrue(try run("history").output.contains("Erase Product"))
    XCTAssertEqual(try objects("history").first?["state"] as? String, "undoable")
    XCTAssertEqual(try run("check", "--json").status, 0)
  }

  func testWrongCallsChangeNothing() throws {
    XCTAssertEqual(try run("add", "--title", "Rose", "--sku", "R-1").status, 0)
    for words in [
      ["add"], ["add", "--title", ""], ["add", "--title", "x", "--price", "12"],
      ["add", "--title", "x", "--gtin", "4006381333932"], ["add", "--title", "x", "--stock", "-"],
      ["add", "--title", "x", "--stock", "-1"], ["add", "--title", "x", "--tag", "a\nb"],
      ["add", "--title", "x", "--minimum-stock", "2000000000"],
      ["add", "--title", "x", "extra"], ["edit"], ["edit", "x"], ["edit", UUID().uuidString],
      ["delete"], ["trash", "burn"], ["generate"], ["generate", "-5"], ["generate", "many"],
      ["import"], ["export"], ["undo", "3"],
    ] {
      let process = call(words)
      process.standardError = Pipe()
      process.standardOutput = Pipe()
      try process.run()
      process.waitUntilExit()
      XCTAssertEqual(process.terminationStatus, 2, "\(words)")
    }
    let missing = try run("add", "--title", "Other", "--image", "/nowhere.png")
    XCTAssertTrue(missing.complaint.contains("is missing"), missing.complaint)
    XCTAssertEqual(try run("list").output.split(separator: "\n").count, 1)
    XCTAssertEqual(try run("redo").status, 1)
  }

  func testEveryVerbHasHelp() throws {
    let all = try run("--help").output
    for verb in [
      "list", "search", "show", "add", "edit", "delete", "trash", "undo", "redo", "history",
      "check", "generate", "import", "export",
    ] {
      let help = try run(verb, "--help")
      XCTAssertEqual(help.status, 0, verb)
      XCTAssertTrue(help.output.hasPrefix("Usage: vitrinectl \(verb)"), help.output)
      XCTAssertTrue(all.contains("\n  \(verb) "), verb)
    }
    XCTAssertFalse(CatalogStore.exists(in: catalog), "asking makes nothing")
  }

  func testGenerateExportImport() throws {
    XCTAssertEqual(try run("generate", "50", "--pictures").output, "50 products added.\n")
    let out = beside("out").path
    XCTAssertEqual(try run("export", out).status, 0)
    let again = try run("export", out)
    XCTAssertEqual(again.status, 1)
    XCTAssertTrue(again.complaint.contains("already exists"), again.complaint)
    XCTAssertEqual(try run("export", "-").output.split(separator: "\n").count, 50)
    let imported = try run("import", out)
    XCTAssertEqual(imported.output, "0 products added, 50 unchanged.\n")
    let bad = beside("bad.jsonl")
    try Data("{\"title\":\"x\"}\n{\n".utf8).write(to: bad)
    let refused = try run("import", bad.path)
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("Line 2 of"), refused.complaint)
  }

  func testCtrlCLeavesNothing() throws {
    let process = call(["import", "-"])
    let (input, complaint) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardError = complaint
    process.standardOutput = Pipe()
    try process.run()
    // More than a pipe holds: once it is written, the import is running. It waits for the rest.
    let lines = String(repeating: "{\"title\":\"Rose\"}\n", count: 50_000)
    try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
    process.interrupt()
    process.waitUntilExit()
    let said = complaint.fileHandleForReading.readDataToEndOfFile()
    XCTAssertEqual(process.terminationStatus, 130)
    XCTAssertEqual(
      String(decoding: said, as: UTF8.self), "vitrinectl: Stopped. Nothing was changed.\n")
    XCTAssertEqual(try run("list").output, "")
    XCTAssertEqual(try run("check").output, "0 products, nothing wrong.\n")
  }

  /// On a terminal, a call that takes long says that it is working, and clears that message.
  func testWhatTakesLongSaysSo() throws {
    XCTAssertEqual(try run("generate", "1").status, 0)
    // Like `posix_openpt` and its relatives, which Swift does not import: TIOCSPTLCK and TIOCGPTN.
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (isLocked, number): (Int32, Int32) = (0, -1)
    XCTAssertEqual(ioctl(terminal, 0x4004_5431, &isLocked), 0)
    XCTAssertEqual(ioctl(terminal, 0x8004_5430, &number), 0)
    let screen = FileHandle(
      fileDescriptor: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY), closeOnDealloc: true)
    let process = call(["add", "--title", "Rose"])
    process.standardOutput = screen
    process.standardError = screen
    // It waits for a lock that another process holds.
    let lock = open(catalog.appendingPathComponent("catalog.lock").path, O_RDWR)
    XCTAssertEqual(flock(lock, LOCK_EX), 0)
    try process.run()
    var said = ""
    /// What appears on the screen next, within twenty seconds.
    func read() {
      var (bytes, ready) = ([UInt8](repeating: 0, count: 1024), pollfd())
      (ready.fd, ready.events) = (terminal, Int16(POLLIN))
      guard poll(&ready, 1, 20_000) == 1 else { return XCTFail("nothing follows “\(said)”") }
      let count = Glibc.read(terminal, &bytes, bytes.count)
      if count > 0 { said += String(decoding: bytes[..<count], as: UTF8.self) }
    }
    while !said.contains("vitrinectl add: working for ") {
      let before = said
      read()
      guard said != before else { break }
    }
    close(lock)
    process.waitUntilExit()
    read()
    XCTAssertEqual(process.terminationStatus, 0)
    let last = try XCTUnwrap(said.components(separatedBy: "\r\u{1b}[K").last)
    XCTAssertNotNil(UUID(uuidString: last.trimmingCharacters(in: .whitespacesAndNewlines)), said)
    close(terminal)
  }

  func testAnOpenWindowSeesAnImport() async throws {
    let store = try await CatalogStore.open(in: catalog)
    let stream = store.changes()
    let heard = Task { for await change in stream where change == .everything { break } }
    let file = beside("one.jsonl")
    try Data(#"{"title":"From outside"}"#.utf8).write(to: file)
    let answer = try run("import", file.path)
    XCTAssertEqual(answer.output, "1 product added.\n", answer.complaint)
    await heard.value
    let titles = try await store.products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles, ["From outside"])
    await store.close()
  }

  func testItLinksNoGTK() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ldd")
    process.arguments = [try XCTUnwrap(call([]).executableURL).path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let libraries = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    XCTAssertTrue(libraries.contains("libsqlite3"), libraries)
    XCTAssertFalse(libraries.contains("gtk"), libraries)
  }
}
