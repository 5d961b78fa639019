// Damage by the hundred thousand: records and whole session directories, with bytes flipped, cut
// off, doubled and exchanged. No crash, no hang, the good windows always there, every bad one in
// quarantine with its reason. The damage is the same in every run.

import Foundation
import XCTest

@testable import StateRestoration

/// Random numbers that are the same in every run.
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

  /// Seconds of work of this thread: a busy machine does not count.
  private static func timeSpent() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
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

  func testAHundredThousandDamagedRecordsMakeNoCrashAndNoHang() throws {
    var random = FixedRandom(4)
    let record = try sample()
    let (data, _) = record.data()
    var readable = 0
    var slowest = 0.0
    for _ in 0..<100_000 {
      let damaged = Self.damaged(data, &random)
      let begin = Self.timeSpent()
      var remarks: [String] = []
      if let read = try? SceneRecord(damaged, remarks: &remarks) {
        readable += 1
        // What was accepted can be written, and read again as the same.
        let (written, _) = read.data()
        var none: [String] = []
        XCTAssertEqual(try SceneRecord(written, remarks: &none), read)
        XCTAssertEqual(none, [])
      }
      slowest = max(slowest, Self.timeSpent() - begin)
    }
    XCTAssertGreaterThan(readable, 1000, "some damage is harmless")
    XCTAssertLessThan(readable, 99_000)
    XCTAssertLessThan(slowest, 0.1)
  }

  func testInDamagedDirectoriesTheGoodWindowsAreRestoredAndEveryBadOneIsQuarantined() throws {
    var random = FixedRandom(7)
    for round in 0..<400 {
      let files = MemoryFileSystem()
      let directory = StateDirectory(URL(fileURLWithPath: "/state/app"))
      let environment = RestorationEnvironment(
        fileSystem: files, bootID: { "b" }, log: { _ in })
      var good: [UUID] = []
      var bad: [String] = []
      do {
        let store = try StateStore(directory, environment)
        var session = SessionRecord()
        var batch = SaveBatch()
        for index in 0..<5 {
          let record = try sample()
          batch.fates[record.id] = index == 0 ? .closed(record) : .open(record)
          if index > 0 { session.order.append(record.id) }
        }
        batch.session = session
        XCTAssertNil(store.save(batch).failure)
        for id in session.order {
          let path = directory.window(id)
          let data = Self.damaged(try files.contents(path, limit: 1 << 20), &random)
          var remarks: [String] = []
          let name = id.uuidString + ".json"
          if Bool.random(using: &random) {
            try files.replace(path, with: data)
            if (try? SceneRecord(data, name: name, remarks: &remarks)) == nil {
              // A newer version's file stays where it is.
              do { _ = try SceneRecord(data, name: name, remarks: &remarks) } catch {
                if Unreadable(error).word != Unreadable.newer { bad.append(name) }
              }
              continue
            }
          }
          good.append(id)
        }
        for path in [directory.session, directory.lock, directory.launch] {
          let data = (try? files.contents(path, limit: 1 << 20)) ?? Data("{}".utf8)
          try files.replace(path, with: Self.damaged(data, &random))
        }
      }
      let store = try StateStore(directory, environment)
      let state = store.read()
      XCTAssertEqual(Set(state.records.map(\.id)), Set(good), "round \(round)")
      for name in bad {
        XCTAssertTrue(
          store.quarantined.contains { $0.hasSuffix("-" + name) }, "round \(round): \(name)")
      }
      XCTAssertEqual(state.closed.count, 1)
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
