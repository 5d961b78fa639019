// SPDX-License-Identifier: Apache-2.0
// The bytes of very many rows, by their places. From some size on they are in a file without a name, and only the part
// that is looked at is in memory.

import Foundation
import Synchronization

/// Written first, by one thread; read from then on, by any.
final class StoredRows: Sendable {
  private static let blockSize = 256 << 10
  private static let mostInMemory = 32 << 20

  private struct Contents {
    /// Where each row ends within its block; the rows of all blocks.
    var ends: [UInt32] = []
    var blocks: [Block] = []
    /// What the last block has so far.
    var open: [UInt8] = []
    var inMemory = 0
    var file: TemporaryFile?
    /// The block that was read last.
    var lastRead: (number: Int, bytes: [UInt8])?
  }

  private struct Block {
    let firstRow: Int
    /// Nil once it is in the file.
    var bytes: [UInt8]?
    var offset = 0
    var count = 0
  }

  private let contents = Mutex(Contents())

  func append(_ row: [UInt8]) throws {
    try contents.withLock { contents in
      if contents.blocks.isEmpty { contents.blocks.append(Block(firstRow: 0)) }
      if contents.open.count >= Self.blockSize { try Self.close(&contents) }
      contents.open.append(contentsOf: row)
      contents.ends.append(UInt32(contents.open.count))
    }
  }

  private static func close(_ contents: inout Contents) throws {
    let last = contents.blocks.count - 1
    let bytes = contents.open
    contents.open = []
    contents.open.reserveCapacity(blockSize + 4096)
    contents.blocks[last].count = bytes.count
    if contents.inMemory + bytes.count <= mostInMemory {
      contents.inMemory += bytes.count
      contents.blocks[last].bytes = bytes
    } else {
      let file = try contents.file ?? TemporaryFile()
      contents.file = file
      contents.blocks[last].offset = try file.append(bytes)
    }
    contents.blocks.append(Block(firstRow: contents.ends.count))
  }

  func bytes(of row: Int) throws -> [UInt8] {
    try contents.withLock { contents in
      guard contents.ends.indices.contains(row) else { return [] }
      // The last block that begins at the row or before it.
      var (low, high) = (0, contents.blocks.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if contents.blocks[middle].firstRow <= row { low = middle } else { high = middle }
      }
      let begin = row == contents.blocks[low].firstRow ? 0 : Int(contents.ends[row - 1])
      let range = begin..<Int(contents.ends[row])
      if low == contents.blocks.count - 1 { return Array(contents.open[range]) }
      if let bytes = contents.blocks[low].bytes { return Array(bytes[range]) }
      if contents.lastRead?.number != low {
        let block = contents.blocks[low]
        let bytes = try contents.file?.bytes(at: block.offset, count: block.count)
        contents.lastRead = (low, bytes ?? [])
      }
      guard let bytes = contents.lastRead?.bytes, range.upperBound <= bytes.count else { return [] }
      return Array(bytes[range])
    }
  }
}
