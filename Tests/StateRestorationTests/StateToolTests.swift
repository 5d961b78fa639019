// SPDX-License-Identifier: Apache-2.0
// `vitrinectl state`, as used by people and scripts.

import Foundation
import XCTest

@testable import StateRestoration

final class StateToolTests: XCTestCase {
  private struct Answer {
    let status: Int32
    let output: String
    let complaint: String
  }

  private static func call(
    _ arguments: [String], _ variables: [String: String] = [:]
  ) throws -> Answer {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("vitrinectl")
    process.arguments = arguments
    process.environment = variables
    let (output, complaint) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = complaint
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let errors = complaint.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Answer(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      complaint: String(decoding: errors, as: UTF8.self))
  }

  @MainActor
  private static func call(_ desk: Desk, _ arguments: String...) throws -> Answer {
    try call(["state"] + arguments + ["--app", "org.example.App"], desk.variables)
  }

  func testShowPrintsWhatIsSaved() async throws {
    try await atDesk { desk in
      XCTAssertEqual(
        try Self.call(desk, "show").output, "\(desk.directory.root)\nNothing is saved.\n")
      await desk.start { $0.willEncode = { $0.encode("wide", for: "layout") } }
      let scenes = desk.open(["a", "b"])
      scenes[0].set("closed", for: "Page.tab")
      scenes[1].geometry = SceneGeometry(width: 800, height: 600, isMaximized: true)
      scenes[1].set(["photos", "\u{1B}[31m"], for: "Page.tab")
      await desk.settle()
      await desk.close(scenes[0])
      let answer = try Self.call(desk, "show")
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.dateFormat = "yyyy-MM-dd HH:mm"
      let closed = format.string(from: desk.clock.now)
      XCTAssertEqual(
        answer.output,
        """
        \(desk.directory.root)
        Running, or ended unexpectedly.

        Of the application:
          layout = "wide"

        page window \(scenes[1].id), focused
          doing     org.example.reading, “Page b”
          about     b
          size      800 × 600, maximised
          Page.tab = ["photos","\\u001b[31m"]

        Closed, newest first:
          page window \(scenes[0].id)
            closed    \(closed)
            doing     org.example.reading, “Page a”
            about     a
            Page.tab = "closed"

        """)
      XCTAssertEqual(answer.status, 0)
      let json = try StateValue(json: Data(try Self.call(desk, "show", "--json").output.utf8))
      XCTAssertEqual(json.object?["windows"]?.array?.count, 1)
      XCTAssertEqual(json.object?["closed"]?.array?.count, 1)
      XCTAssertEqual(json.object?["endedCleanly"], .bool(false))
    }
  }

