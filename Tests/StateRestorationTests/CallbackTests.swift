// SPDX-License-Identifier: Apache-2.0
// Every callback of an application may call every member of the library. Pairs of them are drawn; what
// is checked is that nothing ends the process or turns in circles, and that saving goes on.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class CallbackTests: XCTestCase {
  func testEveryCallbackMayCallEveryMember() async throws {
    try await atDesk { _ in
      let misuse = RestorationMisuse.report
      RestorationMisuse.report = { _ in }
      defer { RestorationMisuse.report = misuse }
      let pairs = Stage.callbacks.flatMap { callback in
        Stage.members.keys.map { (callback: callback, member: $0) }
      }
      let count = rounds(120, withFaults: 240, withAll: pairs.count)
      for (callback, member) in pairs.shuffled().prefix(count) {
        let stage = Stage(callback, Stage.members[member] ?? { _ in })
        await stage.play()
        // Who opens a window, or begins a step, whenever one is saved does so for ever, as who continues an
        // activity that nothing takes whenever that is said.
        let isSaid = ["log", "arrival", "onContinue", "scene.onContinue"].contains(callback)
        let goesOn = ["whileRestoring", isSaid ? "continueActivity from" : ""]
        if !member.hasPrefix("makeScene"), !goesOn.contains(member) {
          XCTAssertLessThan(stage.calls, Stage.mostCalls, "\(callback) called \(member)")
        }
        XCTAssertTrue(stage.wasCalled, "\(callback) was not called")
        let lost = await stage.lost()
        XCTAssertEqual(lost, [], "\(callback) called \(member)")
      }
    }
  }
}

/// An application that lets one of its callbacks call one member.
@MainActor
private final class Stage {
  static let callbacks = [
    "arrival", "canReopen", "contribution", "decodeState", "didDecode",
    "didFinishRestoring", "encodeState", "log", "make", "makeObject", "onContinue",
    "restorationChildren",
    "savingState", "scene.onContinue", "shouldRestore", "shouldSave", "storage", "whileRestoring",
    "willEncode",
  ]

  static let members: [String: @MainActor (Stage) -> Void] = [
    "activity": { _ = $0.scene?.activity },
    "activity =": { $0.scene?.activity = UserActivity(type: Stage.type, title: "new") },
    "activity = bad": {
      $0.scene?.activity = UserActivity(
        type: Stage.type, targetContentIdentifier: String(repeating: "x", count: 5000))
    },
    "becomeCurrent": { $0.contribution?.becomeCurrent() },
    "begin": { stage in Task { await stage.coordinator.begin(.always) } },
    "canReopenClosedScene": { _ = $0.coordinator.canReopenClosedScene },
    "close": { stage in stage.scene.map { stage.coordinator.close($0) } },
    "closedWindows": { stage in Task { await stage.coordinator.closedWindows() } },
    "continueActivity": {
      $0.coordinator.continueActivity(
        UserActivity(type: Stage.type, title: "again", targetContentIdentifier: "a"))
    },
    "contribute": { $0.scene?.contribute { $0.title += "!" }.becomeCurrent() },
    "didFinishRestoring": { $0.coordinator.didFinishRestoring() },
    "end": { $0.coordinator.end(keepingWindows: true) },
    "end and forget": { $0.coordinator.end(keepingWindows: false) },
    "flush": { $0.coordinator.flush() },
    "focus": { stage in stage.scene.map { stage.coordinator.focus($0) } },
    "forget": { $0.coordinator.forget() },
    "geometry": { $0.scene?.geometry = SceneGeometry(width: 5, height: 5) },
    "invalidate": { $0.contribution?.invalidate() },
    "isRestorable": { $0.scene?.isRestorable = false },
    "isSaved": { _ = $0.coordinator.isSaved },
    "keptWindows": { stage in
      for window in stage.coordinator.keptWindows {
        _ = stage.coordinator.openKeptWindow(window.id)
      }
    },
    "leftOut": { _ = $0.coordinator.leftOut },
    "make": { stage in stage.scene.map { stage.coordinator.make($0) } },
    "makeScene": { stage in
      stage.coordinator.make(stage.coordinator.makeScene(kind: "page", activity: nil))
    },
    "makeScene without factory": { stage in
      stage.coordinator.make(stage.coordinator.makeScene(kind: "browser", activity: nil))
    },
    "needsSave": { $0.contribution?.needsSave = true },
    "onContinue": { $0.coordinator.onContinue(Stage.type) { _ in false } },
    "onContinue of a scene": { $0.scene?.onContinue(Stage.type) { _ in false } },
    "activationConditions": { $0.scene?.activationConditions.canActivate = .begins(with: "a") },
    "whileRestoring": { $0.scene?.whileRestoring {} },
    "continueActivity from": { stage in
      Task { await stage.coordinator.continueActivity(from: { UserActivity(type: "none") }) }
    },
    "place": { _ = $0.coordinator.place },
    "register": { stage in stage.coordinator.register("page") { _ in } },
    "reopenClosedScene": { stage in Task { await stage.coordinator.reopenClosedScene() } },
    "reset": { $0.storage?.reset() },
    "resignCurrent": { $0.contribution?.resignCurrent() },
    "restore": { stage in stage.scene?.restore(stage.root) { _, _ in nil } },
    "retrySaving": { $0.coordinator.retrySaving() },
    "saveNow": { $0.scene?.saveNow() },
    "scene.setNeedsEncoding": { $0.scene?.setNeedsEncoding() },
    "scenes": { _ = $0.coordinator.scenes },
    "set": { $0.scene?.set("set", for: "Page.text") },
    "set bad": { $0.scene?.set(Double.nan, for: "Page.number") },
    "setNeedsEncoding": { $0.coordinator.setNeedsEncoding() },
    "storage": { $0.storage?.wrappedValue = 7 },
    "subscribe": { $0.coordinator.onSavingStateChange { _ in }.cancel() },
    "willRestore": { stage in
      stage.scene.map { stage.coordinator.willRestore($0) }
      stage.scene.map { stage.coordinator.didRestore($0) }
    },
    "wouldLoseEdits": { _ = $0.coordinator.wouldLoseEdits },
  ]

