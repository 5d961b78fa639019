// SPDX-License-Identifier: Apache-2.0
// Pictures of closed windows: only where they are wanted, small, private, and gone with their windows.

import Foundation
import XCTest

@testable import StateRestoration

final class WindowPicturesTests: XCTestCase {
  private static let picture = WindowPicture(
    width: 111, height: 90, pixels: (0..<9_990).map { UInt16($0) })

  @MainActor
  private static func folder(_ desk: Desk) -> String {
    desk.base.path + "/cache/org.example.App/windows"
  }

  @MainActor
  private static func start(_ desk: Desk, keeping: Bool = true) async {
    desk.variables["XDG_CACHE_HOME"] = desk.base.path + "/cache"
    await desk.start { $0.keepsPictures = keeping }
  }

  func testAPictureIsSmallAndPrivateAndGoesWhenTheWindowIsOpenedAgain() async throws {
    try await atDesk { desk in
      await Self.start(desk)
      let scenes = desk.open(["a", "b"])
      desk.coordinator.close(scenes[0], picture: Self.picture)
      let found = await desk.coordinator.picture(of: scenes[0].id)
      XCTAssertEqual(found, try XCTUnwrap(Self.picture))
      let file = Self.folder(desk) + "/\(scenes[0].id.uuidString).picture"
      XCTAssertEqual(try desk.mode(file) & 0o777, 0o600)
      XCTAssertEqual(try desk.mode(Self.folder(desk)) & 0o777, 0o700)
      XCTAssertLessThanOrEqual(try SystemFileSystem().status(file).size, 20_000)
      await desk.settle()
      await desk.quit()
      await Self.start(desk)
      let again = await desk.coordinator.picture(of: scenes[0].id)
      XCTAssertEqual(again, Self.picture)
      _ = await desk.coordinator.reopenClosedScene(scenes[0].id)
      let gone = await desk.coordinator.picture(of: scenes[0].id)
      XCTAssertNil(gone)
    }
  }

  func testNoneIsKeptOfAPrivateWindowOrWithoutTheUsersWish() async throws {
    try await atDesk { desk in
      await Self.start(desk, keeping: false)
      _ = desk.open("stays")
      let scenes = desk.open(["a", "b"])
      desk.coordinator.close(scenes[0], picture: Self.picture)
      desk.coordinator.keepsPictures = true
      scenes[1].isRestorable = false
      desk.coordinator.close(scenes[1], picture: Self.picture)
      for scene in scenes {
        let found = await desk.coordinator.picture(of: scene.id)
        XCTAssertNil(found)
      }
      XCTAssertEqual(desk.names(in: Self.folder(desk)), [])
    }
  }

  func testTheyGoWithTheirWindowsAndWithTheWish() async throws {
    try await atDesk { desk in
      await Self.start(desk)
      let stays = desk.open("stays")
      let scenes = desk.open(["a", "b", "c"])
      for scene in scenes { desk.coordinator.close(scene, picture: Self.picture) }
      await desk.settle()
      let count = { desk.names(in: Self.folder(desk)).count }
      await until("there are three") { count() == 3 }
      await desk.coordinator.forget(scenes[0].id)
      await until("the forgotten one's is gone") { count() == 2 }
      desk.coordinator.keepsPictures = false
      await until("all are gone") { count() == 0 }
      desk.coordinator.keepsPictures = true
      desk.coordinator.close(stays, picture: Self.picture)
      await desk.settle()
      await until("there is one again") { count() == 1 }
      // One that nobody knows, and a file that is none.
      try desk.write("x", to: Self.folder(desk) + "/\(UUID().uuidString).picture")
      try desk.write("x", to: Self.folder(desk) + "/else")
      await desk.quit()
      // The last window is not closed at the next start, but open.
      await Self.start(desk)
      XCTAssertEqual(desk.targets.first, "stays")
      await until("nothing is left that is not a closed window's") { count() == 0 }
    }
  }

  func testEndingWithoutWindowsLeavesNoPicture() async throws {
    try await atDesk { desk in
      await Self.start(desk)
      _ = desk.open("stays")
      desk.coordinator.close(desk.open("a"), picture: Self.picture)
      await desk.settle()
      await desk.quit(keepingWindows: false)
      XCTAssertEqual(desk.names(in: Self.folder(desk)), [])
    }
  }

  func testWhatIsNoPictureIsNone() throws {
    let data = try XCTUnwrap(Self.picture).data
    XCTAssertEqual(WindowPicture(data), Self.picture)
    for count in [0, 1, 3, 4, 100, data.count - 1, data.count - 2] {
      XCTAssertNil(WindowPicture(data.prefix(count)))
    }
    XCTAssertNil(WindowPicture(data + [0, 0]))
    XCTAssertNil(WindowPicture(width: 0, height: 1, pixels: []))
    XCTAssertNil(
      WindowPicture(width: 10_000, height: 1, pixels: [UInt16](repeating: 0, count: 10_000)))
    XCTAssertNil(WindowPicture(width: Int.max, height: 2, pixels: [0]))
  }
}
