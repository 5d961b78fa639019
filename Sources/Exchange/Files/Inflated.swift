// SPDX-License-Identifier: Apache-2.0
// Unpacks what zlib packed, as it comes. What unpacks to far more than it is, or to more than any list
// has, was made to fill the memory of whoever opens it.

import CZlib

/// Bytes that are packed.
struct Inflated: ByteSource {
  enum Wrapping {
    /// As in a zip archive.
    case bare
    case gzip
  }

  let packed: any ByteSource
  let wrapping: Wrapping
  let size: Int?

  func open() throws -> any ByteStream {
    try InflatedStream(packed.open(), wrapping: wrapping)
  }
}

final class InflatedStream: ByteStream {
  static let largest = 4 << 30
  /// The worst real lists, all cells alike, come to about a hundred.
  static let ratio = 250
  private static let unsuspicious = 16 << 20

  private let packed: any ByteStream
  private let zlib: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var used = 0
  private var totalIn = 0
  private var totalOut = 0
  private var isAtEnd = false
  private let mayGoOn: Bool

  init(_ packed: any ByteStream, wrapping: Inflated.Wrapping) throws {
    self.packed = packed
    mayGoOn = wrapping == .gzip
    zlib = .allocate(capacity: 1)
    zlib.initialize(to: z_stream())
    let bits: Int32 = wrapping == .gzip ? 15 + 16 : -15
    let size = Int32(MemoryLayout<z_stream>.size)
    // `deinit` runs also when this throws, and frees.
    guard inflateInit2_(zlib, bits, ZLIB_VERSION, size) == Z_OK else {
      throw UnreadableFile.damaged(.packed)
    }
  }

  deinit {
    inflateEnd(zlib)
    zlib.deallocate()
  }

  var fraction: Double? { packed.fraction }

  func next() throws -> [UInt8] {
    while !isAtEnd {
      if used == input.count {
        input = try packed.next()
        used = 0
        totalIn += input.count
      }
      let output = try inflateOnce()
      totalOut += output.count
      guard totalOut <= Self.largest,
        totalOut < Self.unsuspicious || totalOut / Self.ratio <= totalIn
      else { throw UnreadableFile.tooLarge(.unpacked(megabytes: totalOut >> 20)) }
      if !output.isEmpty { return output }
    }
    return []
  }

  private func inflateOnce() throws -> [UInt8] {
    let capacity = 256 << 10
    var result: Int32 = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      let available = input.count - used
      let left: Int = input.withUnsafeMutableBufferPointer { bytes in
        zlib.pointee.next_in = bytes.baseAddress.map { $0 + used }
        zlib.pointee.avail_in = UInt32(available)
        zlib.pointee.next_out = buffer.baseAddress
        zlib.pointee.avail_out = UInt32(capacity)
        result = inflate(zlib, Z_NO_FLUSH)
        return Int(zlib.pointee.avail_in)
      }
      filled = capacity - Int(zlib.pointee.avail_out)
      used += available - left
    }
    switch result {
    case Z_STREAM_END:
      // A gzip file may be several, one behind the other.
      isAtEnd = true
      if mayGoOn {
        if used == input.count {
          input = try packed.next()
          used = 0
          totalIn += input.count
        }
        if used < input.count, input[used] == 0x1F, inflateReset(zlib) == Z_OK { isAtEnd = false }
      }
    case Z_OK: break
    // No progress was possible: the end came too early.
    case Z_BUF_ERROR where output.isEmpty && input.isEmpty: throw UnreadableFile.damaged(.packed)
    case Z_BUF_ERROR: break
    default: throw UnreadableFile.damaged(.packed)
    }
    return output
  }
}
