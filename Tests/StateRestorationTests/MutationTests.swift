// SPDX-License-Identifier: Apache-2.0
// Damages a hundred thousand records and a thousand session directories: bytes flipped, cut off,
// repeated and swapped. No crash, no hang, intact windows are always restored, and every damaged
// one is in quarantine with its reason. The damage is the same in every run.

import Foundation
import TestSwitches
import XCTest

@testable import StateRestoration

/// The same random numbers in every run.
struct FixedRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

final class MutationTests: XCTestCase {
  private static let pieces = [
    "{", "}", "[", "]", "\"", ":", ",", "null", "true", "-1", "1e999", "\\u0000", "\u{0}", "\\",
    "9223372036854775808", "\"schema\": 2,", "\"id\": 3,", "\"kind\"", "ä", "{\"a\":",
  ]

  static func damaged(_ data: Data, _ random: inout FixedRandom) -> Data {
    var bytes = Array(data)
    for _ in 0...Int.random(in: 0...3, using: &random) {
      guard !bytes.isEmpty else { return Data() }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place...)
      case 2: bytes.remove(at: place)
      case 3:
        let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4:
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
        bytes.insert(contentsOf: Array(piece.utf8), at: place)
      default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
      }
    }
    return Data(bytes)
  }

  private func sample() throws -> SceneRecord {
    var record = SceneRecord(id: UUID(), kind: "page")
    record.activity = UserActivity(type: "t", title: "Title", targetContentIdentifier: "x")
    record.geometry = SceneGeometry(width: 800, height: 600)
    record.storage = [
      "Page.draft": .string("typed ä \" \\ text"), "Page.scroll": .double(0.25),
      "List.columns": .array([.object(["name": .string("price"), "width": .int(80)])]),
    ]
    record.views = ["root": ViewState(restorationClass: "Root", values: ["n": .int(1)])]
    return record
  }

  func testDamagedHandOffFilesAreActivitiesOrRefused() throws {
    var activity = UserActivity(type: "t", title: "Title", targetContentIdentifier: "x")
    activity.isEligibleForHandoff = true
    activity.userInfo = [
      "kind": .string("page"), "n": .double(0.5),
      "parts": .object(["draft": .object(["text": .string("typed ä \" \\")])]),
    ]
    let data = try ActivityFile.data(of: activity)
    var (random, readable) = (FixedRandom(6), 0)
    for _ in 0..<rounds(1_000, withFaults: 20_000) {
      let damaged = Self.damaged(data, &random)
      XCTAssertNil(
        FuzzedInput.faultInActivityFile(damaged), String(decoding: damaged, as: UTF8.self))
      if (try? ActivityFile.activity(in: damaged)) != nil { readable += 1 }
    }
    XCTAssertGreaterThan(readable, 10, "most damage hits a text")
  }

  func testEightyThousandDamagedRecordsMakeNoCrashAndNoHang() throws {
    try skipWithoutFaults()
    var random = FixedRandom(4)
    let data = try sample().value.canonicalData()
    var readable = 0
    var (slowest, all) = (0.0, 0.0)
    for _ in 0..<80_000 {
      let damaged = Self.damaged(data, &random)
      let begin = ProcessorTime.ofThread
      var remarks: [String] = []
      if let read = try? SceneRecord(damaged, remarks: &remarks) {
        readable += 1
        // Accepted values can be written and read again unchanged.
        XCTAssertEqual(try? SceneRecord(read.value.canonicalData(), remarks: &remarks), read)
      }
      let spent = ProcessorTime.ofThread - begin
      slowest = max(slowest, spent)
      all += spent
    }
    XCTAssertGreaterThan(readable, 1000, "some damage is harmless")
    XCTAssertLessThan(readable, 79_000)
    // Against the others of this run, because a sanitizer stops now and then to tidy up.
    XCTAssertLessThan(slowest, all / 10, "no damage makes a record take unusually long to read")
  }

  /// A session directory with the expected result.
  private struct Session {
    static let windows = 20

    let files = MemoryFileSystem()
    let directory = StateDirectory(URL(fileURLWithPath: "/state/app"))
    var good: Set<UUID> = []
    /// The expected suffixes of the files in quarantine.
    var bad: Set<String> = []
    var faults: [String] = []

    /// Twenty damaged windows, some with an intact `.prev`, and damage in every other file.
    /// `sample` is the text of a record, with `ID` for its identifier.
    init(_ sample: String, _ random: inout FixedRandom) throws {
      try directory.prepare(files)
      var session = SessionRecord()
      for _ in 0..<Self.windows {
        let id = UUID()
        session.order.append(id)
        try add(
          id, Data(sample.replacingOccurrences(of: "ID", with: "\(id)").utf8), random: &random)
      }
      let closed = SceneRecord(id: UUID(), kind: "page")
      let history = HistoryRecord(saved: Date(), session: session, windows: [RecordFile(closed)])
      let launch = LaunchRecord(bootID: "b", pid: 9, phase: .restoring(closed.id))
      for (path, data) in [
        (directory.session, session.value.canonicalData()),
        (directory.launch, launch.value.canonicalData()),
        (directory.lock, Data("12 b\n".utf8)),
        (directory.history(1), history.value.canonicalData()),
        (directory.closed + "/20261120T181500250Z-\(closed.id).json", closed.value.canonicalData()),
      ] {
        try put(MutationTests.damaged(data, &random), path)
      }
    }

    private mutating func add(_ id: UUID, _ whole: Data, random: inout FixedRandom) throws {
      let path = directory.window(id)
      let name = id.uuidString + ".json"
      let hasPrevious = Int.random(in: 0..<8, using: &random) == 0
      if hasPrevious { try put(whole, path + ".prev") }
      let data = MutationTests.damaged(whole, &random)
      try put(data, path)
      var remarks: [String] = []
      do {
        let read = try SceneRecord(data, name: name, remarks: &remarks)
        good.insert(id)
        // Accepted records can be written and read again unchanged, without a remark.
        var none: [String] = []
        if try SceneRecord(read.value.canonicalData(), remarks: &none) != read || !none.isEmpty {
          faults.append("\(String(decoding: data, as: UTF8.self)) does not come back: \(none)")
        }
      } catch {
        let kind = StateProblem.Reason(error).kind
        // A newer version's file stays where it is.
        guard kind != .newer else { return }
        bad.insert("Z-\(kind.rawValue)-\(name)")
        if hasPrevious { good.insert(id) }
      }
    }

    private func put(_ data: Data, _ path: String) throws {
      let file = try files.open(path, .creating)
      _ = try files.write(file, data, path: path)
      files.close(file)
    }

    /// Starts in the directory. Returns how many seconds it took.
    mutating func start() throws -> Double {
      let begin = ProcessorTime.ofThread
      let store = try StateStore(
        directory,
        RestorationEnvironment(fileSystem: files, bootID: { "b" }, log: { _ in }))
      let state = store.read()
      let time = ProcessorTime.ofThread - begin
      if Set(state.records.map(\.id)) != good { faults.append("a good window is not there") }
      let quarantined = store.quarantined
      // There may be more damaged files than there is room for.
      if quarantined.count < StateDirectory.quarantineLimit {
        for ending in bad where !quarantined.contains(where: { $0.hasSuffix(ending) }) {
          faults.append("\(ending) is not in quarantine")
        }
      }
      return time
    }
  }

  /// Results from many threads.
  private final class Findings: @unchecked Sendable {
    private let mutex = NSLock()
    // Only used under the lock.
    private(set) var faults: [String] = []
    private(set) var good = 0
    private(set) var bad = 0
    private var times: [Double] = []
    /// How many times as long as usual the slowest start took.
    var slowest: Double {
      let sorted = times.sorted()
      guard let last = sorted.last else { return 0 }
      return last / sorted[sorted.count / 2]
    }

    func add(_ session: Session, _ time: Double) {
      mutex.lock()
      defer { mutex.unlock() }
      faults += session.faults
      good += session.good.count
      bad += session.bad.count
      times.append(time)
    }

    func add(_ error: any Error) {
      mutex.lock()
      defer { mutex.unlock() }
      faults.append("\(error)")
    }
  }

  func testInAThousandDamagedDirectoriesTheGoodWindowsAreRestoredAndTheBadQuarantined() throws {
    try skipWithoutFaults()
    let (record, findings) = (try sample(), Findings())
    let text = String(decoding: record.value.canonicalData(), as: UTF8.self)
      .replacingOccurrences(of: "\(record.id)", with: "ID")
    DispatchQueue.concurrentPerform(iterations: 1000) { round in
      do {
        var random = FixedRandom(UInt64(round))
        var session = try Session(text, &random)
        let time = try session.start()
        findings.add(session, time)
      } catch { findings.add(error) }
    }
    XCTAssertEqual(findings.faults.prefix(5), [])
    XCTAssertGreaterThan(findings.good, 2000, "some damage is harmless")
    XCTAssertGreaterThan(findings.bad, 2000)
    // Against the others of this run, because a machine at work slows all of them.
    XCTAssertLessThan(findings.slowest, 50, "no damage makes a start take unusually long")
  }

  /// A slash before a combining mark is one character with it, but not for a disk.
  func testNoLinkLeadsElsewhere() {
    for name in ["../x", "..\\x", "x/../\u{301}y", "../\u{301}x", "x\\\u{301}/..", "./\u{301}x"] {
      let id = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      XCTAssertThrowsError(try ActivityLink("notes:note/\(id)"), id)
    }
  }

  func testDamagedLinksAreRefusedOrHarmless() {
    var random = FixedRandom(11)
    let link = Data("reader:page/6F9619FF-8B86-D011-B42D-00C04FC964FF?tab=photos&x=%20y".utf8)
    for _ in 0..<20_000 {
      let text = String(decoding: Self.damaged(link, &random), as: UTF8.self)
      guard let link = try? ActivityLink(text) else { continue }
      XCTAssertFalse(link.identifier.contains("/"), text)
      XCTAssertEqual(try ActivityLink(link.text), link, text)
    }
  }
}
