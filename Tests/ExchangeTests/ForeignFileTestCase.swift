// SPDX-License-Identifier: Apache-2.0
// Files of other programs, written by tests into a folder of their own.

import Exchange
import Foundation
import XCTest

class ForeignFileTestCase: XCTestCase {
  private(set) var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file whose name says nothing.
  func write(_ bytes: [UInt8]) throws -> String {
    let file = folder.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: file)
    return file.path
  }

  func open(_ text: String) throws -> ForeignFile { try open(Array(text.utf8)) }

  func open(_ bytes: [UInt8]) throws -> ForeignFile { try ForeignFile.open(write(bytes)) }

  func rows(_ file: ForeignFile, table: Int = 0) throws -> [TableRow] {
    try file.reader.open(table)
    var all: [TableRow] = []
    while true {
      let rows = try file.reader.nextRows()
      if rows.isEmpty { return all }
      all += rows
    }
  }

  func cells(_ file: ForeignFile, table: Int = 0) throws -> [[String]] {
    try rows(file, table: table).map { $0.cells.map(\.text) }
  }

  /// Why a file can't be opened or read to its end.
  func problem(_ path: String) -> UnreadableFile? {
    do {
      let file = try ForeignFile.open(path)
      for table in file.reader.tables.indices { _ = try rows(file, table: table) }
      return nil
    } catch {
      return (error as? ForeignFileError)?.problem
    }
  }

  func problem(_ bytes: [UInt8]) throws -> UnreadableFile? { problem(try write(bytes)) }
}
