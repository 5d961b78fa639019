// Real processes on one catalogue: several that write, bring the log home, open, close and are
// killed, with a foreign program among them; and one that restores a backup under another's eyes.

import CFaultyDisk
import Foundation
import XCTest

@testable import Catalog

final class ProcessesTests: CatalogTestCase {
  private static let directoryVariable = "CATALOG_TEST_DIRECTORY"

  // MARK: Many at once

  /// Nothing that was reported as done is lost, and nothing is written without the lock: not by
  /// one that opens, nor by one that closes, nor while the log is brought home every few commits.
  func testManyProcessesAndAForeignOneLoseNothing() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    var children = try (0..<3).map { _ in try child() }
    var random = SeededRandom(seed: 7)
    let deadline = Date(timeIntervalSinceNow: 4)
    var foreignWrites = 0
    while Date() < deadline {
      let year = 1900 + foreignWrites
      let sql = "UPDATE product SET year = \(year) WHERE title = 'Rose'; SELECT count(*) FROM note;"
      if try await run("/usr/bin/sqlite3", ["-cmd", ".timeout 5000", file.path, sql]) == 0 {
        foreignWrites += 1
        let seen = try await store.product(rose.id)
        XCTAssertEqual(seen?.year?.value, year)
      }
      let victim = Int.random(in: 0..<children.count, using: &random)
      if children[victim].isRunning { kill(children[victim].processIdentifier, SIGKILL) }
      children[victim].waitUntilExit()
      children[victim] = try child()
    }
    for child in children {
      kill(child.processIdentifier, SIGKILL)
      child.waitUntilExit()
    }
    XCTAssertGreaterThan(foreignWrites, 5)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    let titles = Set(try await store.rows(ProductQuery()).map(\.title))
    let done = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0.hasPrefix("done-") }
    XCTAssertGreaterThan(done.count, 20, "too few commits to say anything")
    for name in done {
      XCTAssertTrue(titles.contains(String(name.dropFirst("done-".count))), "\(name) is lost")
    }
    XCTAssertFalse(
      FileManager.default.fileExists(atPath: directory.appendingPathComponent("unlocked").path))
    await store.close()
  }

  /// Not a test by itself: what a child does until it is killed.
  func testTheJobOfAChild() async throws {
    guard let path = ProcessInfo.processInfo.environment[Self.directoryVariable] else {
      throw XCTSkip("only in a child process")
    }
    XCTAssertEqual(faulty_disk_install("\(path)/catalog.lock"), 0)
    let place = URL(fileURLWithPath: path)
    while true {
      let store = try CatalogStore(place, patience: 20, checkpointPages: 20)
      for _ in 0..<6 {
        let title = UUID().uuidString
        _ = try await store.create(makeProduct(title))
        XCTAssertTrue(
          FileManager.default.createFile(atPath: "\(path)/done-\(title)", contents: nil))
      }
      await store.close()
      if faulty_disk_unlocked_writes() > 0 {
        XCTAssertTrue(
          FileManager.default.createFile(atPath: "\(path)/unlocked", contents: nil))
      }
    }
  }

  /// Starts this test program again, to do nothing but the job of a child.
  private func child() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments =
      CommandLine.arguments.dropFirst().filter { $0.hasSuffix(".xctest") }
      + ["CatalogTests.ProcessesTests/testTheJobOfAChild"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      [Self.directoryVariable: directory.resolvingSymlinksInPath().path]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  // MARK: Restoring under another's eyes

  func testARestoreByAnotherProcessIsSeenAsAChange() async throws {
    let window = try await CatalogStore.open(in: directory)
    let rose = try await window.create(makeProduct("Rose"))
    XCTAssertEqual(try control("backup").status, 0)
    let listed = try control("restore", "list").output
    let name = try XCTUnwrap(listed.split(separator: "\t").first.map(String.init))
    try await window.delete([rose.id])
    var changes = window.changes().makeAsyncIterator()
    let answer = try control("restore", name)
    XCTAssertEqual(answer.status, 0, answer.complaint)
    XCTAssertTrue(answer.output.hasPrefix("Restored: \(name)\t"), answer.output)
    XCTAssertTrue(answer.output.contains("Set aside: before-restoring-"), answer.output)
    let change = await changes.next()
    XCTAssertEqual(change, .everything)
    let titles = try await window.rows(ProductQuery()).map(\.title)
    XCTAssertEqual(titles, ["Rose"])
    _ = try await window.create(makeProduct("Tulip"))
    await window.close()
    XCTAssertEqual(try control("check").status, 0)
  }

  func testARestoreOverADamagedFileByAnotherProcessIsRefusedInWords() async throws {
    let window = try await CatalogStore.open(in: directory)
    _ = try await window.create(makeProduct("Rose"))
    XCTAssertEqual(try control("backup").status, 0)
    let damage = "printf nothing | dd of='\(file.path)' conv=notrunc status=none"
    let status = try await run("/bin/sh", ["-c", damage])
    XCTAssertEqual(status, 0)
    let refused = try control("list")
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("not a database"), refused.complaint)
    var changes = window.changes().makeAsyncIterator()
    // The year is a beginning of the one date there is.
    let answer = try control("restore", "2")
    XCTAssertEqual(answer.status, 0, answer.complaint)
    XCTAssertTrue(answer.output.contains("Set aside: damaged-"), answer.output)
    let change = await changes.next()
    XCTAssertEqual(change, .everything)
    let path = file.resolvingSymlinksInPath().path
    await assertThrows(.replaced(file: path)) { try await window.create(makeProduct("Tulip")) }
    await assertThrows(.replaced(file: path)) { try await window.rows(ProductQuery()) }
    await window.close()
    XCTAssertEqual(try control("check").output, "1 product, nothing wrong.\n")
  }

  func testMistakesOfRestoringAreNamed() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Rose"))
    await store.close()
    XCTAssertEqual(try control("restore").output, "")
    for _ in 0..<2 { XCTAssertEqual(try control("backup").status, 0) }
    // Two of one day are one; what was set aside is another.
    let list = try control("restore", "list", "--json").output
    let records = try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]]
    XCTAssertEqual(records?.map { $0["kind"] as? String }, ["regular"])
    for (arguments, status, words) in [
      (["restore", "1999"], 1, "no backup of “1999”"), (["restore", ""], 1, "no backup"),
      (["restore", "a", "b"], 2, "one date"), (["restore", "--odd"], 2, "--odd"),
      (["backup", "now"], 2, "now"),
    ] {
      let answer = try control(arguments)
      XCTAssertEqual(answer.status, status, "\(arguments)")
      XCTAssertTrue(answer.complaint.contains(words), answer.complaint)
      XCTAssertEqual(answer.output, "")
    }
    try FileManager.default.copyItem(
      atPath: directory.path
        + "/backups/\(try XCTUnwrap(records?.first?["name"] as? String)).sqlite",
      toPath: directory.path + "/backups/2001-01-01T000000Z.sqlite")
    let several = try control("restore", "20")
    XCTAssertEqual(several.status, 1)
    XCTAssertTrue(several.complaint.contains("Several backups"), several.complaint)
  }

  private func control(_ words: String...) throws -> Answer { try control(words) }

  private func control(_ words: [String]) throws -> Answer {
    try answer(to: words, in: directory)
  }

  /// Runs a program to its end and returns its status.
  private func run(_ program: String, _ arguments: [String]) async throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
