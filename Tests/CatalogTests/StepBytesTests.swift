// SPDX-License-Identifier: Apache-2.0
// Steps as bytes: they do in another copy what they did here, and what somebody else makes of the bytes
// is refused in words.

import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Catalog

final class StepBytesTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  /// A catalogue that was changed in every way, its steps, and its pictures.
  private func played(_ count: Int, seed: UInt64) async throws -> RandomPlayer {
    let player = try await RandomPlayer(
      seed: seed, directory: directory.appendingPathComponent("here"))
    for _ in 0..<count { try await player.play() }
    return player
  }

  private func steps(of store: CatalogStore) async throws -> [StepBytes] {
    let steps = Collected<StepBytes>()
    try await store.exportSteps { steps.values.append($0) }
    return steps.values
  }

  private static func pictures(
    of store: CatalogStore
  ) -> @Sendable (String) throws -> PictureSource {
    let root = store.database.pictureFiles.root
    return { .file(URL(fileURLWithPath: "\(root)/\($0.prefix(2))/\($0)")) }
  }

  func testStepsDoElsewhereWhatTheyDidHere() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    let player = try await played(150, seed: seed)
    let other = try await CatalogStore.open(in: directory.appendingPathComponent("there"))
    let steps = try await steps(of: player.store)
    XCTAssertGreaterThan(steps.count, 20, "seed \(seed)")
    let pictures = Self.pictures(of: player.store)
    for step in steps {
      let again = try StepBytes(step.bytes)
      XCTAssertEqual(again, step, "seed \(seed)")
      let arrival = try await other.applySteps([step], pictures: pictures)
      let stands = step.turn.isMultiple(of: 2)
      XCTAssertEqual(arrival.applied, stands ? 1 : 0, "seed \(seed)")
    }
    let mine = try await CopiedHistoryTests.content(player.store)
    let theirs = try await CopiedHistoryTests.content(other)
    XCTAssertEqual(mine, theirs, "seed \(seed)")
    let arrival = try await other.applySteps(steps) { throw NotNeeded(picture: $0) }
    XCTAssertEqual(arrival, HistoryArrival(known: steps.count), "seed \(seed)")
    let problems = try await other.check()
    XCTAssertEqual(problems, [], "seed \(seed)")
    await player.store.close()
    await other.close()
  }

  func testAHistoryIsItsStepsOneAfterTheOther() async throws {
    let player = try await played(150, seed: 1)
    let file = directory.appendingPathComponent("history")
    _ = try await player.store.exportHistory(to: file)
    let steps = try await steps(of: player.store)
    let bytes = try Data(contentsOf: file.appendingPathComponent("history.jsonl"))
    // Around the steps it says what its copy knows, and how it is.
    let lines = bytes.split(separator: 0x0a).filter { line in
      !["known", "touched", "state"].contains { line.starts(with: Data("{\"\($0)\"".utf8)) }
    }
    XCTAssertEqual(
      Data(lines.joined(separator: [0x0a])) + [0x0a],
      Data(steps.flatMap(\.bytes)) + Data("{\"steps\":\(steps.count)}\n".utf8))
    let names = try FileManager.default.contentsOfDirectory(atPath: file.path)
    let pictures = steps.reduce(into: Set<String>()) { $0.formUnion($1.pictures) }
    XCTAssertFalse(pictures.isEmpty)
    XCTAssertEqual(Set(names), pictures.union(["history.jsonl"]))
    await player.store.close()
  }

  // MARK: What is no step

  func testAPartOfAStepAndAStepOfAnotherVersionAreRefused() async throws {
    let player = try await played(60, seed: 2)
    for step in try await steps(of: player.store) {
      for length in stride(from: 0, to: step.bytes.count - 1, by: 5) {
        XCTAssertThrowsError(try StepBytes(Array(step.bytes.prefix(length))))
      }
      XCTAssertThrowsError(try StepBytes(step.bytes + step.bytes)) {
        XCTAssertEqual($0 as? LineProblem, .notWhole)
      }
      let newer = String(decoding: step.bytes, as: UTF8.self)
        .replacingOccurrences(of: "{\"version\":2,", with: "{\"version\":3,")
      XCTAssertThrowsError(try StepBytes(Array(newer.utf8))) {
        XCTAssertEqual($0 as? LineProblem, .newerFormat)
        XCTAssertEqual($0.sentence, "It was written by a newer version of Vitrine.")
      }
      for older in ["{", "{\"version\":0,", "{\"version\":1,"] {
        let text = String(decoding: step.bytes, as: UTF8.self)
          .replacingOccurrences(of: "{\"version\":2,", with: older)
        XCTAssertThrowsError(try StepBytes(Array(text.utf8))) {
          XCTAssertEqual($0 as? LineProblem, .olderFormat)
        }
      }
    }
    await player.store.close()
  }

  func testAnObjectOfVeryManyKeysIsRefusedAtOnce() {
    let keys = (0..<400_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let line = "{\"table\":\"product\",\"row\":{},\"new\":{\(keys)}}"
    let start = ProcessorTime.ofThread
    XCTAssertThrowsError(try StepBytes(Array(line.utf8)))
    XCTAssertLessThan(ProcessorTime.ofThread - start, 5, "each key was compared with all others")
  }

  func testHostileBytesAreRefusedInWordsOrAreAStep() async throws {
    try await attack(rounds: 1, times: 300)
  }

  func testHostileBytesForALongTime() async throws {
    try skipWithoutFaults()
    let many = rounds(0, withFaults: 3, withAll: 20)
    try await attack(rounds: many, times: 3_000)
  }

  private func attack(rounds: Int, times: Int) async throws {
    for round in 0..<rounds {
      let seed = UInt64.random(in: 0 ... .max)
      let place = directory.appendingPathComponent("\(round)")
      let player = try await RandomPlayer(
        seed: seed, directory: place.appendingPathComponent("here"))
      for _ in 0..<80 { try await player.play() }
      let steps = try await steps(of: player.store)
      var attacker = Attacker(
        seed: seed, steps: steps.map { String(decoding: $0.bytes, as: UTF8.self) })
      // A copy that has all steps but the last few.
      let other = try await CatalogStore.open(in: place.appendingPathComponent("there"))
      let pictures = Self.pictures(of: player.store)
      _ = try await other.applySteps(Array(steps.dropLast(3)), pictures: pictures)
      var accepted = 0
      for turn in 0..<times {
        let bytes = attacker.bytes()
        let what = "seed \(seed), turn \(turn)"
        do {
          let step = try StepBytes(bytes)
          let before = try await CopiedHistoryTests.content(other)
          do {
            _ = try await other.applySteps([step], pictures: pictures)
            accepted += 1
            let problems = try await other.check()
            XCTAssertEqual(problems, [], "\(what): \(String(decoding: bytes, as: UTF8.self))")
          } catch let refused as CatalogError {
            XCTAssertTrue(refused.sentence.hasSuffix("."), "\(what): \(refused.sentence)")
            let after = try await CopiedHistoryTests.content(other)
            XCTAssertEqual(before, after, what)
          }
        } catch let problem as LineProblem {
          XCTAssertTrue(problem.sentence.hasSuffix("."), "\(what): \(problem.sentence)")
        }
      }
      XCTAssertGreaterThan(accepted, 0, "seed \(seed): only what is no step was tried")
      await player.store.close()
      await other.close()
    }
  }
}

