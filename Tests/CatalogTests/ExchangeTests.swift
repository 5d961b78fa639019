// SPDX-License-Identifier: Apache-2.0
// From one catalogue to another: nothing is lost, and nothing is left half done.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class ExchangeTests: CatalogTestCase {
  private func place(_ name: String) -> URL { directory.appendingPathComponent(name) }

  private func lines(_ name: String) throws -> String {
    try String(contentsOf: place(name).appendingPathComponent("products.jsonl"), encoding: .utf8)
  }

  private func withStore<Value: Sendable>(
    _ name: String, _ body: (CatalogStore) async throws -> Value
  ) async throws -> Value {
    let store = try await CatalogStore.open(in: place(name))
    let result: Result<Value, any Error>
    do { result = .success(try await body(store)) } catch { result = .failure(error) }
    await store.close()
    return try result.get()
  }

  // MARK: There and back

  func testExportImportExportGivesTheSameBytes() async throws {
    for seed in UInt64(1)...4 {
      let (first, second) = ("first\(seed)", "second\(seed)")
      try await withStore(first) { store in
        _ = try await store.generate(GeneratedProducts(120, seed: seed, hasPictures: true))
        try await change(store, SeededRandom(seed: seed))
        let result = try await store.exportProducts(to: place("out-\(first)"))
        XCTAssertGreaterThan(result.products, 100)
        XCTAssertGreaterThan(result.pictures, 0)
      }
      try await withStore(second) { store in
        _ = try await store.importProducts(from: place("out-\(first)").path)
        _ = try await store.exportProducts(to: place("out-\(second)"))
        let problems = try await store.check()
        XCTAssertEqual(problems, [])
      }
      XCTAssertEqual(try lines("out-\(first)"), try lines("out-\(second)"), "seed \(seed)")
      let manager = FileManager.default
      let names = try manager.contentsOfDirectory(atPath: place("out-\(first)").path).sorted()
      XCTAssertEqual(
        names, try manager.contentsOfDirectory(atPath: place("out-\(second)").path).sorted())
      for name in names {
        XCTAssertTrue(
          manager.contentsEqual(
            atPath: place("out-\(first)").appendingPathComponent(name).path,
            andPath: place("out-\(second)").appendingPathComponent(name).path), name)
      }
    }
  }

  /// Uses everything: trash, edits, notes with unusual texts, another order.
  private func change(_ store: CatalogStore, _ seeded: SeededRandom) async throws {
    var random = seeded
    let texts = [
      "", "plain", "\"quotes\" \\ and / \u{1}\u{1f}\u{7f}", "zwei\nZeilen\r\n\t", "żółć 🧺 \u{2028}",
      "e\u{301} and é", "\u{feff}mark",
    ]
    for product in try await store.products(ProductQuery()) {
      let text = random.pick(texts)
      switch random.below(5) {
      case 0: try await store.delete([product.id])
      case 1:
        _ = try await store.addNote(
          to: product.id, title: NoteTitle(random.pick(texts)), text: FreeText(note: text))
      case 2:
        _ = try await store.change([product.id]) {
          $0.product.description = try FreeText(description: text)
          $0.product.price = try Price("7", currency: Currency("JPY"))
          $0.notes.reverse()
          $0.product.pictures.reverse()
        }
      default: break
      }
    }
    _ = try await store.database.carryOut(.other) { connection in
      try connection.run("UPDATE product SET position = key * 7919 % 104729")
    }
  }

  func testEveryMomentComesBack() {
    for milliseconds: Int64 in [
      0, -1, 1, 951_782_399_999, 951_782_400_000, 4_102_444_800_000, -62_135_596_800_000,
      -62_167_219_200_001, 253_402_300_799_999, 253_402_300_800_000, 1_000_000_000_000_000,
      -1_000_000_000_000_000,
    ] {
      let date = Date(milliseconds: milliseconds)
      let text = MomentText.text(of: date)
      XCTAssertEqual(MomentText.date(text)?.milliseconds, milliseconds, text)
    }
    XCTAssertEqual(
      MomentText.text(of: Date(milliseconds: 1_709_208_000_123)), "2024-02-29T12:00:00.123Z")
    for (text, milliseconds) in [
      ("2024-02-29", 1_709_164_800_000), ("2024-02-29T12:00Z", 1_709_208_000_000),
      ("2024-02-29 12:00:00.1234", 1_709_208_000_123),
      ("2024-02-29T14:00:00+02:00", 1_709_208_000_000),
      ("2024-02-29T07:30-0430", 1_709_208_000_000),
    ] as [(String, Int64)] {
      XCTAssertEqual(MomentText.date(text)?.milliseconds, milliseconds, text)
    }
    for text in [
      "", "2023-02-29", "2024-13-01", "2024-1-1", "24-01-01", "2024-02-29T24:00Z", "2024-02-29T",
      "2024-02-29T12:00:00.Z", "2024-02-29T12:00:00Zulu", "2024-02-29T12:00+99:00", "yesterday",
      "99999999999-01-01",
    ] {
      XCTAssertNil(MomentText.date(text), text)
    }
  }

  // MARK: Into a catalogue that has products

  func testWhatIsThereIsLeftOrUpdated() async throws {
    try await withStore("catalog") { store in
      let file = place("mine.jsonl")
      func write(_ lines: String...) throws {
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
      }
      try write(
        #"{"title":"Rose","sku":"R-1","stock":7,"tags":["red"],"notes":[{"title":"Care"}]}"#,
        #"{"title":"Tulip","sku":"T-1","price":"2.50","currency":"EUR"}"#)
      var result = try await store.importProducts(from: file.path)
      XCTAssertEqual(result, ImportResult(added: 2))
      result = try await store.importProducts(from: file.path)
      XCTAssertEqual(result, ImportResult(unchanged: 2))
      result = try await store.importProducts(from: file.path, isUpdating: true)
      XCTAssertEqual(result, ImportResult(unchanged: 2))
      let steps = try await store.history().undoable.map(\.name)
      XCTAssertEqual(steps, ["Import 2 Products"], "what changes nothing leaves no step")

      try write(
        #"{"sku":"R-1","stock":null,"tags":["red","long"]}"#,
        #"{"sku":"T-1","price":null}"#, #"{"title":"Fern","created":"2020-02-02"}"#)
      result = try await store.importProducts(from: file.path, isUpdating: true)
      XCTAssertEqual(result, ImportResult(added: 1, updated: 2))
      func entry(_ title: String) async throws -> CatalogEntry {
        let hits = try await store.hits(ProductQuery(searchText: title))
        let entry = try await store.entry(try XCTUnwrap(hits.first).product.id)
        return try XCTUnwrap(entry)
      }
      var rose = try await entry("rose")
      XCTAssertEqual(rose.product.tags, ["red", "long"])
      XCTAssertNil(rose.product.stock)
      XCTAssertEqual(rose.product.revision, 2)
      XCTAssertEqual(rose.notes.map(\.title.text), ["Care"], "the line said nothing of notes")
      let tulip = try await entry("tulip")
      XCTAssertNil(tulip.product.price)
      var problems = try await store.check()
      XCTAssertEqual(problems, [])

      _ = try await store.undo()
      rose = try await entry("rose")
      XCTAssertEqual(rose.product.tags, ["red"])
      XCTAssertEqual(rose.product.stock, 7)
      let count = try await store.productCount()
      XCTAssertEqual(count, 2)
      _ = try await store.redo()
      rose = try await entry("rose")
      XCTAssertEqual(rose.product.tags, ["red", "long"])
      problems = try await store.check()
      XCTAssertEqual(problems, [])

      try write(#"{"sku":"R-1","currency":"EUR"}"#, #"{"sku":"T-1","sku":"T-2"}"#)
      await assertThrows({
        try await store.importProducts(from: file.path, isUpdating: true)
      }) { error in
        guard case CatalogError.badLines(_, let lines, 2) = error else { return false }
        XCTAssertEqual(lines.map(\.line), [1, 2])
        XCTAssertTrue(lines[1].problem.sentence.contains("twice"), lines[1].problem.sentence)
        return true
      }
    }
  }

  // MARK: Files as people have them

  func testOddFilesAreRead() async throws {
    try await withStore("catalog") { store in
      let file = place("odd.jsonl")
      let text = "\u{feff} {\"title\" : \"Caf\\u00e9 \\ud83e\\uddfa\"}\r\n\r\n{\"title\":\"Z\"}"
      try Data(text.utf8).write(to: file)
      let result = try await store.importProducts(from: file.path)
      XCTAssertEqual(result.added, 2)
      let titles = try await store.products(ProductQuery()).map(\.title)
      XCTAssertEqual(titles, ["Café 🧺", "Z"])
    }
  }

  func testEveryBadLineIsNamedUpToTwenty() async throws {
    try await withStore("catalog") { store in
      let file = place("bad.jsonl")
      let good = #"{"title":"Good"}"#
      for (line, words) in [
        (#"{"title":"x","colour":"red"}"#, "“colour” is not a key"),
        (#"{"title":"x","title":"y"}"#, "twice"), (#"{"title":"x"} {}"#, "JSON is invalid"),
        (#"{"title":"x",}"#, "JSON is invalid"), (#"{"title":'x'}"#, "JSON is invalid"),
        (#"{"title":true}"#, "must be a text"), (#"{"title":"x","stock":true}"#, "a number"),
        (#"{"title":"x","stock":"many"}"#, "a number"),
        (#"{"title":"x","stock":1.2.3}"#, "a number"),
        (#"{"title":"x","stock":99999999999999999999}"#, "a number"),
        (#"{"title":"x","stock":2000000000}"#, "1,000,000,000"),
        (#"{"title":"x","tags":"red"}"#, "a list"),
        (#"{"title":"x","id":"6E1F5B0E-0000-4000-8000-00000000000G"}"#, "identifier"),
        (#"{"title":"x","id":"6E1F5B0E00-00-4000-8000-000000000001"}"#, "identifier"),
        (#"{"title":"x","id":"6E1F5B0E0000004000080000000000000001"}"#, "identifier"),
        (#"{"title":"x","id":"6E1F5B0E00000-4000-8000-00000000001"}"#, "identifier"),
        (#"{"title":"x","tags":["a","a"]}"#, "appears twice"),
        (#"{"title":"x","created":"2023-02-30"}"#, "a date and time"),
        (#"{"title":"x","revision":-1}"#, "a valid revision"),
        (#"{"title":"\ud83e"}"#, "incomplete character"), (#"{"title":"\x41"}"#, "JSON is invalid"),
        (#"{"title":"a\u0000b"}"#, "control characters"),
        (#"{"title":"x","description":"\u0000"}"#, "NUL"),
        (#"{"title":"x","images":[{"file":"../../etc/passwd"}]}"#, "by its file name alone"),
        (#"{"title":"x","notes":[{"words":"x"}]}"#, "“notes.words” is not a key"),
        (String(repeating: "[", count: 100_000), "an object in braces"),
      ] {
        try Data("\(good)\n\(line)\n\(good)".utf8).write(to: file)
        await assertThrows({ try await store.importProducts(from: file.path) }) { error in
          guard case CatalogError.badLines(file.path, let lines, 1) = error else { return false }
          XCTAssertEqual(lines.map(\.line), [2])
          XCTAssertTrue(
            lines[0].problem.sentence.contains(words), "\(line): \(lines[0].problem.sentence)")
          return true
        }
      }
      try Data("\(good)\n{\"title\":\"".utf8 + [0xff, 0xfe] + "\"}".utf8).write(to: file)
      await assertThrows({ try await store.importProducts(from: file.path) }) {
        "\($0.sentence)".contains("UTF-8")
      }
      try Data(String(repeating: "{}\n", count: 50).utf8).write(to: file)
      await assertThrows({ try await store.importProducts(from: file.path) }) { error in
        guard case CatalogError.badLines(_, let lines, 50) = error else { return false }
        return lines.count == 20
      }
      let count = try await store.productCount()
      XCTAssertEqual(count, 0)
      let history = try await store.history()
      XCTAssertEqual(history.undoable, [])
      let problems = try await store.check()
      XCTAssertEqual(problems, [])
    }
  }

  func testALineWithoutEndIsRefused() throws {
    let file = place("long.jsonl")
    try Data(("short\n" + String(repeating: "long", count: 200_000) + "\nrest").utf8).write(
      to: file)
    let lines = try LineReader(file.path, longestLine: 300_000)
    XCTAssertEqual(try lines.next(), Array("short".utf8))
    XCTAssertThrowsError(try lines.next()) {
      XCTAssertEqual($0.sentence, "It is longer than 64 MiB.")
    }
    XCTAssertEqual(lines.number, 2)
    XCTAssertNil(try lines.next(), "what follows is the rest of it")
  }

  // MARK: Out

  func testExportOverwritesNothingUnlessAsked() async throws {
    try await withStore("catalog") { store in
      _ = try await store.generate(GeneratedProducts(30, hasPictures: true))
      let out = place("out")
      try FileManager.default.createDirectory(at: out, withIntermediateDirectories: false)
      let mine = out.appendingPathComponent("mine.txt")
      try Data("mine".utf8).write(to: mine)
      await assertThrows(.exists(file: out.path)) { try await store.exportProducts(to: out) }
      _ = try await store.exportProducts(to: out, isReplacing: true)
      _ = try await store.exportProducts(to: out, isReplacing: true)
      XCTAssertEqual(try String(contentsOf: mine, encoding: .utf8), "mine")
      XCTAssertEqual(try lines("out").split(separator: "\n").count, 30)
      await assertThrows(.notADirectory(file: mine.path)) {
        try await store.exportProducts(to: mine, isReplacing: true)
      }
      let nowhere = place("no/where")
      await assertThrows({ try await store.exportProducts(to: nowhere) }) { _ in true }
    }
  }

  func testAStoppedExportLeavesNothing() async throws {
    try await withStore("catalog") { store in
      _ = try await store.generate(GeneratedProducts(500, hasPictures: true))
      do {
        _ = try await store.exportProducts(to: place("out")) {
          if $0.products >= 400 { throw CancellationError() }
        }
        XCTFail("nothing was thrown")
      } catch is CancellationError {}
      XCTAssertEqual(
        try FileManager.default.contentsOfDirectory(atPath: directory.path), ["catalog"])
    }
  }
}
