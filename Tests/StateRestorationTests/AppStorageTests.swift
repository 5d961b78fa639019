// SPDX-License-Identifier: Apache-2.0
// Preferences of the whole application.

import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

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

  func testEveryPropertyOfAKeyIsNotifiedOfAChange() async throws {
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

  func testAFileThatBrokeMeanwhileIsSetAsideAndNothingIsLost() async throws {
    try await atDesk { desk in
      let file = desk.base.appendingPathComponent("settings.json")
      try desk.write(#"{"size": 9, "later": [1]}"#, to: file.path)
      let settings = await AppSettings.open(file, environment: desk.environment)
      let preferences = Preferences(settings)
      try desk.write(#"{"size": 9, "later": [1], }"#, to: file.path)
      preferences.policy = .never
      XCTAssertTrue(settings.flush())
      let value = try StateValue(json: try Data(contentsOf: file))
      XCTAssertEqual(
        value.object,
        ["size": .int(9), "later": .array([.int(1)]), "onStart": .string("never")])
      XCTAssertEqual(desk.names(in: desk.base.path).filter { $0.hasSuffix(".unreadable") }.count, 1)
      XCTAssertEqual(desk.log.lines.count, 1)
    }
  }

  func testAFileThatCannotBeReadNowIsNotOverwritten() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      let file = desk.base.appendingPathComponent("settings.json")
      try desk.write(#"{"size": 9, "later": [1]}"#, to: file.path)
      let settings = await AppSettings.open(file, environment: desk.environment)
      files.set(.failing(call: 1, code: EIO))
      Preferences(settings).policy = .never
      XCTAssertFalse(settings.flush())
      XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), #"{"size": 9, "later": [1]}"#)
      XCTAssertTrue(settings.flush())
      XCTAssertEqual(
        try StateValue(json: try Data(contentsOf: file)).object?["later"], .array([.int(1)]))
    }
  }

  func testOptionalsAndCodableValuesComeBack() async throws {
    @MainActor
    final class View {
      @AppStorage var name: String?
      @AppStorage var sizes: [String: Double]

      init(_ settings: AppSettings) {
        _name = AppStorage(wrappedValue: "none yet", "name", in: settings)
        _sizes = AppStorage(wrappedValue: [:], "sizes", in: settings)
      }
    }
    try await atDesk { desk in
      let file = desk.base.appendingPathComponent("settings.json")
      let view = View(await AppSettings.open(file, environment: desk.environment))
      XCTAssertEqual(view.name, "none yet")
      view.name = nil
      view.sizes["x"] = 0.5
      desk.clock.advance(1)
      await until("it is saved") { FileManager.default.fileExists(atPath: file.path) }
      let again = View(await AppSettings.open(file, environment: desk.environment))
      XCTAssertNil(again.name, "nil is a value, not the default")
      XCTAssertEqual(again.sizes, ["x": 0.5])
    }
  }

  func testAKeyOfTwoTypesIsCaught() async throws {
    try await atDesk { desk in
      let before = RestorationMisuse.report
      defer { RestorationMisuse.report = before }
      var errors: [String] = []
      RestorationMisuse.report = { errors.append($0) }
      let settings = await AppSettings.open(
        desk.base.appendingPathComponent("settings.json"), environment: desk.environment)
      let one = Preferences(settings)
      let other = AppStorage(wrappedValue: "large", "size", in: settings)
      XCTAssertEqual(errors, ["“size” is Int in one place and String in another."])
      XCTAssertEqual(one.size, 12)
      XCTAssertEqual(other.wrappedValue, "large")
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

  func testAFullDiskIsReportedAndSavingIsRetried() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      let file = desk.base.appendingPathComponent("settings.json")
      let settings = await AppSettings.open(file, environment: desk.environment)
      let preferences = Preferences(settings)
      files.set(.full(ENOSPC))
      preferences.size = 1
      XCTAssertFalse(settings.flush())
      XCTAssertEqual(settings.failure?.sentence, "the disk is full")
      files.set(.none)
      desk.clock.advance(1.1)
      await until("it is saved") { settings.isSaved }
      XCTAssertNil(settings.failure)
    }
  }

  func testAnOldReadingDoesNotTakeBackWhatWasWrittenMeanwhile() async throws {
    try await atDesk { desk in
      let disk = SlowReading()
      desk.files = disk
      let file = desk.base.appendingPathComponent("settings.json")
      let settings = await AppSettings.open(file, environment: desk.environment)
      settings.set(1, for: "n")
      XCTAssertTrue(settings.flush())
      disk.isHeld.withLock { $0 = true }
      let reloading = Task { await settings.reload() }
      await until("it has read") { disk.hasRead.withLock { $0 } }
      disk.isHeld.withLock { $0 = false }
      settings.set(2, for: "n")
      settings.flush()
      disk.goesOn.signal()
      await reloading.value
      settings.flush()
      XCTAssertEqual(settings.value(Int.self, for: "n"), 2)
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

/// A disk that can hold back what it has read.
private final class SlowReading: FileSystemWrapper {
  let base: any StateFileSystem = SystemFileSystem()
  let isHeld = Locked(false)
  let hasRead = Locked(false)
  let goesOn = DispatchSemaphore(value: 0)

  func read(_ file: Int32, _ count: Int, path: String) throws -> Data {
    let data = try base.read(file, count, path: path)
    if isHeld.withLock({ $0 }), !data.isEmpty {
      hasRead.withLock { $0 = true }
      goesOn.wait()
    }
    return data
  }
}
