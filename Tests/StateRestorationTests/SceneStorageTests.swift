// SPDX-License-Identifier: Apache-2.0
// Values saved with a window.

import Foundation
import XCTest

@testable import StateRestoration

final class SceneStorageTests: XCTestCase {
  fileprivate enum Tab: String, Codable { case details, photos }

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

  @MainActor
  private final class Shelf: SceneMember {
    let scene: SceneSession
    @SceneStorage(.tab) var tab = Tab.details
    @SceneStorage("Shelf.note") var note: String? = "default"
    @SceneStorage("Shelf.page") var page: Int?

    init(_ scene: SceneSession) {
      self.scene = scene
      $note.onChange { [weak self] in self?.seen.append($0) }
    }

    var seen: [String?] = []
  }

  @MainActor
  private final class Loose {
    @SceneStorage(.tab) var tab = Tab.details
  }

  func testAPropertyInOneLineFindsTheWindowOfItsObject() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let shelf = Shelf(scene)
      XCTAssertEqual(shelf.tab, .details)
      shelf.tab = .photos
      shelf.note = "written"
      XCTAssertNil(shelf.page)
      shelf.page = 3
      scene.set("from elsewhere", for: "Shelf.note")
      XCTAssertEqual(shelf.seen, ["written", "from elsewhere"])
      await desk.settle()
      await desk.quit()
      await desk.start()
      let back = Shelf(try XCTUnwrap(desk.restoration.scenes.first))
      XCTAssertEqual(back.tab, .photos)
      XCTAssertEqual(back.note, "from elsewhere")
      XCTAssertEqual(back.page, 3)
    }
  }

  func testNewValuesAreASequence() async throws {
    try await atDesk { desk in
      await desk.start()
      let shelf = Shelf(desk.open("a"))
      let values = shelf.$tab.values
      shelf.tab = .photos
      shelf.tab = .details
      var seen: [Tab] = []
      for await value in values {
        seen.append(value)
        if seen.count == 2 { break }
      }
      XCTAssertEqual(seen, [.photos, .details])
    }
  }

  func testASecondOwnerIsNoticedWhenItIsFirstUsedAndSoIsAnObjectWithoutAWindow() async throws {
    try await atDesk { desk in
      let report = RestorationMisuse.report
      defer { RestorationMisuse.report = report }
      var mistakes: [String] = []
      RestorationMisuse.report = { mistakes.append($0) }
      await desk.start()
      let scene = desk.open("a")
      let (first, second) = (Shelf(scene), Shelf(scene))
      // Their notes, which they observe from the beginning.
      XCTAssertEqual(mistakes, ["“Shelf.note” has two owners in one scene."])
      first.tab = .photos
      XCTAssertEqual(mistakes.count, 1, "nobody has asked the second one yet")
      XCTAssertEqual(second.tab, .details)
      XCTAssertEqual(mistakes.last, "“Shelf.tab” has two owners in one scene.")
      mistakes = []
      let loose = Loose()
      loose.tab = .photos
      XCTAssertEqual(loose.tab, .photos, "it works as long as it lives")
      XCTAssertEqual(
        mistakes.first, "“Shelf.tab” is not saved: Loose is no SceneMember, and gave no scene.")
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
      let before = RestorationMisuse.report
      defer { RestorationMisuse.report = before }
      var errors: [String] = []
      RestorationMisuse.report = { errors.append($0) }
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

  func testAViewMayBeMadeAgainOnceTheOldOneIsGone() async throws {
    try await atDesk { desk in
      let before = RestorationMisuse.report
      defer { RestorationMisuse.report = before }
      var errors: [String] = []
      RestorationMisuse.report = { errors.append($0) }
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

  func testWhatIsNoJSONIsNotStoredAndReported() async throws {
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

extension StateKey {
  fileprivate static let tab = StateKey("Shelf.tab")
}
