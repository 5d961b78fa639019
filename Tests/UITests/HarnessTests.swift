// SPDX-License-Identifier: Apache-2.0
// The harness itself: a desktop leaves nothing behind however its test process ends, and a failure
// says what was expected and leaves what a reader needs.

import Foundation
import XCTest

final class HarnessTests: UITestCase {
  func testADesktopTouchesNothingOfTheUsers() throws {
    let home = try home()
    let person = ProcessInfo.processInfo.environment
    for (name, value) in home.environment where value.hasPrefix("/") {
      let isPrivate = [home.folder, home.desktop.folder].contains { value.hasPrefix($0.path) }
      XCTAssert(isPrivate || person[name] == value && !name.hasPrefix("XDG_"), "\(name)=\(value)")
    }
    XCTAssertTrue(
      home.environment["DBUS_SESSION_BUS_ADDRESS"]?.contains(home.desktop.folder.path) ?? false)
  }

  func testEndingADesktopLeavesNothing() throws {
    let desktop = try DesktopSession()
    XCTAssertGreaterThanOrEqual(desktop.processes.count, 4, "X server, bus, launcher, manager")
    desktop.end()
    XCTAssertEqual(desktop.processes, [])
    XCTAssertFalse(FileManager.default.fileExists(atPath: desktop.folder.path))
  }

  /// Starts this very test program again, for one test, and kills it while its desktop is up.
  func testAKilledTestProcessLeavesNothing() throws {
    let log = try home().folder.appendingPathComponent("other-tests.log")
    let other = try Child(
      CommandLine.arguments[0], ["UITests.HarnessTests/testWakeupsAreCounted"],
      environment: ProcessInfo.processInfo.environment, output: log)
    let desktop = try obtain("the other test process has a desktop") { () -> String? in
      if let ending = other.ending { throw Hopeless(sentence: "It \(ending) before.") }
      return try FileManager.default.contentsOfDirectory(atPath: "/tmp")
        .first { $0.hasPrefix("vitrine-desktop-\(other.pid)-") }.map { "/tmp/\($0)" }
    }
    try eventually("its desktop is up") {
      if let ending = other.ending { throw Hopeless(sentence: "It \(ending) before.") }
      return DesktopSession.processes(markedWith: desktop).count >= 4
    }
    other.send(signal: SIGKILL)
    XCTAssertEqual(try other.waitForEnd(), .killed(signal: SIGKILL))
    try eventually("nothing of it is left") {
      DesktopSession.processes(markedWith: desktop).isEmpty
        && !FileManager.default.fileExists(atPath: desktop)
    }
  }

  func testAMissingProgramIsNamedWithItsPackage() {
    XCTAssertThrowsError(try Child.locate("Xvfb", in: "/nowhere")) { error in
      XCTAssertTrue("\(error)".contains("apt install xvfb"), "\(error)")
    }
  }

  func testAnExpectationThatFailsSaysWhatAndWhere() {
    let line: UInt = #line + 2
    XCTAssertThrowsError(
      try eventually(timeout: 0.05, "the sun rises in the west") {
        throw AccessibilityFailure(description: "it is night")
      }
    ) { error in
      XCTAssertTrue("\(error)".contains("the sun rises in the west"), "\(error)")
      XCTAssertTrue("\(error)".contains("it is night"), "\(error)")
      XCTAssertTrue("\(error)".contains("HarnessTests.swift:\(line)"), "\(error)")
    }
  }

  func testAFailureLeavesPictureTreeAndLog() throws {
    let failing = UITestCase(name: "evidence") { test in
      let home = try (test as? UITestCase)?.home()
      _ = try home?.start("-c", "echo last words; exit 3", program: "/bin/sh")
    }
    let folder = failing.evidenceFolder
    defer { try? FileManager.default.removeItem(at: folder) }
    failing.invokeTest()
    func size(_ name: String) -> Int {
      FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)?.count ?? 0
    }
    XCTAssertGreaterThan(size("screenshot.png"), 100)
    XCTAssertEqual(size("sh-1.log"), "last words\n".utf8.count)
    XCTAssertTrue(
      FileManager.default.fileExists(atPath: folder.appendingPathComponent("tree.txt").path))
  }

  func testComplaintsOfGTKAreFound() throws {
    let home = try home()
    let log = home.folder.appendingPathComponent("log")
    let words = """
      fine
      (vitrine:1): Gtk-WARNING **: 02:23:51.855: cannot open display:
      (vitrine:1): Gdk-WARNING **: 02:23:51.855: losing last reference to undestroyed surface
      (vitrine:1): GLib-GObject-CRITICAL **: 02:23:51.855: invalid cast
      """
    let child = try Child("echo", [words], environment: home.environment, output: log)
    try child.waitForEnd()
    XCTAssertEqual(Program(child: child, home: home, logFile: log).complaints.count, 3)
  }

  func testWakeupsAreCounted() throws {
    let home = try home()
    let log = home.folder.appendingPathComponent("log")
    func wakeups(_ script: String) throws -> Double {
      let child = try Child("sh", ["-c", script], environment: home.environment, output: log)
      defer { child.send(signal: SIGKILL) }
      return try Program(child: child, home: home, logFile: log).wakeupsPerSecond(over: 1)
    }
    XCTAssertGreaterThan(try wakeups("while :; do sleep 0.05; done"), 5)
    XCTAssertLessThan(try wakeups("exec sleep 10"), 5)
  }
}
