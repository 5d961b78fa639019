// SPDX-License-Identifier: Apache-2.0
// What another program drops or copies may be any address: a pipe that nobody writes to, a device without an end, a
// directory, a page of the web.

import Foundation
import XCTest

@testable import VitrineModel

final class DroppedFilesTests: XCTestCase {
  func testOnlyAFileIsLookedInto() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = folder.appendingPathComponent("list.csv")
    try Data("Title,Price\nRose,2.40\n".utf8).write(to: list)
    let pipe = folder.appendingPathComponent("pipe.csv")
    XCTAssertEqual(mkfifo(pipe.path, 0o600), 0)
    let others =
      [pipe, folder, folder.appendingPathComponent("missing.csv")]
      + ["/dev/zero", "/dev/full", "/proc/self/mem"].map { URL(fileURLWithPath: $0) }
      + ["http://127.0.0.1:9/list.csv", "trash:///list.csv", "vitrine:all", "data:text/csv,Title"]
      .compactMap { URL(string: $0) }
    XCTAssertEqual(others.count, 10)
    // A pipe that were opened would be waited for without end: its other end is opened for that case.
    let sorting = Task { await DroppedFiles.sorted([list] + others) }
    try await Task.sleep(for: .milliseconds(300))
    let other = open(pipe.path, O_WRONLY | O_NONBLOCK)
    XCTAssertLessThan(other, 0, "somebody reads it")
    if other >= 0 { close(other) }
    let sorted = await sorting.value
    XCTAssertEqual(sorted.lists, [list])
    XCTAssertEqual(sorted.others, others)
  }
}
