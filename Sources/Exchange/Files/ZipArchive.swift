// SPDX-License-Identifier: Apache-2.0
// The files in a zip archive, by its directory at the end. Nothing is written anywhere; still an archive
// whose names lead out of it, or whose files overlap, was made to do harm, and is refused.

import CZlib
import Foundation

final class ZipArchive: Sendable {
  struct Entry {
    var offset: Int
    var packed: Int
    var size: Int
    var checksum: UInt32
    var method: Int
    var isEncrypted: Bool
  }

  private static let mostEntries = 100_000

  private let file: OpenFile
  private let entries: [String: Entry]
  /// The names by their small letters.
  private let written: [String: String]
  /// The names in the order of the archive.
  let names: [String]

  init(_ file: OpenFile) throws {
    self.file = file
    let directory = try Directory(file)
    guard directory.count <= Self.mostEntries else { throw UnreadableFile.tooLarge(.entries) }
    let bytes = Little(try file.bytes(at: directory.offset, count: directory.size))
    var entries: [String: Entry] = [:]
    var names: [String] = []
    var place = 0
    var parts: [Range<Int>] = []
    while place + 46 <= bytes.count, bytes.number32(place) == 0x0201_4B50 {
      guard names.count <= Self.mostEntries else { throw UnreadableFile.tooLarge(.entries) }
      let nameLength = bytes.number16(place + 28)
      let extraLength = bytes.number16(place + 30)
      let end = place + 46 + nameLength + extraLength
      guard end <= bytes.count else { throw UnreadableFile.damaged(.archive) }
      let name = String(
        decoding: bytes.bytes[(place + 46)..<(place + 46 + nameLength)], as: UTF8.self
      )
      .replacingOccurrences(of: "\\", with: "/", options: .literal)
      var entry = Entry(
        offset: bytes.number32(place + 42), packed: bytes.number32(place + 20),
        size: bytes.number32(place + 24), checksum: UInt32(bytes.number32(place + 16)),
        method: bytes.number16(place + 10), isEncrypted: bytes.number16(place + 8) & 1 != 0)
      Self.widen(&entry, by: bytes, from: place + 46 + nameLength, to: end)
      entry.offset += directory.shift
      guard entry.offset >= 0, (0...file.length).contains(entry.packed), entry.size >= 0 else {
        throw UnreadableFile.damaged(.archive)
      }
      parts.append(entry.offset..<(entry.offset + 30 + entry.packed))
      guard name.utf8.first != UInt8(ascii: "/"),
        !name.utf8.split(separator: UInt8(ascii: "/")).contains(where: {
          $0.elementsEqual("..".utf8)
        })
      else {
        throw UnreadableFile.escapingName(name)
      }
      if entries[name] == nil { names.append(name) }
      entries[name] = entry
      place = end + bytes.number16(place + 32)
    }
    guard names.isEmpty == (directory.count == 0) else { throw UnreadableFile.damaged(.archive) }
    parts.sort { $0.lowerBound < $1.lowerBound }
    guard zip(parts, parts.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) else {
      throw UnreadableFile.damaged(.archive)
    }
    self.entries = entries
    self.names = names
    written = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
  }

  /// Programs are not exact about large and small letters in the names that they refer to.
  private func entry(_ name: String) -> Entry? {
    entries[name] ?? written[name.lowercased()].flatMap { entries[$0] }
  }

  func has(_ name: String) -> Bool { entry(name) != nil }

  /// The bytes of a file in it; nil if there is none of this name.
  func source(_ name: String) throws -> (any ByteSource)? {
    guard let entry = entry(name) else { return nil }
    guard !entry.isEncrypted else { throw UnreadableFile.password }
    guard entry.method == 0 || entry.method == 8 else { throw UnreadableFile.damaged(.archive) }
    guard entry.size <= InflatedStream.largest,
      entry.size < 16 << 20 || entry.size / InflatedStream.ratio <= entry.packed
    else { throw UnreadableFile.tooLarge(.unpacked(megabytes: entry.size >> 20)) }
    let header = Little(try file.bytes(at: entry.offset, count: 30))
    guard header.count == 30, header.number32(0) == 0x0403_4B50 else {
      throw UnreadableFile.damaged(.archive)
    }
    let begin = entry.offset + 30 + header.number16(26) + header.number16(28)
    let packed = FilePart(file: file, offset: begin, count: entry.packed)
    let plain: any ByteSource =
      entry.method == 8 ? Inflated(packed: packed, wrapping: .bare, size: entry.size) : packed
    return Checked(source: plain, length: entry.size, checksum: entry.checksum)
  }

