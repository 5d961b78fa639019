// What views are given: storage, contributions to the activity, trees of objects, preferences.

import Foundation
import XCTest

@testable import StateRestoration

final class SceneStorageTests: XCTestCase {
  private enum Tab: String, Codable { case details, photos }

  @MainActor
  private final class View {
    @SceneStorage var tab: Tab
    @SceneStorage var note: String?
    @SceneStorage var sizes: [String: Double]

    init(_ scene: SceneSession) {
      _tab = SceneStorage(wrappedValue: .details, "View.tab", in: scene)
      _note = SceneStorage(wrappedValue: "default", "View.note", in: scene)
      _sizes = SceneStorage(wrappedValue: [:], "View.sizes", in: scene)
    }
  }

  func testDefaultsEnumsOptionalsAndCodableValuesComeBack() async throws {
    try await atDesk { desk in
      await desk.start()
      let view = View(desk.open("a"))
      XCTAssertEqual(view.tab, .details)
      XCTAssertEqual(view.note, "default")
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.first?.storage, [:], "a default is not stored")
      view.tab = .photos
      view.note = nil
      view.sizes["x"] = 0.5
      await desk.settle()
      await desk.quit()
      await desk.start()
      let back = View(try XCTUnwrap(desk.restoration.scenes.first))
      XCTAssertEqual(back.tab, .photos)
      XCTAssertNil(back.note, "nil is a value, not the default")
      XCTAssertEqual(back.sizes, ["x": 0.5])
    }
  }

  func testAValueOfAnotherTypeIsTheDefaultAndStaysUntilItIsReplaced() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      scene.set("movies", for: "View.tab")
      let view = View(scene)
      XCTAssertEqual(view.tab, .details)
      XCTAssertEqual(scene.value(String.self, for: "View.tab"), "movies")
      view.tab = .photos
      XCTAssertEqual(scene.value(String.self, for: "View.tab"), "photos")
    }
  }

  func testChangesAreObserved() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let view = View(scene)
      var seen: [Tab] = []
      view.$tab.onChange { seen.append($0) }
      view.tab = .photos
      view.tab = .photos
      scene.set(Tab.details, for: "View.tab")
      XCTAssertEqual(seen, [.photos, .details])
      XCTAssertEqual(view.tab, .details, "whoever stores it")
      view.tab = .photos
      view.$tab.reset()
      XCTAssertEqual(view.tab, .details)
      XCTAssertNil(scene.value(Tab.self, for: "View.tab"))
    }
  }

  func testAKeyRegisteredTwiceInOneSceneIsCaught() async throws {
    try await atDesk { desk in
      let before = ProgrammingError.report
      defer { ProgrammingError.report = before }
      var errors: [String] = []
      ProgrammingError.report = { errors.append($0) }
      await desk.start()
      let scene = desk.open("a")
      var first: View? = View(scene)
      XCTAssertEqual(errors, [])
      let second = View(scene)
      XCTAssertEqual(errors.count, 3)
      XCTAssertEqual(errors.first, "“View.tab” has two owners in one scene.")
      _ = (first, second)
      first = nil
      _ = View(desk.open("b"))
      XCTAssertEqual(errors.count, 3, "another scene has keys of its own")
    }
  }

  func testAViewMayBeMadeAnewOnceTheOldOneIsGone() async throws {
    try await atDesk { desk in
      let before = ProgrammingError.report
      defer { ProgrammingError.report = before }
      var errors: [String] = []
      ProgrammingError.report = { errors.append($0) }
      await desk.start()
      let scene = desk.open("a")
      var view: View? = View(scene)
      view?.tab = .photos
      view = nil
      view = View(scene)
      XCTAssertEqual(view?.tab, .photos)
      XCTAssertEqual(errors, [])
    }
  }

  func testWhatIsNoJSONIsNotStoredAndSaid() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      scene.set(1.5, for: "n")
      scene.set(Double.infinity, for: "n")
      XCTAssertEqual(scene.value(Double.self, for: "n"), 1.5)
      XCTAssertEqual(desk.log.lines.count, 1)
      scene.set(Double?.none, for: "n")
      XCTAssertEqual(scene.keys, [])
    }
  }
}

