// SPDX-License-Identifier: Apache-2.0
// A desk for the tests: a state directory of its own, a clock that only moves when a test says so, and a
// coordinator that can be quit, killed and started again in it.

import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// Lines of a log, from any thread.
final class TestLog: Sendable {
  private let all = Locked<[String]>([])

  func add(_ line: String) { all.withLock { $0.append(line) } }

  var lines: [String] { all.withLock { $0 } }
}

@MainActor
final class Desk {
  static let kinds: Set<SceneKind> = ["browser", "page"]
  static let activities: Set<ActivityType> = ["org.example.reading", "org.example.browsing"]

  let base: URL
  let clock = ManualClock()
  let log = TestLog()
  var files: any StateFileSystem = SystemFileSystem()
  var bootID: String? = "boot-1"
  var windowsAtOnce: Int?
  var version = "1.0"
  var schema = StateSchema.current
  var variables: [String: String]
  private(set) var coordinator: RestorationCoordinator
  private(set) var restoration = Restoration(
    reason: .first, scenes: [], kept: [], isCautious: false, notices: [])

  init() throws {
    base = FileManager.default.temporaryDirectory.appendingPathComponent(
      "state-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: base, withIntermediateDirectories: true)
    variables = [
      "XDG_STATE_HOME": base.path + "/state", "XDG_RUNTIME_DIR": base.path + "/runtime",
    ]
    coordinator = RestorationCoordinator(
      RestorationConfiguration(
        applicationID: "none", sceneKinds: [], activityTypes: [], applicationVersion: ""))
    try FileManager.default.createDirectory(
      atPath: base.path + "/runtime", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: base) }

  var directory: StateDirectory {
    StateDirectory(
      URL(fileURLWithPath: base.path + "/state/org.example.App"), version: schema.version)
  }
  var inspection: StateInspection { StateInspection(directory, SystemFileSystem(), schema: schema) }

  var environment: RestorationEnvironment {
    RestorationEnvironment(
      clock: clock, fileSystem: files, bootID: { [bootID] in bootID }, variables: variables,
      log: { [log] in log.add($0) })
  }

  func makeCoordinator() -> RestorationCoordinator {
    var configuration = RestorationConfiguration(
      applicationID: "org.example.App", sceneKinds: Self.kinds, activityTypes: Self.activities,
      applicationVersion: version, environment: environment)
    configuration.schema = schema
    configuration.windowsAtOnce = windowsAtOnce
    return RestorationCoordinator(configuration)
  }

  /// Starts, and shows every window without a crash.
  @discardableResult
  func start(
    _ policy: StartPolicy = .always, prepare: (RestorationCoordinator) -> Void = { _ in }
  ) async -> Restoration {
    await startOnly(policy, prepare: prepare)
    for scene in restoration.scenes {
      coordinator.willRestore(scene)
      coordinator.didRestore(scene)
    }
    coordinator.didFinishRestoring()
    await settle()
    return restoration
  }

  /// Starts, and shows nothing yet.
  @discardableResult
  func startOnly(
    _ policy: StartPolicy = .always, prepare: (RestorationCoordinator) -> Void = { _ in }
  ) async -> Restoration {
    coordinator = makeCoordinator()
    prepare(coordinator)
    restoration = await coordinator.begin(policy)
    return restoration
  }

  func open(_ target: String, kind: SceneKind = "page") -> SceneSession {
    coordinator.makeScene(
      kind: kind,
      activity: UserActivity(
        type: "org.example.reading", title: "Page \(target)", targetContentIdentifier: target))
  }

  func open(_ targets: [String]) -> [SceneSession] { targets.map { open($0) } }

  /// Starts, opens a window and waits until it is saved.
  func startAndOpen(_ target: String) async -> SceneSession {
    await start()
    let scene = open(target)
    await settle()
    return scene
  }

  /// Starts, opens windows and waits until they are saved.
  func startAndOpen(_ targets: [String]) async -> [SceneSession] {
    await start()
    let scenes = open(targets)
    await settle()
    return scenes
  }

  /// Closes a window and waits until that is saved.
  func close(_ scene: SceneSession) async {
    coordinator.close(scene)
    await settle()
  }

  /// Waits until nothing is left to be written, and journals are folded into their records.
  func settle(file: StaticString = #filePath, line: UInt = #line) async {
    await until("everything is saved", file: file, line: line) {
      // Time passes only while nobody is at work.
      let journals = coordinator.journals
      if coordinator.saves.isIdle, journals.isIdle, !journals.isBehind { clock.advance(1) }
      return coordinator.saves.isSettled && !coordinator.saves.hasToFold
    }
  }

  /// On a busy machine a write can take so long that a thread has the rest.
  func untilWritten() async {
    await until("the threads have caught up") { !coordinator.journals.isBehind }
  }

  func quit(keepingWindows: Bool = true) async {
    coordinator.end(keepingWindows: keepingWindows)
    await coordinator.writer.finish()
  }

  /// The process is gone from one moment to the next.
  func kill() async {
    await untilWritten()
    coordinator.phase = .ended
    coordinator.writer.close()
    await coordinator.writer.finish()
  }

  /// The journals that have what the disk was slow to take.
  var standIns: [String] {
    let folder = base.path + "/runtime/org.example.App"
    return names(in: folder).flatMap { place in
      names(in: folder + "/" + place).map { "\(folder)/\(place)/\($0)" }
    }.filter { $0.hasSuffix(".journal") }
  }

  var targets: [String] {
    restoration.scenes.map { $0.activity?.targetContentIdentifier ?? "-" }
  }
  var savedTargets: [String] {
    inspection.windows.map { $0.activity?.targetContentIdentifier ?? "-" }
  }
  var closedTargets: [String] {
    inspection.closed.map { $0.activity?.targetContentIdentifier ?? "-" }
  }
}

/// Waits for a condition, with a deadline far beyond what it takes.
@MainActor
func until(
  _ what: String, file: StaticString = #filePath, line: UInt = #line, _ isTrue: () -> Bool
) async {
  let deadline = Date().addingTimeInterval(20)
  while !isTrue() {
    guard Date() < deadline else {
      return XCTFail("never came true: \(what)", file: file, line: line)
    }
    try? await Task.sleep(for: .milliseconds(1))
  }
}

/// Runs a test on the main actor, at a desk of its own.
func atDesk(_ test: @MainActor (Desk) async throws -> Void) async throws {
  try await runAtDesk(test)
}

@MainActor
private func runAtDesk(_ test: @MainActor (Desk) async throws -> Void) async throws {
  let desk = try Desk()
  try await test(desk)
  await desk.kill()
}

extension Desk {
  func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  func mode(_ path: String) throws -> UInt32 { try SystemFileSystem().status(path).mode }
}
