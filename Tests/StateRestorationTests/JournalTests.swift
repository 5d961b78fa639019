// SPDX-License-Identifier: Apache-2.0
// What was given to a window is kept from that moment on, whatever happens to the process, and within a
// second whatever happens to the machine.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class JournalTests: XCTestCase {
  // MARK: Changes

  func testADifferenceMakesTheNewValueOfTheOldOne() throws {
    var random = FixedRandom(7)
    let letters = ["a", "b", "é", "👍🏽", "\u{301}", "\n", "x\u{0}y", "ß", "語"]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
    for round in 0..<rounds(300, withFaults: 3_000) {
      let old = text(Int.random(in: 0..<(round % 7 == 0 ? 4_000 : 60), using: &random))
      var scalars = Array(old.unicodeScalars)
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let at = Int.random(in: 0...scalars.count, using: &random)
        let end = min(scalars.count, at + Int.random(in: 0..<5, using: &random))
        scalars.replaceSubrange(
          at..<end, with: text(Int.random(in: 0..<4, using: &random)).unicodeScalars)
      }
      let new = String(String.UnicodeScalarView(scalars))
      let before = StateValue.object(["t": .string(old), "n": .int(1), "l": .array([.string(old)])])
      let after = StateValue.object(["t": .string(new), "m": .int(2), "l": .array([.string(new)])])
      var value: StateValue? = before
      for change in RecordChange.from(before, to: after) {
        var writer = StateJSONWriter(isOnOneLine: true)
        change.write(to: &writer)
        let read = try XCTUnwrap(RecordChange(StateValue(json: Data(writer.bytes))))
        XCTAssertTrue(read.apply(to: &value))
      }
      XCTAssertEqual(value?.lineText, after.lineText)
    }
  }

  func testALineThatWasCutShortEndsAJournal() {
    let path: [RecordChange.Step] = [.key("storage"), .key("é")]
    let lines = (1...5).map { number in
      JournalLine(
        number: number, base: number == 1 ? 3 : nil,
        changes: [RecordChange(path: path, kind: .set(.string("\(number)\n")))],
        start: number == 3 ? nil : JournalLine.Start(number: 7, steps: path, isNew: number == 1))
    }
    let bytes = lines.reduce(into: Data()) { $0 += $1.bytes }
    let all = Self.lines(in: bytes)
    XCTAssertEqual(all.map(\.number), lines.map(\.number))
    XCTAssertEqual(all.map(\.base), lines.map(\.base))
    XCTAssertEqual(all.map(\.changes), lines.map(\.changes))
    for length in 0..<bytes.count {
      let read = Self.lines(in: bytes.prefix(length))
      XCTAssertEqual(read, Array(all.prefix(read.count)))
      XCTAssertEqual(Self.lines(in: bytes.prefix(length) + Data(count: 40)), read)
      var damaged = bytes
      damaged[length] ^= 0x10
      let rest = Self.lines(in: damaged)
      XCTAssertEqual(rest, Array(all.prefix(rest.count)))
    }
  }

  private static func lines(in data: Data) -> [JournalLine] {
    var starts: [Int: [RecordChange.Step]] = [:]
    return JournalLine.lines(in: data, &starts)
  }

  // MARK: The process dies

  func testWhatWasSetIsThereAfterTheProcessIsGone() async throws {
    for length in [10, 100, 30_000, 400_000] {
      try await atDesk { desk in
        let scene = await desk.startAndOpen("a")
        var text = String(repeating: "é", count: length / 2)
        scene.set(text, for: "draft")
        await desk.settle()
        for letter in ["x", "👍", "", "y"] {
          text.insert(contentsOf: letter, at: text.index(text.startIndex, offsetBy: 5))
          scene.set(text, for: "draft")
        }
        scene.geometry = SceneGeometry(width: 77, height: 88)
        scene.activity?.title = "typed"
        // No time passes, and the process is gone.
        await desk.kill()
        await desk.start()
        let back = try XCTUnwrap(desk.restoration.scenes.first)
        XCTAssertEqual(back.value(String.self, for: "draft"), text)
        XCTAssertEqual(back.geometry?.width, 77)
        XCTAssertEqual(back.activity?.title, "typed")
        // And once more, before the record was written.
        back.set(text + "z", for: "draft")
        await desk.kill()
        await desk.start()
        XCTAssertEqual(
          desk.restoration.scenes.first?.value(String.self, for: "draft"), text + "z")
        await desk.settle()
        XCTAssertEqual(
          desk.names(in: desk.directory.windows).filter { $0.hasSuffix(".journal") }, [])
      }
    }
  }

  func testWhatWasTypedWaitsForARecordThatCannotBeReadNow() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      scene.set("before", for: "draft")
      await desk.settle()
      scene.set("typed", for: "draft")
      await desk.kill()
      // As a newer version would leave it.
      let record = URL(fileURLWithPath: desk.directory.window(scene.id))
      let readable = try Data(contentsOf: record)
      var newer = try XCTUnwrap(
        JSONSerialization.jsonObject(with: readable) as? [String: Any])
      newer["schema"] = 9_999
      try JSONSerialization.data(withJSONObject: newer).write(to: record)
      await desk.start()
      XCTAssertEqual(desk.restoration.scenes.count, 0)
      await desk.settle()
      await desk.kill()
      try readable.write(to: record)
      await desk.start()
      XCTAssertEqual(
        desk.restoration.scenes.first?.value(String.self, for: "draft"), "typed")
      await desk.settle()
    }
  }

  func testAWindowWhoseRecordIsStillBeingWrittenIsThereAfterTheProcessIsGone() async throws {
    try await atDesk { desk in
      let disk = SlowDisk()
      desk.files = disk
      let old = await desk.startAndOpen("old")
      old.set("before", for: "draft")
      await desk.settle()
      disk.stop()
      old.saveNow()
      let new = desk.open("new")
      new.set("typed", for: "draft")
      old.set("typed, too", for: "draft")
      await desk.untilWritten()
      let copy = desk.base.appendingPathComponent("copy")
      try FileManager.default.copyItem(atPath: desk.directory.root, toPath: copy.path)
      let found = StateInspection(StateDirectory(copy))
      XCTAssertEqual(
        Set(found.windows.compactMap { $0.storage["draft"]?.string }), ["typed", "typed, too"])
      XCTAssertEqual(found.problems, [])
      disk.goOn()
      await desk.settle()
    }
  }

  func testWhatATreeHasIsKeptFromTheNextTurnOn() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let view = Field()
      scene.restore(view)
      scene.setNeedsEncoding()
      await desk.settle()
      scene.setNeedsEncoding()
      view.text = "typed"
      await until("it is given to the kernel") { desk.coordinator.saves.isSettled == false }
      await until("it is there") { view.encoded > 1 }
      await desk.kill()
      await desk.start()
      let again = Field()
      desk.restoration.scenes.first?.restore(again)
      XCTAssertEqual(again.text, "typed")
    }
  }

  func testWhatATreeSaidToWhoeverKeepsTheWindowsIsSavedToo() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let view = Field()
      scene.restore(view)
      scene.setNeedsEncoding()
      await desk.settle()
      view.text = "typed"
      scene.setNeedsEncoding()
      _ = try await desk.coordinator.keepWindows(as: "Monday")
      await desk.kill()
      await desk.start()
      let again = Field()
      desk.restoration.scenes.first?.restore(again)
      XCTAssertEqual(again.text, "typed")
    }
  }

  @MainActor
  private final class Field: StateRestoring {
    var text = ""
    var encoded = 0
    var restorationIdentifier: String? { "field" }
    func encodeState(to coder: inout StateCoder) {
      encoded += 1
      coder.encode(text, for: "text")
    }
    func decodeState(from coder: StateCoder) { text = coder.decode(String.self, for: "text") ?? "" }
  }

  func testNothingOfAClosedOrPrivateWindowIsLeftInAJournal() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      for scene in scenes { scene.set("secret", for: "draft") }
      desk.coordinator.close(scenes[0])
      scenes[1].isRestorable = false
      await desk.settle()
      XCTAssertEqual(
        desk.names(in: desk.directory.windows).filter { $0.hasSuffix(".journal") }, [])
      XCTAssertEqual(desk.savedTargets, ["c"])
      XCTAssertEqual(desk.inspection.closed.first?.storage["draft"], .string("secret"))
      // A journal that a closed window left behind does not open it again.
      let path = desk.directory.journal(scenes[0].id, 9)
      let line = JournalLine(
        number: 1, base: 0, isWhole: true,
        changes: [RecordChange(path: [], kind: .set(scenes[0].record.value))])
      try Data(line.bytes).write(to: URL(fileURLWithPath: path))
      await desk.kill()
      await desk.start()
      XCTAssertEqual(desk.targets, ["c"])
    }
  }

  // MARK: The disk

  func testASlowKernelIsLeftToAThreadAndSaidIfItLasts() async throws {
    try await atDesk { desk in
      let disk = SlowDisk()
      desk.files = disk
      let scene = await desk.startAndOpen("a")
      scene.set("0", for: "draft")
      await desk.settle()
      disk.stopsWrites.withLock { $0 = true }
      for key in 1...100 { scene.set("\(key)", for: "draft") }
      let waits = disk.waitsOfMainThread.withLock { $0 }
      XCTAssertLessThanOrEqual(waits, 2, "the main thread does not wait for each")
      XCTAssertFalse(desk.coordinator.isSaved)
      desk.clock.advance(Journals.patience)
      guard case .notSaving(let failure) = desk.coordinator.savingState else {
        return XCTFail("it is said")
      }
      XCTAssertEqual(failure.sentence, "the disk does not answer")
      disk.goOn()
      await until("it is said that it goes on") { desk.coordinator.savingState == .saving }
      await desk.coordinator.journals.finish()
      await desk.kill()
      await desk.start()
      XCTAssertEqual(desk.restoration.scenes.first?.value(String.self, for: "draft"), "100")
    }
  }

  func testWhatAThreadHasYetToWriteIsThereAfterTheProcessIsGone() async throws {
    try await atDesk { desk in
      let disk = SlowDisk(isInMemory: true)
      desk.files = disk
      let scene = await desk.startAndOpen("a")
      scene.set("0", for: "draft")
      await desk.settle()
      disk.stopsWrites.withLock { $0 = true }
      for key in 1...20 { scene.set("key \(key)", for: "draft") }
      XCTAssertTrue(desk.coordinator.journals.isBehind)
      // Memory is not waited for, nor is another thread.
      let isThere = desk.standIns.contains { path in
        (try? String(contentsOfFile: path, encoding: .utf8))?.contains("key 20") == true
      }
      XCTAssertTrue(isThere)
      // The process is gone with the files as they are now.
      let places = ["state", "runtime"].map { desk.base.appendingPathComponent($0) }
      for place in places {
        try FileManager.default.copyItem(at: place, to: place.appendingPathExtension("then"))
      }
      disk.goOn()
      await desk.kill()
      await desk.coordinator.journals.finish()
      XCTAssertEqual(desk.standIns, [], "what is on the disk needs none")
      for place in places {
        try FileManager.default.removeItem(at: place)
        try FileManager.default.moveItem(at: place.appendingPathExtension("then"), to: place)
      }
      XCTAssertEqual(desk.standIns.count, 1)
      await desk.start()
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      XCTAssertEqual(back.value(String.self, for: "draft"), "key 20")
      await desk.settle()
      XCTAssertEqual(desk.standIns, [])
      XCTAssertEqual(desk.inspection.windows.first?.storage["draft"], .string("key 20"))
    }
  }

  func testWhatAThreadHasYetToWriteOfAClosedWindowIsThereUntilItsRecordIs() async throws {
    try await atDesk { desk in
      let disk = SlowDisk(isInMemory: true)
      desk.files = disk
      let scenes = await desk.startAndOpen(["a", "b"])
      for scene in scenes { scene.set("before", for: "draft") }
      await desk.quit()
      await desk.start()
      let scene = try XCTUnwrap(desk.coordinator.scenes.first { $0.id == scenes[0].id })
      disk.stopsThreads.withLock { $0 = true }
      scene.set("typed", for: "draft")
      XCTAssertTrue(desk.coordinator.journals.isBehind)
      disk.stop()
      desk.coordinator.close(scene)
      // The thread gets a turn only now, when nobody wants its file any more.
      disk.stopsThreads.withLock { $0 = false }
      await desk.coordinator.journals.finish()
      await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
      // The process is gone with the files as they are now.
      let places = ["state", "runtime"].map { desk.base.appendingPathComponent($0) }
      for place in places {
        try FileManager.default.copyItem(at: place, to: place.appendingPathExtension("then"))
      }
      disk.goOn()
      await desk.kill()
      XCTAssertEqual(desk.standIns, [], "what is on the disk needs none")
      for place in places {
        try FileManager.default.removeItem(at: place)
        try FileManager.default.moveItem(at: place.appendingPathExtension("then"), to: place)
      }
      await desk.start()
      let back = desk.restoration.scenes.first { $0.id == scene.id }
      XCTAssertEqual(back?.value(String.self, for: "draft"), "typed")
    }
  }

  /// As in a session of ssh or a container, where the runtime directory may be on the disk, too. On a busy machine no thread may
  /// get a turn before the frame is painted.
  func testWithoutAPlaceInMemoryAKeyNeedsNoThread() async throws {
    try await needNoThread(withRuntimeDirectory: false)
    try await needNoThread(withRuntimeDirectory: true)
  }

  private func needNoThread(withRuntimeDirectory isThere: Bool) async throws {
    try await atDesk { desk in
      if !isThere { desk.variables["XDG_RUNTIME_DIR"] = nil }
      let disk = SlowDisk()
      desk.files = disk
      let scene = await desk.startAndOpen("a")
      scene.set("0", for: "draft")
      await desk.settle()
      for round in 1...5 {
        disk.stopsThreads.withLock { $0 = true }
        // Begins a file after each record.
        scene.set("key \(round)", for: "draft")
        let copy = desk.base.appendingPathComponent("copy \(round)")
        try FileManager.default.copyItem(atPath: desk.directory.root, toPath: copy.path)
        let found = StateInspection(StateDirectory(copy)).windows.first
        XCTAssertEqual(found?.storage["draft"], .string("key \(round)"))
        disk.stopsThreads.withLock { $0 = false }
        scene.saveNow()
        await desk.settle()
      }
      XCTAssertEqual(desk.standIns, [])
    }
  }

  func testTheEndIsPromptOnADiskThatStandsStillAndLosesNothing() async throws {
    try await atDesk { desk in
      let disk = SlowDisk()
      desk.files = disk
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      // One with a tree is asked at every occasion, and has nothing new.
      let idle = desk.open("idle")
      let view = Field()
      idle.restore(view)
      idle.setNeedsEncoding()
      await desk.settle()
      disk.stop()
      idle.saveNow()
      await until("there is nothing new to write") { desk.coordinator.saves.isIdle }
      // Nothing is written any more before this is.
      scenes[0].set("0", for: "draft")
      scenes[0].saveNow()
      let new = desk.open("new")
      for key in 1...300 {
        for scene in scenes { scene.set("\(key)", for: "draft") }
        if key % 100 == 0 { desk.coordinator.focus(scenes[key / 100 % 3]) }
      }
      desk.clock.advance(Journals.patience)
      guard case .notSaving = desk.coordinator.savingState else { return XCTFail("it is said") }
      // If a write took long, a thread has the rest.
      await until("a log-out need not wait") { !desk.coordinator.wouldLoseEdits }
      let inVain = desk.coordinator.writer.secondsInVain
      // As a log-out asks, with more typed before it ends the program.
      desk.coordinator.flush(within: 0.1)
      XCTAssertFalse(desk.coordinator.wouldLoseEdits)
      scenes[1].set("300", for: "draft")
      desk.coordinator.end(keepingWindows: true)
      // The disk is not there: it was waited for once, and the end waits only for the thread to let go.
      XCTAssertEqual(desk.coordinator.writer.secondsInVain - inVain, 0.2, accuracy: 0.01)
      let copy = desk.base.appendingPathComponent("copy")
      try FileManager.default.copyItem(atPath: desk.directory.root, toPath: copy.path)
      disk.goOn()
      await desk.coordinator.writer.finish()
      let found = StateInspection(StateDirectory(copy))
      XCTAssertEqual(
        found.windows.compactMap { $0.storage["draft"]?.string }, ["300", "300", "300"])
      XCTAssertTrue(found.windows.contains { $0.id == new.id })
      // The process is gone with the disk as it was then.
      try FileManager.default.removeItem(atPath: desk.directory.root)
      try FileManager.default.moveItem(atPath: copy.path, toPath: desk.directory.root)
      await desk.start()
      XCTAssertEqual(desk.restoration.reason, .normal)
      XCTAssertEqual(Set(desk.targets), ["a", "b", "c", "idle", "new"])
      withExtendedLifetime(view) {}
    }
  }

  func testTheEndIsPromptAlsoIfAThreadStillWroteWhenTheRecordWasBegun() async throws {
    try await atDesk { desk in
      let disk = SlowDisk()
      desk.files = disk
      let scene = await desk.startAndOpen("a")
      await desk.settle()
      disk.stop()
      scene.set("key 0", for: "draft")
      disk.stopsWrites.withLock { $0 = true }
      for key in 1...20 { scene.set("key \(key)", for: "draft") }
      XCTAssertTrue(desk.coordinator.journals.isBehind)
      scene.saveNow()
      XCTAssertTrue(desk.coordinator.wouldLoseEdits)
      disk.stopsWrites.withLock { $0 = false }
      await until("the kernel has it") { !desk.coordinator.wouldLoseEdits }
      disk.goOn()
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.first?.storage["draft"], .string("key 20"))
    }
  }

  func testAJournalThatFailsIsReplacedWithARecord() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      let scene = await desk.startAndOpen("a")
      scene.set("1", for: "draft")
      for code in [ENOSPC, EIO] {
        for call in 1...6 {
          await desk.settle()
          files.set(.failing(call: call, code: code))
          scene.set("\(code) \(call)", for: "draft")
          scene.set("\(code) \(call).", for: "draft")
          desk.clock.advance(0.3)
          // On a busy machine, the journal's failure is known late.
          await until("it is written, perhaps after another attempt") {
            if desk.coordinator.saves.isIdle { desk.clock.advance(0.3) }
            return desk.coordinator.isSaved
          }
          files.set(.none)
          XCTAssertEqual(
            desk.inspection.windows.first?.storage["draft"], .string("\(code) \(call)."))
        }
      }
    }
  }

  func testAKeyInALongTextWritesLittle() async throws {
    struct Draft: Codable { var text: String, anchor = 0, caret = 0 }
    try await atDesk { desk in
      let counting = CountingFileSystem()
      desk.files = counting
      let scene = await desk.startAndOpen("a")
      let name = StateKey("Draft.note.\(UUID().uuidString)")
      var text = Array(String(repeating: "word ", count: 80_000).utf8)
      var draft = Draft(text: String(decoding: text, as: UTF8.self))
      scene.set(draft, for: name)
      await desk.settle()
      await desk.coordinator.journals.finish()
      counting.bytes.withLock { $0 = 0 }
      let keys = rounds(1_000, withFaults: 10_000)
      for key in 0..<keys {
        text.insert(UInt8(ascii: "x"), at: 200_000 + key)
        // A view says what was typed, and then where the caret is.
        draft.text = String(decoding: text, as: UTF8.self)
        scene.set(draft, for: name)
        (draft.anchor, draft.caret) = (200_001 + key, 200_001 + key)
        scene.set(draft, for: name)
        desk.clock.advance(1.0 / 15)
        // On a busy machine a thread may have it, and something stands in for it.
        if desk.coordinator.journals.isBehind { await desk.untilWritten() }
        if !desk.coordinator.saves.isIdle {
          await until("the record is written") { desk.coordinator.saves.isIdle }
        }
      }
      let perKey = counting.bytes.withLock { $0 } / keys
      XCTAssertLessThanOrEqual(perKey, 300)
      print("\(perKey) bytes for each key in a text of \(text.count) bytes")
    }
  }

  // MARK: Encoding

  func testValuesAreEncodedAsJSONEncoderDoes() throws {
    struct Inner: Codable { var a: Float, b: UInt64, c: Decimal, d: [String: Int]?, e: Date }
    final class Base: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        try list.encodeNil()
        var nested = list.nestedUnkeyedContainer()
        try nested.encode("n")
        var single = list.superEncoder().singleValueContainer()
        try single.encode(true)
      }
    }
    struct Outer: Encodable {
      var url = URL(string: "https://example.org/a b".replacingOccurrences(of: " ", with: "%20"))
      var data = Data([0, 1, 255])
      var numbers = [0.1, -0.0, 1e15, 1e16, 123456789.0, 1e-7, 5e300, -3]
      var small: [Int8] = [-128, 127]
      var inner = Inner(
        a: 0.1, b: .max, c: Decimal(string: "12345678901234567890.5") ?? 0, d: ["k": 1],
        e: Date(timeIntervalSinceReferenceDate: 700_000_000.25))
      var none: String?
      var byNumber = [3: "c"]
      var base = Base()
      var id = UUID()
      var range = 1..<5
      var empty: [String] = []
    }
    let value = Outer()
    XCTAssertEqual(
      try StateValue(encoding: value).lineText,
      try StateValue(json: JSONEncoder().encode(value)).lineText)
    XCTAssertThrowsError(try StateValue(encoding: [Double.nan]))
    XCTAssertThrowsError(try StateValue(encoding: [Float.infinity]))
  }
}