final class ActivityTests: XCTestCase {
  func testSeveralViewsContributeAndEachOnlyWhileItIsCurrent() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      await desk.settle()
      var page = 1
      var asked = 0
      let reader = scene.contribute { activity in
        asked += 1
        activity.userInfo["page"] = .int(Int64(page))
      }
      let notes = scene.contribute { $0.userInfo["note"] = .string("n") }
      XCTAssertEqual(scene.activity?.userInfo, [:], "nobody is current")
      reader.becomeCurrent()
      notes.becomeCurrent()
      await desk.settle()
      XCTAssertEqual(
        desk.inspection.windows.first?.activity?.userInfo,
        ["page": .int(1), "note": .string("n")])
      page = 2
      await desk.settle()
      XCTAssertEqual(asked, 1, "a view is asked only when it says that it needs saving")
      reader.needsSave = true
      XCTAssertFalse(desk.coordinator.isSaved)
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.first?.activity?.userInfo["page"], .int(2))
      notes.resignCurrent()
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.first?.activity?.userInfo, ["page": .int(2)])
      scene.activity = UserActivity(type: "org.example.reading", targetContentIdentifier: "b")
      XCTAssertEqual(scene.activity?.userInfo, ["page": .int(2)], "it has its say in the new one")
      reader.invalidate()
      XCTAssertEqual(scene.activity?.userInfo, [:])
    }
  }

  func testAnActivityIsContinuedByTheWindowThatShowsItElseByTheApplication() async throws {
    try await atDesk { desk in
      await desk.start()
      let scenes = desk.open(["a", "b"])
      var continued: [String] = []
      for scene in scenes {
        scene.onContinue("org.example.reading") { _ in
          continued.append(scene.activity?.targetContentIdentifier ?? "")
          // A window with a changed draft is not led away from it.
          return scene.value(String.self, for: "draft") == nil
        }
      }
      desk.coordinator.onContinue("org.example.reading") {
        continued.append("new \($0.targetContentIdentifier ?? "")")
        return true
      }
      let activity = UserActivity(type: "org.example.reading", targetContentIdentifier: "a")
      XCTAssertTrue(desk.coordinator.continueActivity(activity))
      XCTAssertEqual(continued, ["a"])
      scenes[0].set("typed", for: "draft")
      XCTAssertTrue(desk.coordinator.continueActivity(activity))
      XCTAssertEqual(continued, ["a", "a", "new a"])
      XCTAssertTrue(
        desk.coordinator.continueActivity(
          UserActivity(type: "org.example.reading", targetContentIdentifier: "z")))
      XCTAssertEqual(continued.last, "new z")
      XCTAssertFalse(desk.coordinator.continueActivity(UserActivity(type: "org.example.browsing")))
    }
  }

  func testTheApplicationsOwnValuesTravelWithTheSession() async throws {
    try await atDesk { desk in
      await desk.start { $0.willEncode = { $0.encode([1, 2], for: "recent") } }
      _ = desk.open("a")
      await desk.settle()
      await desk.quit()
      desk.version = "1.1"
      var decoded: [String] = []
      await desk.start {
        $0.didDecode = { coder in
          let recent = coder.decode([Int].self, for: "recent") ?? []
          decoded.append("\(recent) by \(coder.applicationVersion)")
        }
      }
      XCTAssertEqual(decoded, ["[1, 2] by 1.0"])
    }
  }

  func testFactoriesMakeEveryWindowOfAStart() async throws {
    try await atDesk { desk in
      await desk.start()
      _ = desk.open("a")
      _ = desk.open("b", kind: "browser")
      await desk.settle()
      await desk.kill()
      var made: [String] = []
      let restoration = await desk.startOnly { coordinator in
        coordinator.register("page") { made.append("page \($0.activity?.title ?? "")") }
        coordinator.register("browser") { made.append("browser \($0.activity?.title ?? "")") }
      }
      await desk.coordinator.restore(restoration)
      XCTAssertEqual(made, ["browser Page b", "page Page a"])
      XCTAssertEqual(desk.coordinator.launch?.phase, .running)
    }
  }
}

final class TreeTests: XCTestCase {
  @MainActor
  private final class Node: StateRestoring {
    let restorationIdentifier: String?
    let restorationClass: String
    var children: [Node]
    var value = 0
    var seen: [String] = []
    let diary: Diary

    @MainActor
    final class Diary { var lines: [String] = [] }

    init(_ name: String?, _ diary: Diary, class kind: String = "Node", _ children: [Node] = []) {
      restorationIdentifier = name
      restorationClass = kind
      self.children = children
      self.diary = diary
    }

