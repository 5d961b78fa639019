// SPDX-License-Identifier: Apache-2.0
// A directory with so many names that the system hands them over in several pieces. What was read beyond the
// end of a piece, which the address sanitizer sees, ended a program at its start where memory ended there.

import Foundation
import XCTest

@testable import StateRestoration

final class ListingTests: XCTestCase {
  func testADirectoryWithManyNamesIsListed() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "names-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = (0..<1_200).map {
      "\(UUID())" + String(repeating: "é", count: .random(in: 0...$0 % 60))
    }
    for name in names { try Data().write(to: folder.appendingPathComponent(name)) }
    XCTAssertEqual(try SystemFileSystem().list(folder.path).sorted(), names.sorted())
  }
}