  static let type: ActivityType = "org.example.reading"

  private let callback: String
  private let member: @MainActor (Stage) -> Void
  private let machine: TestMachine
  private let call: Call
  private(set) var coordinator: RestorationCoordinator
  private(set) var scene: SceneSession?
  private(set) var contribution: ActivityContribution?
  private(set) var storage: SceneStorage<Int>?
  let root = Root()
  private(set) var wasCalled = false
  /// How deep the callback may come back to itself: a member that leads to it does so at once.
  private var depth = 0
  /// More would be a circle.
  static let mostCalls = 40
  /// A member that leads to its callback a moment later could do so for ever.
  private(set) var calls = 0

  /// What the log calls, from any thread.
  private final class Call: Sendable {
    struct Work: Sendable { var run: (@MainActor @Sendable () -> Void)? }
    let work = Locked(Work())

    func run() {
      guard Thread.isMainThread, let run = work.withLock({ $0 }).run else { return }
      MainActor.assumeIsolated { run() }
    }
  }

  @MainActor
  final class Root: StateRestoring {
    let restorationIdentifier: String?
    var onCall: (String) -> Void = { _ in }
    var children: [Root] = []

    init(_ name: String = "root") { restorationIdentifier = name }

    var restorationChildren: [any StateRestoring] {
      onCall("restorationChildren")
      return children
    }
    func encodeState(to coder: inout StateCoder) {
      coder.encode(1, for: "n")
      onCall("encodeState")
    }
    func decodeState(from coder: StateCoder) { onCall("decodeState") }
    func didFinishRestoring() { onCall("didFinishRestoring") }
  }

  init(_ callback: String, _ member: @escaping @MainActor (Stage) -> Void) {
    self.callback = callback
    self.member = member
    var machine = TestMachine()
    let call = Call()
    machine.log = { _ in call.run() }
    self.machine = machine
    self.call = call
    coordinator = Self.coordinator(machine)
  }

  private static func coordinator(_ machine: TestMachine) -> RestorationCoordinator {
    var configuration = RestorationConfiguration(
      applicationID: "org.example.App", sceneKinds: ["page", "browser"], activityTypes: [type],
      applicationVersion: "1", environment: machine.environment)
    configuration.environment.log = machine.log
    return RestorationCoordinator(configuration)
  }

  private func happens(_ name: String) {
    guard name == callback, depth < 3, calls < Self.mostCalls else { return }
    wasCalled = true
    calls += 1
    depth += 1
    member(self)
    depth -= 1
  }

