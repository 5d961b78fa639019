// SPDX-License-Identifier: Apache-2.0
// `vitrinectl backup` and `restore`: what a script gets, and what a window with the same
// catalogue sees.

import Catalog
import Foundation
import XCTest

final class RestoringTests: ControlTestCase {
  func testARestoreByAnotherProcessIsSeenAsAChange() async throws {
    let window = try await CatalogStore.open(in: catalog)
    let rose = try await window.create(Product(title: ProductTitle("Rose")))
    XCTAssertEqual(try run("backup").status, 0)
    let listed = try run("restore", "list").output
    let name = try XCTUnwrap(listed.split(separator: "\t").first.map(String.init))
    try await window.delete([rose.id])
    var changes = window.changes().makeAsyncIterator()
    let answer = try run("restore", name)
    XCTAssertEqual(answer.status, 0, answer.complaint)
    XCTAssertTrue(answer.output.hasPrefix("Restored: \(name)\t"), answer.output)
    XCTAssertTrue(answer.output.contains("Set aside: before-restoring-"), answer.output)
    let change = await changes.next()
    XCTAssertEqual(change, .everything)
    let titles = try await window.products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles, ["Rose"])
    _ = try await window.create(Product(title: ProductTitle("Tulip")))
    await window.close()
    XCTAssertEqual(try run("check").status, 0)
  }

  func testARestoreOverADamagedFileByAnotherProcessIsRefusedInWords() async throws {
    let window = try await CatalogStore.open(in: catalog)
    _ = try await window.create(Product(title: ProductTitle("Rose")))
    XCTAssertEqual(try run("backup").status, 0)
    let file = catalog.appendingPathComponent("catalog.sqlite").resolvingSymlinksInPath().path
    // In another process: closing the file in this one would drop its store's locks.
    let damage = Process()
    damage.executableURL = URL(fileURLWithPath: "/bin/sh")
    damage.arguments = ["-c", "printf nothing | dd of='\(file)' conv=notrunc status=none"]
    try damage.run()
    damage.waitUntilExit()
    XCTAssertEqual(damage.terminationStatus, 0)
    let refused = try run("list")
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("not a database"), refused.complaint)
    var changes = window.changes().makeAsyncIterator()
    // The year is a prefix of the only date.
    let answer = try run("restore", "2")
    XCTAssertEqual(answer.status, 0, answer.complaint)
    XCTAssertTrue(answer.output.contains("Set aside: damaged-"), answer.output)
    let change = await changes.next()
    XCTAssertEqual(change, .everything)
    var refusal = await refusal { try await window.create(Product(title: ProductTitle("Tulip"))) }
    XCTAssertEqual(refusal, .replaced(file: file))
    refusal = await self.refusal { try await window.products(ProductQuery()) }
    XCTAssertEqual(refusal, .replaced(file: file))
    await window.close()
    XCTAssertEqual(try run("check").output, "1 product, nothing wrong.\n")
  }

  /// One letter of a text is another one: no check of the tables could know.
  func testAChangedLetterIsDamageAndABackupPutsItRight() throws {
    let added = try run("add", "--title", "Rose", "--description", "Grows in a Meadow.")
    XCTAssertEqual(added.status, 0, added.complaint)
    XCTAssertEqual(try run("backup").status, 0)
    let file = catalog.appendingPathComponent("catalog.sqlite")
    var bytes = try Data(contentsOf: file)
    while let place = bytes.range(of: Data("Meadow".utf8)) {
      bytes.replaceSubrange(place, with: Data("Shadow".utf8))
    }
    try bytes.write(to: file)
    for words in [["add", "--title", "Tulip"], ["undo"], ["compact"]] {
      let refused = try run(words)
      XCTAssertEqual(refused.status, 1, "\(words)")
      XCTAssertTrue(refused.complaint.contains("is damaged"), refused.complaint)
      XCTAssertTrue(refused.complaint.contains("vitrinectl restore"), refused.complaint)
    }
    XCTAssertEqual(try Data(contentsOf: file), bytes)
    let found = try run("check")
    XCTAssertEqual(found.status, 1)
    XCTAssertTrue((found.output + found.complaint).contains("damaged"), found.output)
    XCTAssertEqual(try run("restore", "2").status, 0)
    try add("Tulip")
    XCTAssertEqual(try run("check").output, "2 products, nothing wrong.\n")
  }

  func testMistakesOfRestoringAreNamed() throws {
    try add("Rose")
    XCTAssertEqual(try run("restore").output, "")
    for _ in 0..<2 { XCTAssertEqual(try run("backup").status, 0) }
    // The second one keeps the first.
    let records = try objects("restore", "list")
    XCTAssertEqual(records.map { $0["kind"] as? String }, ["by-hand", "by-hand"])
    for (arguments, status, words) in [
      (["restore", "1999"], 1, "no backup of “1999”"), (["restore", ""], 1, "no backup"),
      (["restore", "a", "b"], 2, "“b”"), (["restore", "--odd"], 2, "--odd"),
      (["backup", "now"], 2, "now"),
    ] {
      let answer = try run(arguments)
      XCTAssertEqual(answer.status, status, "\(arguments)")
      XCTAssertTrue(answer.complaint.contains(words), answer.complaint)
      XCTAssertEqual(answer.output, "")
    }
    try FileManager.default.copyItem(
      atPath: catalog.path
        + "/backups/\(try XCTUnwrap(records.first?["name"] as? String)).sqlite",
      toPath: catalog.path + "/backups/2001-01-01T000000Z.sqlite")
    let several = try run("restore", "20")
    XCTAssertEqual(several.status, 1)
    XCTAssertTrue(several.complaint.contains("Several backups"), several.complaint)
  }

  /// The catalogue's error for a refused command.
  private func refusal(_ command: () async throws -> some Sendable) async -> CatalogError? {
    do {
      _ = try await command()
      return nil
    } catch {
      return error as? CatalogError
    }
  }
}
