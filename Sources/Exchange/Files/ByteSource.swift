// SPDX-License-Identifier: Apache-2.0
// Bytes that can be read from their beginning as often as wanted: of a file, of an entry of an archive.

/// Where bytes come from.
protocol ByteSource: Sendable {
  /// How many there are, if that is known.
  var size: Int? { get }

  func open() throws -> any ByteStream
}

/// Bytes as they come. One thread at a time uses it.
protocol ByteStream: AnyObject {
  /// The next ones; none at the end.
  func next() throws -> [UInt8]

  /// How much of its source has been read, from 0 to 1.
  var fraction: Double? { get }
}

extension ByteSource {
  /// The first ones, at most so many.
  func head(_ count: Int) throws -> [UInt8] {
    let stream = try open()
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try stream.next()
      if more.isEmpty { break }
      bytes.append(contentsOf: more.prefix(count - bytes.count))
    }
    return bytes
  }

  /// All of them; throws if there are more than the limit.
  func all(limit: Int) throws -> [UInt8] {
    let stream = try open()
    var bytes: [UInt8] = []
    while true {
      let more = try stream.next()
      if more.isEmpty { return bytes }
      bytes.append(contentsOf: more)
      guard bytes.count <= limit else {
        throw UnreadableFile.tooLarge(.text(megabytes: limit >> 20))
      }
    }
  }
}

/// Bytes in memory.
struct HeldBytes: ByteSource {
  let bytes: [UInt8]

  var size: Int? { bytes.count }

  func open() -> any ByteStream { Stream(bytes) }

  private final class Stream: ByteStream {
    private var rest: [UInt8]

    init(_ bytes: [UInt8]) { rest = bytes }

    func next() -> [UInt8] {
      defer { rest = [] }
      return rest
    }

    var fraction: Double? { rest.isEmpty ? 1 : 0 }
  }
}