  func testCheckExitsOneAndNamesWhatItFound() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      await desk.quit()
      XCTAssertEqual(try Self.call(desk, "check").output, "3 windows, nothing wrong.\n")
      XCTAssertEqual(try Self.call(desk, "check").status, 0)
      let path = desk.directory.window(scenes[0].id)
      try desk.write("torn", to: path)
      chmod(desk.directory.window(scenes[1].id), 0o644)
      try FileManager.default.removeItem(atPath: desk.directory.window(scenes[2].id))
      let answer = try Self.call(desk, "check")
      XCTAssertEqual(answer.status, 1)
      XCTAssertEqual(
        Set(answer.output.split(separator: "\n").map(String.init)),
        [
          "\(path): it is not JSON",
          "\(desk.directory.window(scenes[1].id)): others may read it",
          "\(desk.directory.window(scenes[2].id)): it is listed and missing",
        ])
      XCTAssertEqual(desk.names(in: desk.directory.quarantine), [], "a look changes nothing")
    }
  }

  func testCheckNamesWhatWasSetAsideAndWhy() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      await desk.quit()
      try desk.write("torn", to: desk.directory.window(scenes[0].id))
      await desk.start()
      await desk.quit()
      let name = try XCTUnwrap(desk.names(in: desk.directory.quarantine).first)
      let path = desk.directory.quarantine + "/" + name
      let answer = try Self.call(desk, "check")
      XCTAssertEqual(answer.output, "\(path): it was set aside, because it could not be read\n")
      XCTAssertEqual(answer.status, 1)
      XCTAssertTrue(try Self.call(desk, "show").output.contains(name))
      // Someone has looked at it and removed it.
      try FileManager.default.removeItem(atPath: path)
      XCTAssertEqual(try Self.call(desk, "check").output, "1 window, nothing wrong.\n")
    }
  }

  func testCheckFindsASpoiltPreviousAndWhatIsNoRecordAndAForeignLaunchFile() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      scene.set(1, for: "n")
      await desk.settle()
      scene.set(2, for: "n")
      await desk.settle()
      await desk.quit()
      let directory = desk.directory
      let previous = directory.window(scene.id) + ".prev"
      try desk.write("[]", to: previous)
      try desk.write("", to: directory.closed + "/notes.txt")
      chmod(directory.closed + "/notes.txt", 0o600)
      try desk.write(#"{"pid": "me", "phase": "clean"}"#, to: directory.launch)
      let answer = try Self.call(desk, "check")
      XCTAssertEqual(answer.status, 1)
      XCTAssertEqual(
        Set(answer.output.split(separator: "\n").map(String.init)),
        [
          "\(previous): it is not a record",
          "\(directory.closed)/notes.txt: it is not a record",
          "\(directory.launch): “pid” is not a whole number and was ignored",
        ])
    }
  }

  func testADirectoryThatCannotBeListedIsNotTakenForAnEmptyOne() async throws {
    struct Closed: FileSystemWrapper {
      let base: any StateFileSystem = SystemFileSystem()
      let path: String
      func list(_ path: String) throws -> [String] {
        if path == self.path { throw StateFileFailure(path, EACCES) }
        return try base.list(path)
      }
    }
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      await desk.quit()
      let windows = desk.directory.windows
      let problems = StateInspection(desk.directory, Closed(path: windows)).problems
      XCTAssertTrue(problems.contains { $0.file == windows }, "\(problems)")
    }
  }

  func testANewerVersionsRecordIsNamedAndItsDirectoryShown() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      await desk.quit()
      let path = desk.directory.window(scene.id)
      try desk.write("{\"schema\": 2, \"id\": \"\(scene.id)\"}", to: path)
      try FileManager.default.createDirectory(
        atPath: desk.directory.root + "/v2", withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      let check = try Self.call(desk, "check")
      XCTAssertEqual(check.output, "\(path): it was written by a newer version\n")
      XCTAssertEqual(check.status, 1)
      let show = try Self.call(desk, "show").output
      XCTAssertTrue(
        show.contains("The windows of a newer version are in \(desk.directory.root)/v2."), show)
    }
  }

  func testADirectoryThatWasNamedMustBeThere() throws {
    for verb in ["show", "check", "history", "forget"] {
      let answer = try Self.call(["state", verb, "--directory", "/nowhere/at/all"])
      XCTAssertEqual(answer.status, 1, verb)
      XCTAssertEqual(answer.complaint, "vitrinectl: There is no /nowhere/at/all.\n")
    }
  }

  func testForgetHistoryAndRestoreHistory() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      XCTAssertEqual(try Self.call(desk, "forget").status, 1, "the application is running")
      await desk.quit()
      _ = await desk.startAndOpen("b")
      await desk.quit()
      let history = try Self.call(desk, "history")
      XCTAssertTrue(history.output.contains("  1 window\n     page  “Page a”"), history.output)
      let missing = try Self.call(desk, "restore-history", "9")
      XCTAssertEqual(missing.status, 1)
      XCTAssertEqual(missing.complaint, "vitrinectl: There is no session 9 in the history.\n")
      let restored = try Self.call(desk, "restore-history", "1")
      XCTAssertEqual(restored.output, "1 window will come back at the next start.\n")
      XCTAssertEqual(desk.savedTargets, ["a"])
      XCTAssertEqual(try Self.call(desk, "forget").output, "1 window forgotten.\n")
      XCTAssertEqual(desk.savedTargets, [])
      XCTAssertEqual(try Self.call(desk, "history").output, "No session is archived yet.\n")
    }
  }

  func testPathAndItsOptions() throws {
    let home = ["HOME": "/home/me"]
    XCTAssertEqual(
      try Self.call(["state", "path"], home).output,
      "/home/me/.local/state/org.vitrine.Vitrine\n")
    XCTAssertEqual(
      try Self.call(["state", "path", "--sample"], home).output,
      "/home/me/.local/state/org.vitrine.Vitrine.Sample\n")
    XCTAssertEqual(
      try Self.call(["state", "path", "--directory", "/x"], [:]).output, "/x\n")
  }

  func testACallThatIsNotUnderstoodExitsTwoAndSaysWhy() throws {
    let calls = [
      [], ["dance"], ["state"], ["state", "dance"], ["state", "show", "--loud"],
      ["state", "path", "--closed"], ["state", "show", "--directory"], ["state", "show", "--app"],
      ["state", "show", "--app", "../x"], ["state", "restore-history"],
      ["state", "restore-history", "0"], ["state", "restore-history", "x"],
      ["state", "restore-history", "1", "2"],
    ]
    for call in calls {
      let answer = try Self.call(call, ["HOME": "/nowhere"])
      XCTAssertEqual(answer.status, 2, "\(call)")
      XCTAssertTrue(answer.complaint.hasPrefix("vitrinectl: "), "\(call)")
      XCTAssertEqual(answer.output, "", "\(call)")
    }
    let refusal = try Self.call(["state", "path", "--json", "--odd"], ["HOME": "/nowhere"])
    XCTAssertEqual(refusal.status, 2)
    XCTAssertTrue(
      refusal.complaint.hasPrefix("{\"error\":"), "an object for a program: \(refusal.complaint)")
    XCTAssertEqual(try Self.call(["state", "path"], [:]).status, 2, "there is no home")
    XCTAssertEqual(try Self.call(["--version"]).status, 0)
    XCTAssertTrue(try Self.call(["--help"]).output.contains("state restore-history"))
  }
}