    var restorationChildren: [any StateRestoring] { children }
    func encodeState(to coder: inout StateCoder) {
      diary.lines.append("encode \(restorationIdentifier ?? "-")")
      coder.encode(value, for: "value")
    }
    func decodeState(from coder: StateCoder) {
      diary.lines.append("decode \(restorationIdentifier ?? "-")")
      value = coder.decode(Int.self, for: "value") ?? 0
    }
    func didFinishRestoring() { diary.lines.append("finish \(restorationIdentifier ?? "-")") }
  }

  func testEverythingIsDecodedBeforeAnythingIsToldThatRestoringHasFinished() async throws {
    try await atDesk { desk in
      await desk.start()
      let diary = Node.Diary()
      let hidden = Node("under", diary)
      let root = Node(
        "root", diary, [Node("a", diary), Node(nil, diary, [hidden]), Node("b", diary)])
      let scene = desk.open("a")
      scene.restore(root, applicationVersion: "1.0")
      XCTAssertEqual(diary.lines, ["finish root", "finish a", "finish b"])
      root.value = 1
      root.children[0].value = 2
      root.children[2].value = 3
      hidden.value = 4
      scene.setNeedsEncoding()
      await desk.settle()
      await desk.quit()
      await desk.start()

      let second = Node.Diary()
      let hiddenAgain = Node("under", second)
      let again = Node(
        "root", second,
        [
          Node("a", second), Node(nil, second, [hiddenAgain]),
          Node("b", second, class: "OtherNode"),
        ])
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      back.restore(again)
      XCTAssertEqual(
        second.lines, ["decode root", "decode a", "finish root", "finish a", "finish b"])
      XCTAssertEqual(again.value, 1)
      XCTAssertEqual(again.children[0].value, 2)
      XCTAssertEqual(again.children[2].value, 0, "another class is not given the old state")
      XCTAssertEqual(hiddenAgain.value, 0, "children of a nameless object are skipped")
    }
  }

  func testWhatTheTreeDoesNotHaveIsAskedFor() async throws {
    try await atDesk { desk in
      await desk.start()
      let diary = Node.Diary()
      let scene = desk.open("a")
      let root = Node("root", diary, [Node("extra", diary, [Node("inner", diary)])])
      root.children[0].value = 5
      root.children[0].children[0].value = 6
      scene.restore(root)
      scene.setNeedsEncoding()
      await desk.settle()
      await desk.quit()
      await desk.start()
      let again = Node("root", diary)
      var asked: [String] = []
      try XCTUnwrap(desk.restoration.scenes.first).restore(again) { path, coder in
        asked.append("\(path) \(coder.decode(Int.self, for: "value") ?? 0)")
        let extra = Node("extra", diary, [Node("inner", diary)])
        again.children.append(extra)
        return extra
      }
      XCTAssertEqual(asked, ["root/extra 5"])
      XCTAssertEqual(again.children.first?.value, 5)
      XCTAssertEqual(again.children.first?.children.first?.value, 6)
    }
  }

  func testTwoObjectsOfOneNameAreCaught() async throws {
    try await atDesk { desk in
      let before = ProgrammingError.report
      defer { ProgrammingError.report = before }
      var errors: [String] = []
      ProgrammingError.report = { errors.append($0) }
      await desk.start()
      let diary = Node.Diary()
      desk.open("a").restore(Node("root", diary, [Node("x", diary), Node("x", diary)]))
      XCTAssertEqual(errors.first, "“root/x” names two objects of one scene.")
    }
  }
}

final class AppStorageTests: XCTestCase {
  private enum Policy: String, Codable { case always, never }

  @MainActor
  private final class Preferences {
    @AppStorage var policy: Policy
    @AppStorage var size: Int

    init(_ settings: AppSettings) {
      _policy = AppStorage(wrappedValue: .always, "onStart", in: settings)
      _size = AppStorage(wrappedValue: 12, "size", in: settings)
    }
  }

