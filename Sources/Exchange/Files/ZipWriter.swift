// SPDX-License-Identifier: Apache-2.0
// A zip archive as it is written, from its beginning to its end, so that it can go into a pipe: what is only known
// when a file is packed stands behind it. Spreadsheets are such archives.

import CZlib

final class ZipWriter {
  typealias Output = (ArraySlice<UInt8>) throws -> Void

  /// What is too large for the format that every program reads.
  struct TooLarge: Error {}

  private struct Entry {
    let name: [UInt8]
    let offset: Int
    let isPacked: Bool
    var checksum: UInt = 0
    var packed = 0
    var size = 0
  }

  private static let most = 0xFFFF_FFFE
  static let mostFiles = 0xFFFE

  private let output: Output
  private let zlib: UnsafeMutablePointer<z_stream>
  private var entries: [Entry] = []
  private var current: Entry?
  private var length = 0
  private var packed = [UInt8](repeating: 0, count: 256 << 10)

  init(_ output: @escaping Output) throws {
    self.output = output
    zlib = .allocate(capacity: 1)
    zlib.initialize(to: z_stream())
    // Rows are so alike that packing them better takes several times as long and saves little.
    let size = Int32(MemoryLayout<z_stream>.size)
    let result = deflateInit2_(
      zlib, Z_BEST_SPEED, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    guard result == Z_OK else { throw TooLarge() }
  }

  deinit {
    deflateEnd(zlib)
    zlib.deallocate()
  }

  // MARK: Files

  /// A file whose bytes are all there: stored as they are if it `isPacked` already, or must be readable without
  /// unpacking.
  func add(_ name: String, _ bytes: [UInt8], isPacked: Bool = false) throws {
    guard isPacked else {
      try begin(name)
      try write(bytes[...])
      return try end()
    }
    var entry = Entry(name: Array(name.utf8), offset: length, isPacked: false)
    entry.checksum = checksum(0, bytes[...])
    (entry.packed, entry.size) = (bytes.count, bytes.count)
    try put(header(of: entry))
    try put(bytes[...])
    entries.append(entry)
  }

  /// Begins a file that is written piece by piece.
  func begin(_ name: String) throws {
    let entry = Entry(name: Array(name.utf8), offset: length, isPacked: true)
    try put(header(of: entry))
    current = entry
    deflateReset(zlib)
  }

  func write(_ bytes: ArraySlice<UInt8>) throws {
    guard !bytes.isEmpty else { return }
    guard var entry = current else { return }
    entry.checksum = checksum(entry.checksum, bytes)
    entry.size += bytes.count
    current = entry
    try deflate(bytes, Z_NO_FLUSH)
  }

  func end() throws {
    try deflate([], Z_FINISH)
    guard let entry = current else { return }
    guard entry.size <= Self.most, entry.packed <= Self.most else { throw TooLarge() }
    try put(number32(0x0807_4B50) + sums(of: entry))
    entries.append(entry)
    current = nil
  }

  /// Writes the list of files.
  func finish() throws {
    let start = length
    for entry in entries {
      var bytes = number32(0x0201_4B50) + number16(20) + common(entry)
      bytes += sums(of: entry) + number16(entry.name.count) + number16(0) + number16(0)
      bytes += number16(0) + number16(0) + number32(0) + number32(entry.offset) + entry.name
      try put(bytes)
    }
    guard length <= Self.most, entries.count <= Self.mostFiles else { throw TooLarge() }
    let counts = number16(entries.count) + number16(entries.count)
    try put(
      number32(0x0605_4B50) + number32(0) + counts + number32(length - start) + number32(start)
        + number16(0))
  }

  // MARK: Bytes

  private func deflate(_ bytes: ArraySlice<UInt8>, _ flush: Int32) throws {
    try bytes.withUnsafeBufferPointer { input in
      // zlib does not write through it.
      zlib.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      zlib.pointee.avail_in = UInt32(input.count)
      repeat {
        let capacity = packed.count
        packed.withUnsafeMutableBufferPointer { output in
          zlib.pointee.next_out = output.baseAddress
          zlib.pointee.avail_out = UInt32(capacity)
          _ = CZlib.deflate(zlib, flush)
        }
        let count = capacity - Int(zlib.pointee.avail_out)
        current?.packed += count
        if count > 0 { try put(packed[..<count]) }
      } while zlib.pointee.avail_out == 0
    }
  }

  private func put(_ bytes: ArraySlice<UInt8>) throws {
    try output(bytes)
    length += bytes.count
    guard length <= Self.most else { throw TooLarge() }
  }

  private func put(_ bytes: [UInt8]) throws { try put(bytes[...]) }

  private func header(of entry: Entry) -> [UInt8] {
    number32(0x0403_4B50) + common(entry) + (entry.isPacked ? zeros : sums(of: entry))
      + number16(entry.name.count) + number16(0) + entry.name
  }

  private let zeros = [UInt8](repeating: 0, count: 12)

  /// Version, flags, method, and the first moment that the format knows: the same products make the same file.
  private func common(_ entry: Entry) -> [UInt8] {
    // The sums stand behind a packed file; names are UTF-8.
    number16(20) + number16(entry.isPacked ? 0x0808 : 0x0800) + number16(entry.isPacked ? 8 : 0)
      + number16(0) + number16(0x21)
  }

  private func sums(of entry: Entry) -> [UInt8] {
    number32(Int(entry.checksum)) + number32(entry.packed) + number32(entry.size)
  }

  private func checksum(_ sum: UInt, _ bytes: ArraySlice<UInt8>) -> UInt {
    bytes.withUnsafeBufferPointer { crc32(sum, $0.baseAddress, UInt32($0.count)) }
  }

  private func number16(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

  private func number32(_ value: Int) -> [UInt8] {
    number16(value & 0xFFFF) + number16(value >> 16 & 0xFFFF)
  }
}