  private func prepare() {
    coordinator.register("page") { [weak self] in self?.show($0) }
    coordinator.shouldSave = { [weak self] _ in
      self?.happens("shouldSave")
      return true
    }
    coordinator.shouldRestore = { [weak self] _ in
      self?.happens("shouldRestore")
      return true
    }
    coordinator.willEncode = { [weak self] coder in
      coder.encode(1, for: "n")
      self?.happens("willEncode")
    }
    coordinator.didDecode = { [weak self] _ in self?.happens("didDecode") }
    coordinator.onSavingStateChange { [weak self] _ in self?.happens("savingState") }
    coordinator.onCanReopenChange { [weak self] _ in self?.happens("canReopen") }
    coordinator.onArrival { [weak self] _ in self?.happens("arrival") }
    coordinator.onDiscard { [weak self] _ in self?.happens("discard") }
    coordinator.onContinue(Stage.type) { [weak self] _ in
      self?.happens("onContinue")
      return false
    }
    root.onCall = { [weak self] in self?.happens($0) }
    call.work.withLock { $0.run = { [weak self] in self?.happens("log") } }
  }

  private func show(_ scene: SceneSession) {
    happens("make")
    guard self.scene == nil else { return }
    self.scene = scene
    let storage = SceneStorage(wrappedValue: 0, "Page.n", in: scene)
    storage.onChange { [weak self] _ in self?.happens("storage") }
    self.storage = storage
    contribution = scene.contribute { [weak self] in
      $0.title += "."
      self?.happens("contribution")
    }
    contribution?.becomeCurrent()
    scene.onContinue(Stage.type) { [weak self] _ in
      self?.happens("scene.onContinue")
      return false
    }
    scene.whileRestoring { [weak self] in self?.happens("whileRestoring") }
    scene.restore(root) { [weak self] path, _ in
      self?.happens("makeObject")
      return Root("late")
    }
  }

  /// Two runs: in the second one there is something to restore.
  func play() async {
    let first = Self.coordinator(machine)
    _ = await first.begin(.always)
    let scene = first.makeScene(
      kind: "page", activity: UserActivity(type: Stage.type, targetContentIdentifier: "a"))
    let saved = Root()
    saved.children = [Root("late")]
    scene.restore(saved)
    scene.set("kept", for: "Page.other")
    first.end(keepingWindows: true)
    await first.writer.finish()

    prepare()
    let restoration = await coordinator.begin(.always)
    await coordinator.restore(restoration)
    if self.scene == nil { show(coordinator.makeScene(kind: "page", activity: nil)) }
    storage?.wrappedValue = 5
    self.scene?.set(Double.infinity, for: "Page.bad")
    self.scene?.setNeedsEncoding()
    coordinator.setNeedsEncoding()
    await pass()
    self.scene?.set(Int?.none, for: "Page.bad")
    coordinator.continueActivity(
      UserActivity(type: Stage.type, title: "to continue", targetContentIdentifier: "a"))
    coordinator.continueActivity(UserActivity(type: "undeclared"))
    let other = coordinator.makeScene(kind: "page", activity: nil)
    coordinator.close(other)
    await pass()
    coordinator.flush()
    await pass()
  }

  private func pass() async {
    for _ in 0..<8 {
      machine.clock.advance(0.3)
      await coordinator.writer.finish()
      await Task.yield()
    }
  }

  /// What is missing afterwards, although saving should go on: something is set, and read again.
  func lost() async -> [String] {
    call.work.withLock { $0.run = nil }
    depth = 3
    guard coordinator.phase == .running else {
      // A member that ends the application was the one called.
      coordinator.end(keepingWindows: true)
      return coordinator.phase == .ended ? [] : ["the end"]
    }
    let probe = coordinator.makeScene(
      kind: "page", activity: UserActivity(type: Stage.type, targetContentIdentifier: "probe"))
    probe.set("typed", for: "Page.text")
    coordinator.shouldSave = nil
    coordinator.end(keepingWindows: true)
    await coordinator.writer.finish()
    let again = Self.coordinator(machine)
    let restoration = await again.begin(.always)
    let found = restoration.scenes.first { $0.id == probe.id }?.value(String.self, for: "Page.text")
    again.end(keepingWindows: true)
    await again.writer.finish()
    return found == "typed" ? [] : ["what was set afterwards"]
  }
}