/// A disk that stands still when a test says so: no fsync returns, or no write to a journal.
final class SlowDisk: FileSystemWrapper {
  let base: any StateFileSystem = SystemFileSystem()
  private let hasMemory: Bool

  /// Whether there is a place in memory for what it is slow to take.
  init(isInMemory: Bool = false) { hasMemory = isInMemory }

  func isInMemory(_ path: String) -> Bool { hasMemory }

  private let gate = Gate()
  let stopsWrites = Locked(false)
  /// No thread but the main one begins a journal.
  let stopsThreads = Locked(false)
  /// How many writes that stood still were the main thread's.
  let waitsOfMainThread = Locked(0)

  private final class Gate: @unchecked Sendable {
    // Only used under its own lock.
    let condition = NSCondition()
    var isShut = false
  }

  func stop() { gate.condition.withLock { gate.isShut = true } }

  func goOn() {
    stopsWrites.withLock { $0 = false }
    gate.condition.withLock {
      gate.isShut = false
      gate.condition.broadcast()
    }
  }

  func open(_ path: String, _ access: StateFileAccess) throws -> Int32 {
    while path.hasSuffix(".journal"), !Thread.isMainThread, stopsThreads.withLock({ $0 }) {
      usleep(1_000)
    }
    return try base.open(path, access)
  }

  func flush(_ file: Int32, _ path: String) throws {
    gate.condition.withLock { while gate.isShut { gate.condition.wait() } }
    try base.flush(file, path)
  }

  func write(_ file: Int32, _ data: Data, path: String) throws -> Int {
    while path.hasSuffix(".journal"), !path.contains("/runtime/"), stopsWrites.withLock({ $0 }) {
      // The first write is the main thread's own: it must come back.
      if Thread.isMainThread {
        waitsOfMainThread.withLock { $0 += 1 }
        usleep(20_000)
        break
      }
      usleep(1_000)
    }
    return try base.write(file, data, path: path)
  }
}

/// Counts the bytes that are written.
private final class CountingFileSystem: FileSystemWrapper {
  let base: any StateFileSystem = MemoryFileSystem()
  let bytes = Locked(0)

  func write(_ file: Int32, _ data: Data, path: String) throws -> Int {
    let count = try base.write(file, data, path: path)
    bytes.withLock { $0 += count }
    return count
  }
}