  /// In an archive of more than 4 GB the numbers stand behind the name.
  private static func widen(_ entry: inout Entry, by bytes: Little, from begin: Int, to end: Int) {
    var place = begin
    while place + 4 <= end {
      let length = bytes.number16(place + 2)
      if bytes.number16(place) == 1 {
        var value = place + 4
        for path in [\Entry.size, \Entry.packed, \Entry.offset]
        where entry[keyPath: path] == 0xFFFF_FFFF && value + 8 <= min(end, place + 4 + length) {
          entry[keyPath: path] = bytes.number64(value)
          value += 8
        }
      }
      place += 4 + length
    }
  }

  /// Where the list of files stands.
  private struct Directory {
    var offset: Int
    var size: Int
    var count: Int
    /// By how much all places are wrong, because something stands before the archive.
    var shift: Int

    init(_ file: OpenFile) throws {
      let length = min(file.length, 66_000)
      let start = file.length - length
      let tail = Little(try file.bytes(at: start, count: length))
      guard
        let end = stride(from: tail.count - 22, through: 0, by: -1).first(where: {
          tail.number32($0) == 0x0605_4B50
        })
      else { throw UnreadableFile.damaged(.archive) }
      count = tail.number16(end + 10)
      size = tail.number32(end + 12)
      offset = tail.number32(end + 16)
      var directoryEnd = start + end
      if end >= 20, tail.number32(end - 20) == 0x0706_4B50 {
        let place = tail.number64(end - 12)
        let wide = Little(try file.bytes(at: place, count: 56))
        guard wide.count == 56, wide.number32(0) == 0x0606_4B50 else {
          throw UnreadableFile.damaged(.archive)
        }
        count = wide.number64(32)
        size = wide.number64(40)
        offset = wide.number64(48)
        directoryEnd = place
      }
      guard size >= 0, offset >= 0, size <= 64 << 20, size <= directoryEnd else {
        throw UnreadableFile.damaged(.archive)
      }
      shift = directoryEnd - size - offset
      guard shift >= 0 else { throw UnreadableFile.damaged(.archive) }
      offset += shift
    }
  }
}

/// A part of a file.
private struct FilePart: ByteSource {
  let file: OpenFile
  let offset: Int
  let count: Int

  var size: Int? { count }

  func open() -> any ByteStream { file.part(from: offset, count: count) }
}

/// Bytes that are only good if they have the right length and checksum.
private struct Checked: ByteSource {
  let source: any ByteSource
  let length: Int
  let checksum: UInt32

  var size: Int? { length }

  func open() throws -> any ByteStream {
    Stream(try source.open(), length: length, checksum: checksum)
  }

  private final class Stream: ByteStream {
    private let stream: any ByteStream
    private let length: Int
    private let expected: UInt32
    private var sum = crc32(0, nil, 0)
    private var count = 0

    init(_ stream: any ByteStream, length: Int, checksum: UInt32) {
      self.stream = stream
      self.length = length
      expected = checksum
    }

    var fraction: Double? { stream.fraction }

    func next() throws -> [UInt8] {
      let bytes = try stream.next()
      count += bytes.count
      sum = bytes.withUnsafeBufferPointer { crc32(sum, $0.baseAddress, UInt32($0.count)) }
      guard !bytes.isEmpty || (count == length && UInt32(sum) == expected) else {
        throw UnreadableFile.damaged(.packed)
      }
      return bytes
    }
  }
}

/// Numbers with their lowest byte first.
struct Little {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  func number16(_ place: Int) -> Int { number(place, bytes: 2) }
  func number32(_ place: Int) -> Int { number(place, bytes: 4) }
  /// What no file can have is -1.
  func number64(_ place: Int) -> Int {
    number(place + 7, bytes: 1) > 0 ? -1 : number(place, bytes: 7)
  }

  private func number(_ place: Int, bytes count: Int) -> Int {
    guard place >= 0, place + count <= bytes.count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