/// Sendable because the store's calls follow one another.
private final class Collected<Value>: @unchecked Sendable { var values: [Value] = [] }

private struct NotNeeded: Error { let picture: String }

/// Changes steps as somebody would who knows the format, or who does not.
private struct Attacker {
  private var random: SeededRandom
  private let steps: [String]
  /// What may stand for a value: all that is in the steps, and what is at the limits.
  private let values: [String]

  init(seed: UInt64, steps: [String]) {
    random = SeededRandom(seed: seed)
    self.steps = steps
    let own = steps.flatMap { $0.split(whereSeparator: { ",:{}\n".contains($0) }).map(String.init) }
    values =
      Array(Set(own)).sorted() + [
        "null", "-1", "0", "9007199254740992", "9223372036854775807", "-9223372036854775808",
        "1e9", "\"\"", "\"\\u0000\"", "\"../../x\"", "[]", "{}", "true",
        "\"\(String(repeating: "x", count: 3_000))\"",
      ]
  }

  mutating func bytes() -> [UInt8] {
    var text = random.pick(steps)
    // A step of that identifier has been here.
    if random.chance(80), let start = text.range(of: "\"step\":\"") {
      let end = text.index(start.upperBound, offsetBy: 36)
      text.replaceSubrange(start.upperBound..<end, with: UUID().uuidString)
    }
    if random.chance(75) {
      for _ in 0...random.below(3) / 2 { text = replacing(text) }
      return Array(text.utf8)
    }
    var lines = text.split(separator: "\n").map(String.init)
    var bytes = Array(text.utf8)
    switch random.below(5) {
    case 0:
      let (one, two) = (random.below(lines.count), random.below(lines.count))
      lines.swapAt(one, two)
      return Array((lines.joined(separator: "\n") + "\n").utf8)
    case 1:
      lines.remove(at: random.below(lines.count))
      return Array((lines.joined(separator: "\n") + "\n").utf8)
    case 2: bytes.removeSubrange(0..<random.below(bytes.count))
    case 3: bytes.insert(UInt8(random.below(256)), at: random.below(bytes.count))
    default: bytes[random.below(bytes.count)] = UInt8(random.below(256))
    }
    return bytes
  }

  /// With one value, or key, replaced by another.
  private mutating func replacing(_ text: String) -> String {
    let pieces = text.split(whereSeparator: { ",:{}\n".contains($0) })
    let piece = random.pick(pieces)
    return text.replacingCharacters(
      in: piece.startIndex..<piece.endIndex, with: random.pick(values))
  }
}
