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
        // So does who writes or forgets what is saved, or opens its windows, whenever one is saved: each time in a task
        // of its own.
        let goesOn =
          ["whileRestoring", isSaid ? "continueActivity from" : ""] + Stage.savingInTasks
        if !member.hasPrefix("makeScene"), !goesOn.contains(member) {
          XCTAssertLessThan(stage.calls, Stage.mostCalls, "\(callback) called \(member)")
        }
        XCTAssertTrue(stage.wasCalled, "\(callback) was not called")
        let lost = await stage.lost(isSavedInTheEnd: !goesOn.contains(member))
        XCTAssertEqual(lost, [], "\(callback) called \(member)")
      }
    }
  }

  func testNobodyWaitsForAWindowThatIsClosedWhenItIsAskedWhetherToSave() async throws {
    for isOfViews in [false, true] {
      try await atDesk { desk in
        let scenes = await desk.startAndOpen(["a", "b"])
        let coordinator = desk.coordinator
        coordinator.shouldSave = { scene in
          if scene === scenes[0], coordinator.scenes.contains(where: { $0 === scene }) {
            coordinator.close(scene)
          }
          return true
        }
        let view = AskedView()
        if isOfViews { scenes[0].restore(view) }
        if isOfViews { scenes[0].setNeedsEncoding() } else { scenes[0].set(1, for: "Page.n") }
        await until("it is closed") { coordinator.scenes.count == 1 }
        await desk.settle()
        XCTAssertTrue(coordinator.isSaved)
        XCTAssertFalse(coordinator.wouldLoseEdits)
        withExtendedLifetime(view) {}
      }
    }
  }

  func testAFlushAsksViewsThatWouldBeAskedBeforeTheNextFrame() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let view = AskedView()
      scene.restore(view)
      await desk.settle()
      _ = desk.open("b")
      scene.setNeedsEncoding()
      XCTAssertTrue(desk.coordinator.flush(within: 10))
      scene.setNeedsEncoding()
      desk.coordinator.end(keepingWindows: true)
      XCTAssertTrue(desk.coordinator.isSaved)
      withExtendedLifetime(view) {}
    }
  }

  @MainActor
  private final class AskedView: StateRestoring {
    let restorationIdentifier: String? = "view"
    func encodeState(to coder: inout StateCoder) { coder.encode(1, for: "n") }
    func decodeState(from coder: StateCoder) {}
  }

  /// What is public is on the stage: a member or a callback that is added to the library and not to the lists below would not
  /// be tried.
  func testEveryMemberAndEveryCallbackIsTried() throws {
    let tests = URL(fileURLWithPath: #filePath)
    let sources = tests.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/StateRestoration")
    let here = try String(contentsOf: tests, encoding: .utf8)
    var members: Set<String> = []
    var callbacks: Set<String> = []
    for room in ["Coordinator", "Scenes"] {
      let folder = sources.appendingPathComponent(room)
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        for (name, rest) in Self.declarations(in: text) {
          members.insert(name)
          if rest.contains(/@escaping|: @MainActor \(|: \(/) { callbacks.insert(name) }
        }
      }
    }
    XCTAssertGreaterThan(members.count, 60)
    // What follows from one that is tried: sequences of what handlers are told.
    members.subtract([
      "activityArrivals", "canReopenChanges", "continuedActivities", "discardedWindows",
      "namedSessionsChanges", "projectedValue", "savingStates", "values",
    ])
    for name in members.sorted() {
      XCTAssertTrue(here.contains(".\(name)"), "\(name) is called by no callback")
    }
    XCTAssertEqual(
      callbacks,
      [
        "contribute", "continueActivity", "didDecode", "onArrival", "onCanReopenChange", "onChange",
        "onContinue", "onDiscard", "onSavingStateChange", "register",
        "restore", "shouldRestore", "shouldSave", "whileRestoring", "willEncode",
      ], "they are on the stage, under names of their own")
  }

  /// What is public in the types that an application calls: the names, and what follows them.
  private static func declarations(in text: String) -> [(name: String, rest: Substring)] {
    let types = ["RestorationCoordinator", "SceneSession", "ActivityContribution", "SceneStorage"]
    var isMeant = false
    var found: [(name: String, rest: Substring)] = []
    for part in text.components(separatedBy: "\n\n").flatMap({ $0.components(separatedBy: "///") })
    {
      if let type = part.firstMatch(of: /(?m)^(?:public final class|extension) ([A-Za-z]+)/) {
        isMeant = types.contains(String(type.1))
      }
      guard isMeant else { continue }
      let member = #/  public (?:private\(set\) )?(?:func|var) ([A-Za-z]+)([^{]*)/#
      for match in part.matches(of: member) { found.append((String(match.1), match.2)) }
    }
    return found
  }
}

/// An application that lets one of its callbacks call one member.
@MainActor
private final class Stage {
  static let callbacks = [
    "arrival", "canReopen", "contribution", "decodeState", "didDecode",
    "didFinishRestoring", "discard", "encode", "encodeState", "from", "log", "make", "makeObject",
    "namedSessions", "onContinue", "pause", "restorationChildren",
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
    "currentNamedSession": { _ = $0.coordinator.currentNamedSession },
    "didFinishRestoring": { $0.coordinator.didFinishRestoring() },
    "edit": { _ = $0.scene?.edit("Page.text", TextEdit(start: 0, inserted: "e")) },
    "edit of what is not there": {
      _ = $0.scene?.edit("Page.none", TextEdit(start: 9, inserted: "e"))
    },
    "end": { $0.coordinator.end(keepingWindows: true) },
    "end and forget": { $0.coordinator.end(keepingWindows: false) },
    "flush": { $0.coordinator.flush() },
    "focus": { stage in stage.scene.map { stage.coordinator.focus($0) } },
    "forget": { $0.coordinator.forget() },
    "forget one": { stage in
      guard let id = stage.scene?.id else { return }
      Task { await stage.coordinator.forget(id) }
    },
    "forget a target": { stage in
      Task { await stage.coordinator.forget(targetContentIdentifier: "b") }
    },
    "geometry": { $0.scene?.geometry = SceneGeometry(width: 5, height: 5) },
    "invalidate": { $0.contribution?.invalidate() },
    "isRestorable": { $0.scene?.isRestorable = false },
    "keepWindows": { stage in
      Task { _ = try? await stage.coordinator.keepWindows(as: "Now") }
    },
    "keepsPictures": { $0.coordinator.keepsPictures.toggle() },
    "namedSessions": { stage in Task { await stage.coordinator.namedSessions() } },
    "addNamedSession": { stage in
      let sent = SentWindows(name: "Sent", windows: [SentWindows.Window("page")])
      Task { _ = try? await stage.coordinator.addNamedSession(sent) }
    },
    "namedSession": ofNamed { _ = try await $0.namedSession($1) },
    "openNamedSession": ofNamed { coordinator, id in
      let change = try await coordinator.openNamedSession(id, keeping: "Before")
      await coordinator.restore(change.restoration)
    },
    "addAgain": ofNamed {
      let session = try await $0.namedSession($1)
      try await $0.removeNamedSession($1)
      try await $0.addAgain(session)
    },
    "updateNamedSession": ofNamed { try await $0.updateNamedSession($1) },
    "renameNamedSession": ofNamed { try await $0.renameNamedSession($1, to: "Later") },
    "removeNamedSession": ofNamed { try await $0.removeNamedSession($1) },
    "openPastSession": { stage in
      Task {
        for scene in await stage.coordinator.openPastSession(1) { stage.coordinator.make(scene) }
      }
    },
    "pastSessions": { stage in Task { await stage.coordinator.pastSessions() } },
    "picture": { stage in Task { await stage.coordinator.picture(of: UUID()) } },
    "savingState": { _ = $0.coordinator.savingState },
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
    "previousWindows": { _ = $0.coordinator.previousWindows },
    "problems": { stage in Task { await stage.coordinator.problems() } },
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

  static let savingInTasks = [
    "forget one", "forget a target", "namedSession",
    "keepWindows", "addNamedSession", "addAgain", "openNamedSession", "updateNamedSession",
    "renameNamedSession", "removeNamedSession", "openPastSession",
  ]

  /// What is done with a session that has a name, one of which is there.
  private static func ofNamed(
    _ work: @escaping @MainActor (RestorationCoordinator, UUID) async throws -> Void
  ) -> @MainActor (Stage) -> Void {
    { stage in
      Task {
        let named = await stage.coordinator.namedSessions().sessions.first?.id
        try? await work(stage.coordinator, named ?? UUID())
      }
    }
  }

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

  /// A value of the application's, which the library asks for what it has.
  private struct Probe: Encodable, Sendable {
    let encoded: @MainActor @Sendable () -> Void

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(1)
      if Thread.isMainThread { MainActor.assumeIsolated { encoded() } }
    }
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
    _ = coordinator.namedSessionsObservers.add { [weak self] in self?.happens("namedSessions") }
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
    scene.set("typed", for: "Page.text")
    _ = try? await first.keepWindows(as: "Monday")
    first.end(keepingWindows: true)
    await first.writer.finish()

    prepare()
    let restoration = await coordinator.begin(.always)
    await coordinator.restore(restoration, pause: { [weak self] in self?.happens("pause") })
    if self.scene == nil { show(coordinator.makeScene(kind: "page", activity: nil)) }
    storage?.wrappedValue = 5
    self.scene?.set(Double.infinity, for: "Page.bad")
    self.scene?.set(Probe { [weak self] in self?.happens("encode") }, for: "Page.probe")
    self.scene?.setNeedsEncoding()
    coordinator.setNeedsEncoding()
    await pass()
    self.scene?.set(Int?.none, for: "Page.bad")
    coordinator.continueActivity(
      UserActivity(type: Stage.type, title: "to continue", targetContentIdentifier: "a"))
    coordinator.continueActivity(UserActivity(type: "undeclared"))
    await coordinator.continueActivity(from: { [weak self] in
      await self?.happens("from")
      return UserActivity(type: "undeclared")
    })
    let other = coordinator.makeScene(kind: "page", activity: nil)
    coordinator.close(other)
    await pass()
    _ = try? await coordinator.keepWindows(as: "Tuesday")
    await coordinator.forget(other.id)
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
  func lost(isSavedInTheEnd: Bool) async -> [String] {
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
    // Nobody could log out.
    if isSavedInTheEnd, coordinator.leftOut.isEmpty, !coordinator.isSaved {
      return ["an end of saving"]
    }
    let again = Self.coordinator(machine)
    let restoration = await again.begin(.always)
    let found = restoration.scenes.first { $0.id == probe.id }?.value(String.self, for: "Page.text")
    again.end(keepingWindows: true)
    await again.writer.finish()
    return found == "typed" ? [] : ["what was set afterwards"]
  }
}
