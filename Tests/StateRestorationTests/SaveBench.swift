// SPDX-License-Identifier: Apache-2.0
// A save to test faults with: three windows on disk, of which one changes, one stays and one is
// closed. Afterwards each is completely old or completely new.

import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

struct SaveBench {
  let files: FailingFileSystem
  let directory: StateDirectory
  /// The window that changes, the one that stays, the one that is closed.
  let ids = (0..<3).compactMap { UUID(uuidString: "6F9619FF-8B86-D011-B42D-00000000000\($0)") }

  init(
    _ files: FailingFileSystem = FailingFileSystem(MemoryFileSystem()),
    _ url: URL = URL(fileURLWithPath: "/state/app")
  ) {
    self.files = files
    directory = StateDirectory(url)
  }

  var environment: RestorationEnvironment {
    RestorationEnvironment(fileSystem: files, bootID: { "b" }, log: { _ in })
  }

  func record(_ index: Int, _ value: Int) -> SceneRecord {
    var record = SceneRecord(id: ids[index], kind: "page")
    record.storage["n"] = .int(Int64(value))
    record.generation = value * 10 + index
    return record
  }

  func store() throws -> StateStore { try StateStore(directory, environment) }

  func before() -> SaveBatch {
    var session = SessionRecord()
    session.order = ids
    return SaveBatch(
      fates: [
        ids[0]: .open(record(0, 1)), ids[1]: .open(record(1, 1)), ids[2]: .open(record(2, 1)),
      ], session: session)
  }

  func after() -> SaveBatch {
    var session = SessionRecord()
    session.order = [ids[1], ids[0]]
    return SaveBatch(
      fates: [ids[0]: .open(record(0, 2)), ids[2]: .closed(record(2, 2))], session: session)
  }

  /// The values of the windows and of the closed one, as the next start finds them.
  func found() throws -> [UUID: (value: Int?, isClosed: Bool)] {
    files.set(.none)
    let store = try store()
    let state = store.read()
    XCTAssertEqual(state.unreadable.map(\.reason), [])
    XCTAssertEqual(store.quarantined, [], "nothing was torn")
    XCTAssertEqual(state.missing, [])
    var found: [UUID: (value: Int?, isClosed: Bool)] = [:]
    for record in state.records { found[record.id] = (record.storage["n"]?.int, false) }
    for (_, record) in store.closedRecords() {
      XCTAssertNil(found[record.id], "no window is both open and closed")
      found[record.id] = (record.storage["n"]?.int, true)
    }
    return found
  }

  func check(_ what: String) throws {
    let found = try found()
    XCTAssertEqual(found.count, 3, what)
    XCTAssertTrue([1, 2].contains(found[ids[0]]?.value), what)
    XCTAssertEqual(found[ids[1]]?.value, 1, "\(what): another window is untouched")
    XCTAssertTrue([1, 2].contains(found[ids[2]]?.value), what)
    if found[ids[2]]?.isClosed == true { XCTAssertEqual(found[ids[2]]?.value, 2, what) }
  }
}
