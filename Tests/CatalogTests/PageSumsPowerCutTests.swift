// SPDX-License-Identifier: Apache-2.0
// The power is cut after every call with which a catalogue and the sums of its pages are written, and the disk has any part
// of what was not flushed: no sound file is ever refused, and what was said to be done is there.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class PageSumsPowerCutTests: CatalogTestCase {
  override var parentDirectory: URL { memory.resolvingSymlinksInPath() }

  private var kept: URL { directory.appendingPathComponent("kept") }
  private var tried: URL { directory.appendingPathComponent("tried") }
  private static let names = ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sums"]

  private func run(_ words: [String], recordedIn calls: URL? = nil) throws {
    let process = Process()
    let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    process.executableURL = built.appendingPathComponent("vitrinectl")
    process.arguments = words + ["--directory", kept.path]
    if let calls {
      let disk = built.appendingPathComponent("libRecordingDisk.so").path
      try XCTSkipUnless(access(disk, R_OK) == 0, "\(disk) is not built")
      process.environment = ProcessInfo.processInfo.environment.merging([
        "LD_PRELOAD": disk, "RECORDED_DIRECTORY": kept.path, "RECORDED_CALLS": calls.path,
      ]) { $1 }
    }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0, "\(words)")
  }

  private func files() throws -> [String: [UInt8]] {
    try Self.names.reduce(into: [:]) { files, name in
      let path = kept.appendingPathComponent(name)
      if access(path.path, F_OK) == 0 { files[name] = [UInt8](try Data(contentsOf: path)) }
    }
  }

  private func fates(_ seed: UInt64) -> [RecordedFiles.Fate] {
    var fates: [RecordedFiles.Fate] = [
      .only("nothing", []), .only("all", Set(Self.names)),
      .only("the file", ["catalog.sqlite"]), .only("the log", ["catalog.sqlite-wal"]),
      .only("the sums", ["catalog.sums"]),
      .only("the file and the sums", ["catalog.sqlite", "catalog.sums"]),
      .only("the file and the log", ["catalog.sqlite", "catalog.sqlite-wal"]),
      .only("the log and the sums", ["catalog.sqlite-wal", "catalog.sums"]),
    ]
    for share in [0.1, 0.5, 0.9] {
      let random = Drawn(seed, share)
      fates.append(
        RecordedFiles.Fate(
          what: "\(share) of all", isName: { _ in random.next() }, isPart: { _ in random.next() }))
    }
    return fates
  }

  private final class Drawn {
    private var random: SeededRandom
    private let share: Double

    init(_ seed: UInt64, _ share: Double) {
      random = SeededRandom(seed: seed, index: Int(share * 10))
      self.share = share
    }

    func next() -> Bool { Double.random(in: 0..<1, using: &random) < share }
  }

  /// The titles, with the catalogue opened twice: the second time, its sums should be known to be right.
  private func titles(_ story: String) async throws -> [String] {
    var titles: [String] = []
    for isFirst in [true, false] {
      let store = try await CatalogStore.open(in: tried)
      XCTAssertNil(store.readOnlyReason, story)
      if isFirst {
        titles = try await store.products(ProductQuery()).map(\.title)
        let problems = try await store.check()
        XCTAssertEqual(problems, [], story)
        if store.readOnlyReason == nil { _ = try await store.create(makeProduct("Last")) }
      }
      await store.close()
    }
    let connection = try Connection(tried.appendingPathComponent("catalog.sqlite").path, .readOnly)
    _ = try connection.integer("SELECT count(*) FROM product")
    XCTAssertEqual(connection.sums, .sure, story)
    return titles.sorted()
  }

  func testNoPowerCutMakesASoundFileDamagedOrLosesAnything() async throws {
    try skipWhenSanitized()
    let commands = [
      ["add", "--title", "Rose"], ["generate", "9"], ["undo"], ["generate", "100"],
      ["add", "--title", "Tulip"], ["undo"],
    ]
    for hasSums in [true, false] {
      try? FileManager.default.removeItem(at: kept)
      try run(["generate", "5"])
      if !hasSums {
        for name in Self.names.dropFirst() {
          try FileManager.default.removeItem(at: kept.appendingPathComponent(name))
        }
      }
      let record = directory.appendingPathComponent("calls-\(hasSums)")
      var disk = RecordedFiles(try files())
      /// What there is after so many calls, which was said to be done.
      var moments: [(calls: Int, titles: [String])] = []
      func note() async throws {
        try? FileManager.default.removeItem(at: tried)
        try FileManager.default.copyItem(at: kept, to: tried)
        moments.append(
          (
            access(record.path, F_OK) == 0 ? try RecordedFiles.calls(record).count : 0,
            try await titles("whole")
          ))
      }
      try await note()
      for command in commands {
        try run(command, recordedIn: record)
        try await note()
      }
      let calls = try RecordedFiles.calls(record)
      XCTAssertEqual(
        Set(calls.map(\.name)).subtracting([""]).sorted(), Self.names, "\(hasSums)")

      let seed = UInt64.random(in: 0 ... .max)
      var random = SeededRandom(seed: seed)
      // Around each flush, and at others.
      let flushes = calls.indices.filter { calls[$0].kind == .flushed }
      let near = Set(flushes.flatMap { [$0, $0 + 1] }).shuffled(using: &random)
      let others = (0...calls.count).shuffled(using: &random)
      let moment = Set(
        near.prefix(rounds(6, withFaults: 14, withAll: near.count))
          + others.prefix(rounds(4, withFaults: 10, withAll: 1_000)))
      var count = 0
      for end in 0...calls.count {
        if end > 0 { disk.apply(calls[end - 1]) }
        guard moment.contains(end) else { continue }
        let done = moments.lastIndex { $0.calls <= end } ?? 0
        let possible = moments[done...].prefix(2).map(\.titles)
        for fate in some(3, of: fates(seed &+ UInt64(end))) {
          let story = "sums \(hasSums), \(fate.what) after \(end) of \(calls.count), seed \(seed)"
          try put(disk.afterPowerCut(fate))
          let found = try await titles(story)
          XCTAssertTrue(possible.contains(found), "\(found.count) titles: \(story)")
          count += 1
        }
      }
      XCTAssertGreaterThan(count, 20)
    }
  }

  private func put(_ files: [String: [UInt8]]) throws {
    try? FileManager.default.removeItem(at: tried)
    try FileManager.default.createDirectory(at: tried, withIntermediateDirectories: false)
    for (name, bytes) in files {
      try Data(bytes).write(to: tried.appendingPathComponent(name))
    }
  }
}
