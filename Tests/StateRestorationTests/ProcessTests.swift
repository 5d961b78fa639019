// SPDX-License-Identifier: Apache-2.0
// Real processes: killed while writing, killed before every single call of a save, and racing for
// one state directory. A child is this same test program, started with a variable in its
// environment.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class ProcessTests: XCTestCase {
  private static let directoryVariable = "STATE_RESTORATION_TEST_DIRECTORY"
  private static let jobVariable = "STATE_RESTORATION_TEST_JOB"

  /// Starts this test program again, as a child process.
  private func child(_ job: String, in directory: URL, says: Bool = false) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments =
      CommandLine.arguments.dropFirst().filter { $0.hasSuffix(".xctest") }
      + ["StateRestorationTests.ProcessTests/testTheJobOfAChild"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      Self.directoryVariable: directory.path, Self.jobVariable: job,
      "XDG_RUNTIME_DIR": Self.memory(of: directory).path,
    ]) { $1 }
    if says {
      process.standardOutput = Pipe()
    } else {
      process.standardOutput = FileHandle.nullDevice
    }
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// A directory in memory, as every desktop session has one, unless there is none here.
  private static func memory(of directory: URL) -> URL {
    let shared = URL(fileURLWithPath: "/dev/shm")
    guard FileManager.default.isWritableFile(atPath: shared.path) else { return directory }
    return shared.appendingPathComponent(directory.lastPathComponent)
  }

  /// Not a test itself: what a child process does until it is killed.
  func testTheJobOfAChild() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment[Self.directoryVariable], let job = environment[Self.jobVariable]
    else { throw XCTSkip("only in a child process") }
    try await Self.work(URL(fileURLWithPath: path), job)
  }

  @MainActor
  private static func work(_ directory: URL, _ job: String) async throws {
    if let call = Int(job) {
      let bench = SaveBench(
        FailingFileSystem(SystemFileSystem()), directory.appendingPathComponent("app"))
      let store = try bench.store()
      _ = store.save(bench.before())
      bench.files.set(.killed(beforeCall: call))
      _ = store.save(bench.after())
      _exit(0)
    }
    let coordinator = RestorationCoordinator(
      RestorationConfiguration(
        applicationID: "x", sceneKinds: ["page"], activityTypes: [], applicationVersion: "1",
        stateDirectory: directory.appendingPathComponent("app")))
    let restoration = await coordinator.begin(.always)
    // Without a sanitizer's checks at exit, which would change the status.
    guard coordinator.place == .home else { _exit(3) }
    let scenes =
      restoration.scenes.isEmpty
      ? (0..<3).map { _ in coordinator.makeScene(kind: "page", activity: nil) }
      : restoration.scenes
    coordinator.didFinishRestoring()
    if job == "type" { try await type(scenes, coordinator) }
    if job == "race" {
      scenes.forEach { $0.set(Int(getpid()), for: "owner") }
      coordinator.flush(within: 10)
      try Data().write(to: directory.appendingPathComponent("ready"))
      while true { try await Task.sleep(for: .seconds(1)) }
    }
    // Every record consists of one repeated text, so that torn or mixed ones would be noticed.
    var round = scenes[0].value([Int].self, for: "round")?.first ?? 0
    while true {
      round += 1
      for scene in scenes { scene.set(Array(repeating: round, count: 500), for: "round") }
      coordinator.flush(within: 10)
      if round % 5 == 0 { try Data().write(to: directory.appendingPathComponent("ready")) }
    }
  }

  /// Types into all windows in turn, one letter at a time, and says of each when it could be painted.
  @MainActor
  private static func type(
    _ scenes: [SceneSession], _ coordinator: RestorationCoordinator
  ) async throws {
    var texts = scenes.map { $0.value(String.self, for: "draft") ?? "" }
    let said = FileHandle.standardOutput
    for turn in 0... {
      let window = turn % scenes.count
      let (count, letter) = (texts[window].utf8.count, Self.letter(texts[window].utf8.count))
      texts[window] += letter
      // In the first window the text is stored, in the second it is edited, in the third now one and now the other.
      let isEdited =
        window > 0 && (window == 1 || turn % 2 == 0)
        && scenes[window].edit("draft", TextEdit(start: count, inserted: letter))
      if !isEdited { scenes[window].set(texts[window], for: "draft") }
      try said.write(contentsOf: Data("\(scenes[window].id) \(texts[window].utf8.count)\n".utf8))
      if turn % 17 == 16 { coordinator.focus(scenes[window]) }
      try await Task.sleep(for: .milliseconds(turn % 5 == 4 ? 22 : 4))
    }
  }

  /// Whether a child has said that a letter could be painted, after what the testing framework says.
  private static func hasBegun(_ said: Data) -> Bool {
    String(decoding: said, as: UTF8.self).split(separator: "\n").contains { line in
      UUID(uuidString: String(line.prefix(36))) != nil
    }
  }

  /// The letter at a place of a text.
  private static func letter(_ place: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "a") + UInt8(place * 7 % 26)))
  }

  func testNothingThatWasPaintedIsLostWheneverTheProcessIsKilled() throws {
    let directory = try temporaryDirectory()
    var painted: [UUID: Int] = [:]
    for _ in 0..<rounds(5, withFaults: 40, withAll: 1_000) {
      let process = try child("type", in: directory, says: true)
      let pipe = try XCTUnwrap(process.standardOutput as? Pipe)
      // It has begun: one that is killed while it starts would be careful the next time.
      var said = Data()
      while !Self.hasBegun(said) {
        let more = pipe.fileHandleForReading.availableData
        guard !more.isEmpty else { return XCTFail("it ended by itself") }
        said += more
      }
      usleep(UInt32.random(in: 0..<900_000))
      kill(process.processIdentifier, SIGKILL)
      said += pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
      for line in lines.map({ $0.split(separator: " ") }) where line.count == 2 {
        if let id = UUID(uuidString: String(line[0])), let count = Int(line[1]) {
          painted[id] = count
        }
      }
      let inspection = StateInspection(
        StateDirectory(
          directory.appendingPathComponent("app"),
          ["XDG_RUNTIME_DIR": Self.memory(of: directory).path]))
      XCTAssertEqual(inspection.problems, [])
      for (id, count) in painted {
        let text = inspection.windows.first { $0.id == id }?.storage["draft"]?.string ?? ""
        XCTAssertGreaterThanOrEqual(text.utf8.count, count, "lost what was painted")
        XCTAssertLessThanOrEqual(text.utf8.count, count + 1)
        XCTAssertEqual(text, (0..<text.utf8.count).map(Self.letter).joined(), "torn")
      }
    }
    // How much it types until it is killed is up to the machine.
    XCTAssertGreaterThan(painted.values.reduce(0, +), 0)
  }

  private func temporaryDirectory() throws -> URL {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "state-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let memory = Self.memory(of: directory)
    try FileManager.default.createDirectory(at: memory, withIntermediateDirectories: true)
    addTeardownBlock {
      for place in [directory, memory] { try? FileManager.default.removeItem(at: place) }
    }
    return directory
  }

  private func waitUntilReady(_ directory: URL, _ child: Process) throws {
    let ready = directory.appendingPathComponent("ready").path
    let deadline = Date().addingTimeInterval(60)
    while !FileManager.default.fileExists(atPath: ready) {
      guard child.isRunning, Date() < deadline else {
        return XCTFail("the child did not get to work: \(child.terminationStatus)")
      }
      usleep(2000)
    }
    try FileManager.default.removeItem(atPath: ready)
  }

  func testAKilledProcessLeavesWholeRecordsWheneverItIsKilled() throws {
    let directory = try temporaryDirectory()
    let state = StateDirectory(directory.appendingPathComponent("app"))
    var random = FixedRandom(3)
    var last = 0
    for _ in 0..<6 {
      let process = try child("write", in: directory)
      try waitUntilReady(directory, process)
      usleep(UInt32.random(in: 0..<20_000, using: &random))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let inspection = StateInspection(state)
      XCTAssertEqual(inspection.problems, [])
      XCTAssertEqual(inspection.windows.count, 3)
      for window in inspection.windows {
        let numbers = window.storage["round"]?.decoded(as: [Int].self) ?? []
        XCTAssertEqual(numbers.count, 500)
        XCTAssertEqual(Set(numbers).count, 1, "a torn record")
        XCTAssertGreaterThanOrEqual(numbers.first ?? 0, last, "an older record came back")
      }
      last = inspection.windows.compactMap { $0.storage["round"]?.array?.first?.int }.min() ?? 0
      XCTAssertGreaterThan(last, 0)
    }
  }

  func testAProcessIsKilledBeforeEveryCallOfASave() throws {
    try skipWithoutFaults()
    var calls = 0
    while true {
      let directory = try temporaryDirectory()
      let process = try child("\(calls + 1)", in: directory)
      process.waitUntilExit()
      if process.terminationReason == .exit {
        XCTAssertEqual(process.terminationStatus, 0)
        break
      }
      XCTAssertEqual(process.terminationStatus, SIGKILL)
      calls += 1
      try SaveBench(
        FailingFileSystem(SystemFileSystem()), directory.appendingPathComponent("app")
      ).check("killed before call \(calls)")
    }
    XCTAssertGreaterThan(calls, 25)
  }

  func testOnlyOneOfTwoProcessesGetsTheDirectoryAndTheOtherSaysSo() throws {
    let directory = try temporaryDirectory()
    let state = StateDirectory(directory.appendingPathComponent("app"))
    let children = try (0..<2).map { _ in try child("race", in: directory) }
    defer { children.forEach { if $0.isRunning { kill($0.processIdentifier, SIGKILL) } } }
    let deadline = Date().addingTimeInterval(60)
    while children.allSatisfy(\.isRunning), Date() < deadline { usleep(2000) }
    let loser = try XCTUnwrap(children.first { !$0.isRunning })
    XCTAssertEqual(loser.terminationStatus, 3, "it says that it does not save")
    let winner = try XCTUnwrap(children.first { $0.isRunning })
    try waitUntilReady(directory, winner)
    let inspection = StateInspection(state)
    XCTAssertEqual(inspection.problems, [])
    XCTAssertEqual(inspection.holder, Int(winner.processIdentifier))
    XCTAssertEqual(
      Set(inspection.windows.map { $0.storage["owner"]?.int }), [Int(winner.processIdentifier)])
    XCTAssertThrowsError(try SavedWindows(state), "no tool changes it meanwhile")
    kill(winner.processIdentifier, SIGKILL)
    winner.waitUntilExit()
    XCTAssertEqual(try SavedWindows(state).forget(), 3, "the kernel gives the lock back")
  }
}
