// SPDX-License-Identifier: Apache-2.0
// The inputs kept by the fuzzers: what once broke something must never break it again, with any
// toolchain.

import Foundation
import XCTest

final class CorpusTests: XCTestCase {
  private static func inputs(_ name: String) throws -> [(name: String, data: Data)] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("Fixtures/StateRestoration/fuzz/corpus/\(name)")
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).map { ($0.lastPathComponent, try Data(contentsOf: $0)) }
  }

  func testEveryRecordOfTheCorpusIsReadOrRefused() throws {
    let inputs = try Self.inputs("record")
    XCTAssertGreaterThan(inputs.count, 15)
    for (name, data) in inputs { XCTAssertNil(FuzzedInput.faultInRecord(data), name) }
  }

  func testEveryLinkOfTheCorpusIsReadOrRefused() throws {
    let inputs = try Self.inputs("link")
    XCTAssertGreaterThan(inputs.count, 8)
    for (name, data) in inputs { XCTAssertNil(FuzzedInput.faultInLink(data), name) }
  }

  func testEveryActivityFileOfTheCorpusIsReadOrRefused() throws {
    let inputs = try Self.inputs("activity")
    XCTAssertGreaterThan(inputs.count, 5)
    for (name, data) in inputs { XCTAssertNil(FuzzedInput.faultInActivityFile(data), name) }
  }
}
