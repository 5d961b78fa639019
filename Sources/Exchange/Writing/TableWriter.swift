// SPDX-License-Identifier: Apache-2.0
// Writes a table, row by row, with little of it in memory: the counterpart of `TableReader`. A format is one conformer.

import Catalog

/// A table that is being written. One thread at a time uses it.
protocol TableWriter: AnyObject {
  /// Its columns, before the first row.
  func begin(_ columns: [WrittenColumn]) throws
  func write(_ row: TableCells) throws
  /// After the last row.
  func end() throws
  /// What was found out while it was written: texts that had to be cut, and pictures that are not there.
  var faults: [ExportFault] { get }
}

extension TableWriter {
  var faults: [ExportFault] { [] }
}

/// A column as it is written.
struct WrittenColumn {
  let column: TableColumn
  let name: String

  var kind: FieldKind? { if case .field(let field) = column { field.kind } else { nil } }
}

/// Bytes that wait to be written, some at a time.
struct OutputBuffer {
  typealias Output = (ArraySlice<UInt8>) throws -> Void

  var bytes: [UInt8] = []
  private let output: Output
  private static let most = 256 << 10

  init(_ output: @escaping Output) {
    self.output = output
    bytes.reserveCapacity(Self.most + 64 << 10)
  }

  mutating func flushIfFull() throws { if bytes.count >= Self.most { try flush() } }

  mutating func flush() throws {
    if !bytes.isEmpty { try output(bytes[...]) }
    bytes.removeAll(keepingCapacity: true)
  }
}