  func testPreferencesComeBackAndAreWrittenForTheirOwnerAlone() async throws {
    try await atDesk { desk in
      let file = desk.base.appendingPathComponent("config/app/settings.json")
      let settings = await AppSettings.open(file, environment: desk.environment)
      let preferences = Preferences(settings)
      XCTAssertEqual(preferences.policy, .always)
      var seen: [Policy] = []
      Preferences(settings).$policy.onChange { seen.append($0) }
      preferences.policy = .never
      XCTAssertFalse(settings.isSaved)
      desk.clock.advance(1)
      await until("it is saved") { settings.isSaved }
      XCTAssertEqual(try desk.mode(file.path), 0o600)
      XCTAssertEqual(try desk.mode(file.deletingLastPathComponent().path), 0o700)
      let again = Preferences(await AppSettings.open(file, environment: desk.environment))
      XCTAssertEqual(again.policy, .never)
      XCTAssertEqual(again.size, 12)
      XCTAssertEqual(seen, [], "its property was gone")
    }
  }

  func testEveryPropertyOfAKeyIsToldOfAChange() async throws {
    try await atDesk { desk in
      let settings = await AppSettings.open(
        desk.base.appendingPathComponent("settings.json"), environment: desk.environment)
      let (one, two) = (Preferences(settings), Preferences(settings))
      var seen: [Int] = []
      two.$size.onChange { seen.append($0) }
      one.size = 14
      one.size = 14
      XCTAssertEqual(seen, [14])
      XCTAssertEqual(two.size, 14)
    }
  }

  func testOnlyWhatChangedIsWrittenOverWhatTheFileSaysByThen() async throws {
    try await atDesk { desk in
      let file = desk.base.appendingPathComponent("settings.json")
      try desk.write(#"{"size": 9, "later": [1]}"#, to: file.path)
      let settings = await AppSettings.open(file, environment: desk.environment)
      let preferences = Preferences(settings)
      XCTAssertEqual(preferences.size, 9)
      try desk.write(#"{"size": 10, "later": [1], "edited": true}"#, to: file.path)
      preferences.policy = .never
      XCTAssertTrue(settings.flush())
      let value = try StateValue(json: try Data(contentsOf: file))
      XCTAssertEqual(
        value.object,
        [
          "size": .int(10), "later": .array([.int(1)]), "edited": .bool(true),
          "onStart": .string("never"),
        ])
    }
  }

  func testAnUnreadableFileIsSetAsideAndALinkIsFollowed() async throws {
    try await atDesk { desk in
      let file = desk.base.appendingPathComponent("settings.json")
      try desk.write("size = 9", to: file.path)
      let settings = await AppSettings.open(file, environment: desk.environment)
      XCTAssertEqual(Preferences(settings).size, 12)
      XCTAssertEqual(desk.log.lines.count, 1)
      XCTAssertEqual(
        try String(contentsOfFile: file.path + ".unreadable", encoding: .utf8), "size = 9")

      let target = desk.base.appendingPathComponent("dotfiles.json")
      try desk.write(#"{"size": 8}"#, to: target.path)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
      let linked = await AppSettings.open(file, environment: desk.environment)
      let preferences = Preferences(linked)
      XCTAssertEqual(preferences.size, 8)
      preferences.size = 7
      XCTAssertTrue(linked.flush())
      XCTAssertEqual(try SystemFileSystem().status(file.path).kind, .link)
      XCTAssertEqual(try StateValue(json: try Data(contentsOf: target)).object?["size"], .int(7))
    }
  }

  func testAFullDiskIsToldAndTriedAgain() async throws {
    try await atDesk { desk in
      let files = FaultyFileSystem()
      desk.files = files
      let file = desk.base.appendingPathComponent("settings.json")
      let settings = await AppSettings.open(file, environment: desk.environment)
      let preferences = Preferences(settings)
      files.set(.full(ENOSPC))
      preferences.size = 1
      XCTAssertFalse(settings.flush())
      XCTAssertEqual(settings.failure, "the disk is full")
      files.set(.none)
      desk.clock.advance(1.1)
      await until("it is saved") { settings.isSaved }
      XCTAssertNil(settings.failure)
    }
  }

  func testTheStandardFile() {
    XCTAssertEqual(
      AppSettings.standardFile(directoryName: "x", ["HOME": "/home/me"])?.path,
      "/home/me/.config/x/settings.json")
    XCTAssertEqual(
      AppSettings.standardFile(directoryName: "x", ["XDG_CONFIG_HOME": "/c", "HOME": "/h"])?.path,
      "/c/x/settings.json")
    XCTAssertNil(AppSettings.standardFile(directoryName: "x", ["XDG_CONFIG_HOME": "c"]))
  }
}
