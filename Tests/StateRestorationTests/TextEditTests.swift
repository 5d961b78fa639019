// SPDX-License-Identifier: Apache-2.0
// A long text is kept by its edits: what was typed is there whatever happens to the process, and in whatever order texts are
// edited, stored, read and saved.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class TextEditTests: XCTestCase {
  private static let letters = ["a", "b", "é", "👍🏽", "\u{301}", "\n", "\"", "\\", "ß", "語", ""]

  private static func text(_ most: Int, _ random: inout FixedRandom) -> String {
    let count = Int.random(in: 0...most, using: &random)
    return (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
  }

  private static func edit(of text: String, _ random: inout FixedRandom) -> TextEdit {
    let count = text.unicodeScalars.count
    let start = Int.random(in: 0...count, using: &random)
    return TextEdit(
      start: start, removed: Int.random(in: 0...min(3, count - start), using: &random),
      inserted: Self.text(3, &random))
  }

  /// Not the way of the library.
  private static func make(_ edit: TextEdit, in text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    scalars.replaceSubrange(
      edit.start..<edit.start + edit.removed, with: edit.inserted.unicodeScalars)
    return String(String.UnicodeScalarView(scalars))
  }

  func testEditsMakeTheNewTextOfTheOldOne() throws {
    var random = FixedRandom(11)
    let path = RecordChange.path(ofStored: "note")
    for _ in 0..<rounds(100, withFaults: 1_000) {
      var text = Self.text(40, &random)
      var edited = TextUnderEdits(text)
      var replay = RecordReplay(.object(["storage": .object(["note": .string(text), "n": .null])]))
      for number in 0..<20 {
        let edit = Self.edit(of: text, &random)
        let change = RecordChange(
          path: path, kind: .edit(edit, of: text.unicodeScalars.count))
        var writer = StateJSONWriter(isOnOneLine: true)
        change.write(to: &writer)
        let read = try XCTUnwrap(RecordChange(StateValue(json: Data(writer.bytes))))
        XCTAssertEqual(read, change)
        text = Self.make(edit, in: text)
        XCTAssertTrue(edited.make(edit))
        XCTAssertTrue(replay.make(read))
        // The caret, and now and then all of it anew.
        XCTAssertTrue(
          replay.make(
            RecordChange(path: RecordChange.path(ofStored: "n"), kind: .set(.int(Int64(number))))))
        if number % 7 == 3 {
          XCTAssertTrue(replay.make(RecordChange(path: path, kind: .set(.string(text)))))
        }
      }
      XCTAssertTrue(edited.text.utf8.elementsEqual(text.utf8))
      let after = replay.finish()?.object?["storage"]?.object
      XCTAssertEqual(after?["note"]?.lineText, StateValue.string(text).lineText)
      XCTAssertEqual(after?["n"], .int(19))
    }
  }

  func testAnEditThatDoesNotFitIsRefusedAndChangesNothing() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      XCTAssertFalse(scene.edit("note", TextEdit(start: 0, inserted: "x")), "there is no text")
      scene.set(3, for: "note")
      XCTAssertFalse(scene.edit("note", TextEdit(start: 0, inserted: "x")), "it is a number")
      scene.set("日本", for: "note")
      for edit in [
        TextEdit(start: 3, inserted: "x"), TextEdit(start: -1, inserted: "x"),
        TextEdit(start: 1, removed: 2), TextEdit(start: 1, removed: -1),
        TextEdit(start: .max, removed: .max), TextEdit(start: 1, removed: .max),
      ] { XCTAssertFalse(scene.edit("note", edit), "\(edit)") }
      XCTAssertEqual(scene.value(String.self, for: "note"), "日本")
      XCTAssertTrue(scene.edit("note", TextEdit(start: 2, inserted: "語")))
      XCTAssertTrue(scene.edit("note", TextEdit(start: 2, removed: 1, inserted: "!")))
      XCTAssertEqual(scene.value(String.self, for: "note"), "日本!")
    }
  }

  func testAPropertyOfAnEditedTextHasIt() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let text = SceneStorage(wrappedValue: "", "note", in: scene)
      var seen: [String] = []
      text.onChange { seen.append($0) }
      text.wrappedValue = "one"
      XCTAssertTrue(scene.edit("note", TextEdit(start: 3, inserted: " two")))
      XCTAssertEqual(text.wrappedValue, "one two")
      text.wrappedValue = "one two"
      text.wrappedValue = "one"
      XCTAssertEqual(seen, ["one", "one two", "one"])
      XCTAssertTrue(scene.edit("note", TextEdit(start: 0, removed: 1, inserted: "O")))
      await desk.kill()
      await desk.start()
      XCTAssertEqual(desk.restoration.scenes.first?.value(String.self, for: "note"), "One")
    }
  }

  /// Edits, whole texts, reading, saving and deaths in any order, in two windows.
  func testWhateverIsDoneWithATextItIsThereAfterTheProcessIsGone() async throws {
    for seed in 0..<rounds(8, withFaults: 200) {
      try await liveWithTexts(FixedRandom(UInt64(seed)))
    }
  }

  private func liveWithTexts(_ random: FixedRandom) async throws {
    try await atDesk { desk in
      var random = random
      var files: [StateKey: String] = [:]
      await desk.start()
      let windows = desk.open(["a", "b"]).map(\.id)
      await desk.settle()
      var texts = Dictionary(uniqueKeysWithValues: windows.map { ($0, files) })
      for _ in 0..<60 {
        guard let id = windows.randomElement(using: &random),
          let scene = desk.coordinator.scenes.first(where: { $0.id == id })
        else { return XCTFail("a window is missing") }
        let key: StateKey = Bool.random(using: &random) ? "draft" : "note"
        files = texts[id] ?? [:]
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<11:
          guard let old = files[key] else {
            XCTAssertFalse(scene.edit(key, TextEdit(start: 0, inserted: "x")))
            break
          }
          let edit = Self.edit(of: old, &random)
          XCTAssertTrue(scene.edit(key, edit))
          files[key] = Self.make(edit, in: old)
        case 11, 12:
          files[key] = Self.text(80, &random)
          scene.set(files[key], for: key)
        case 13:
          files[key] = nil
          scene.set(String?.none, for: key)
        case 14: XCTAssertEqual(scene.value(String.self, for: key), files[key])
        case 15: scene.geometry = SceneGeometry(width: 300 + files.count, height: 200)
        case 16: scene.saveNow()
        case 17: desk.clock.advance(0.4)
        case 18: await desk.settle()
        default:
          texts[id] = files
          await desk.kill()
          await desk.start()
        }
        texts[id] = files
      }
      await desk.kill()
      await desk.start()
      for scene in desk.restoration.scenes {
        for key: StateKey in ["draft", "note"] {
          XCTAssertEqual(scene.value(String.self, for: key), texts[scene.id]?[key])
        }
      }
      XCTAssertEqual(desk.restoration.scenes.count, 2)
    }
  }

  private struct Draft: Codable, Equatable, Sendable {
    struct Field: Codable, Equatable, Sendable { var typed = "" }
    var title = ""
    var fields: [String: Field] = ["a": Field()]
    var caret: Int?
  }

  /// The texts of a value, and its other parts, in any order, with deaths in between.
  func testWhateverIsDoneWithThePartsOfAValueTheyAreThereAfterTheProcessIsGone() async throws {
    for seed in 0..<rounds(12, withFaults: 300) {
      try await liveWithParts(FixedRandom(UInt64(seed)))
    }
  }

  private func liveWithParts(_ random: FixedRandom) async throws {
    try await atDesk { desk in
      var random = random
      let (key, inText): (StateKey, [String]) = ("Draft.1", ["fields", "a", "typed"])
      var scene = await desk.startAndOpen("a")
      var draft = Draft()
      scene.set(draft, for: key)
      for _ in 0..<80 {
        switch Int.random(in: 0..<24, using: &random) {
        case 0..<9:
          let old = draft.fields["a"]?.typed ?? ""
          let edit = Self.edit(of: old, &random)
          if Bool.random(using: &random) {
            XCTAssertTrue(scene.edit(key, edit, at: inText, caretsAt: [["caret"]]))
            draft.caret = edit.start + edit.inserted.unicodeScalars.count
          } else {
            XCTAssertTrue(scene.edit(key, edit, at: inText))
          }
          draft.fields["a"]?.typed = Self.make(edit, in: old)
        case 9, 10:
          let edit = Self.edit(of: draft.title, &random)
          XCTAssertTrue(scene.edit(key, edit, at: ["title"]))
          draft.title = Self.make(edit, in: draft.title)
        case 11..<15:
          draft.caret = Bool.random(using: &random) ? nil : Int.random(in: 0..<8, using: &random)
          XCTAssertTrue(scene.set(draft.caret, for: key, at: ["caret"]))
        case 15:
          draft.title = Self.text(60, &random)
          if !scene.set(draft.title, for: key, at: ["title"]) { scene.set(draft, for: key) }
        case 16:
          draft.fields["a"] = Draft.Field(typed: Self.text(60, &random))
          if !scene.set(draft.fields, for: key, at: ["fields"]) { scene.set(draft, for: key) }
        case 17: XCTAssertEqual(scene.value(Draft.self, for: key), draft)
        case 18: scene.saveNow()
        case 19: desk.clock.advance(0.4)
        case 20: await desk.settle()
        case 21:
          draft = Draft(title: Self.text(50, &random))
          scene.set(draft, for: key)
        default:
          await desk.kill()
          await desk.start()
          guard let again = desk.restoration.scenes.first else { return XCTFail("it is gone") }
          scene = again
          XCTAssertEqual(scene.value(Draft.self, for: key), draft)
        }
      }
      await desk.settle()
      let saved = desk.inspection.windows.first?.storage[key.rawValue]
      XCTAssertEqual(saved?.decoded(as: Draft.self), draft)
    }
  }

  func testAPartThatHasNoPlaceOrCanNotBeSavedIsRefusedAndChangesNothing() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let key: StateKey = "Draft.1"
      XCTAssertFalse(scene.set(1, for: key, at: ["caret"]), "there is no value")
      scene.set(Draft(title: "t"), for: key)
      for path in [[], ["title", "a"], ["none", "a"], ["fields", "b", "typed"]] {
        XCTAssertFalse(scene.set(1, for: key, at: path), "\(path)")
        XCTAssertFalse(scene.edit(key, TextEdit(start: 0, inserted: "x"), at: path), "\(path)")
      }
      XCTAssertFalse(scene.set(Double.nan, for: key, at: ["caret"]))
      XCTAssertFalse(scene.edit(key, TextEdit(start: 0, inserted: "x"), at: ["caret"]))
      XCTAssertTrue(scene.edit(key, TextEdit(start: 1, inserted: "x"), at: ["title"]))
      XCTAssertFalse(scene.set("u", for: key, at: ["title"]), "it is typed into")
      XCTAssertEqual(scene.value(Draft.self, for: key), Draft(title: "tx"))
      XCTAssertTrue(desk.coordinator.leftOut.isEmpty)
    }
  }

  func testATextThatIsTypedInWhileItIsSavedIsThereAfterTheProcessIsGone() async throws {
    try await atDesk { desk in
      let disk = SlowDisk()
      desk.files = disk
      let scene = await desk.startAndOpen("a")
      scene.set("0123456789", for: "note")
      await desk.settle()
      XCTAssertTrue(scene.edit("note", TextEdit(start: 10, inserted: "a")))
      disk.stop()
      scene.saveNow()
      XCTAssertTrue(scene.edit("note", TextEdit(start: 11, inserted: "b")))
      await desk.untilWritten()
      let copy = desk.base.appendingPathComponent("copy")
      try FileManager.default.copyItem(atPath: desk.directory.root, toPath: copy.path)
      XCTAssertEqual(
        StateInspection(StateDirectory(copy)).windows.first?.storage["note"],
        .string("0123456789ab"))
      disk.goOn()
      await desk.untilWritten()
      await until("the record is written") { desk.coordinator.saves.isIdle }
      XCTAssertTrue(scene.edit("note", TextEdit(start: 0, removed: 1)))
      await desk.kill()
      await desk.start()
      XCTAssertEqual(
        desk.restoration.scenes.first?.value(String.self, for: "note"), "123456789ab")
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.first?.storage["note"], .string("123456789ab"))
    }
  }

  func testAWindowThatIsClosedAndOpenedAgainHasItsEdits() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      scenes[0].set("text", for: "note")
      XCTAssertTrue(scenes[0].edit("note", TextEdit(start: 4, inserted: "!")))
      desk.coordinator.close(scenes[0])
      let again = await desk.coordinator.reopenClosedScene()
      XCTAssertEqual(again?.value(String.self, for: "note"), "text!")
      XCTAssertEqual(again?.edit("note", TextEdit(start: 5, inserted: "?")), true)
      await desk.settle()
      XCTAssertEqual(
        desk.inspection.windows.compactMap { $0.storage["note"]?.string }, ["text!?"])
    }
  }

  func testAnEditOfALongTextWritesLittleAndManyAreReplayedAtOnce() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let text = String(repeating: "wörter ", count: 57_000)
      scene.set(text, for: "note")
      await desk.settle()
      let keys = 5_000
      for key in 0..<keys {
        XCTAssertTrue(scene.edit("note", TextEdit(start: 200_000 + key, inserted: "x")))
        if desk.coordinator.journals.isBehind { await desk.untilWritten() }
      }
      let size = desk.names(in: desk.directory.windows).filter { $0.hasSuffix(".journal") }
        .reduce(0) { size, name in
          let path = desk.directory.windows + "/" + name
          return size + ((try? SystemFileSystem().status(path).size) ?? 0)
        }
      XCTAssertGreaterThan(size, 0)
      XCTAssertLessThanOrEqual(size / keys, 100)
      await desk.kill()
      let start = DispatchTime.now().uptimeNanoseconds
      await desk.start()
      let took = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
      print("\(keys) edits in \(size) bytes, there again after \(took) s")
      var scalars = Array(text.unicodeScalars)
      scalars.insert(contentsOf: Array(repeating: "x", count: keys), at: 200_000)
      XCTAssertEqual(
        desk.restoration.scenes.first?.value(String.self, for: "note"),
        String(String.UnicodeScalarView(scalars)))
    }
  }

  /// A version that knows no edits ends a journal there; it must not take one for the removal of the text.
  func testAnEditIsNothingElseToAnOlderVersion() throws {
    var writer = StateJSONWriter(isOnOneLine: true)
    RecordChange(
      path: RecordChange.path(ofStored: "note"),
      kind: .edit(TextEdit(start: 1, inserted: "x"), of: 3)
    ).write(to: &writer)
    let fields = try XCTUnwrap(StateValue(json: Data(writer.bytes)).object)
    XCTAssertNil(fields["p"])
    XCTAssertNil(RecordChange(.object(["q": .array([.string("storage")])])))
  }
}
