// SPDX-License-Identifier: Apache-2.0
// A regular file, open for reading. It is opened without waiting, because a pipe would make us wait for
// whoever writes into it.

import Foundation

final class OpenFile: ByteSource {
  private let descriptor: Int32
  let length: Int

  var size: Int? { length }

  init(_ path: String) throws {
    descriptor = Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw switch errno {
      case ENOENT, ENOTDIR: UnreadableFile.missing
      case EACCES, EPERM: UnreadableFile.noPermission
      case ENXIO, ENODEV: UnreadableFile.notAFile
      default: UnreadableFile.failed(code: errno)
      }
    }
    var facts = stat()
    let known = fstat(descriptor, &facts) == 0
    length = Int(facts.st_size)
    // What throws from here on closes the descriptor, since all properties are set.
    guard known else { throw UnreadableFile.failed(code: errno) }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw UnreadableFile.directory
    default: throw UnreadableFile.notAFile
    }
    guard length > 0 else { throw UnreadableFile.empty }
  }

  deinit { close(descriptor) }

  /// Fewer at the end of the file.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    return try Self.bytes(of: descriptor, at: offset, count: count)
  }

  /// What an open file has there; fewer at its end.
  static func bytes(of descriptor: Int32, at offset: Int, count: Int) throws -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, off_t(offset + filled))
        if got > 0 {
          filled += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    guard failure == 0 else { throw UnreadableFile.failed(code: failure) }
    return bytes
  }

  func open() -> any ByteStream { part(from: 0, count: length) }

  func part(from offset: Int, count: Int) -> any ByteStream {
    Part(file: self, offset: offset, end: min(length, offset + count))
  }

  private final class Part: ByteStream {
    private let file: OpenFile
    private let begin: Int
    private let end: Int
    private var offset: Int

    init(file: OpenFile, offset: Int, end: Int) {
      self.file = file
      begin = offset
      self.end = end
      self.offset = offset
    }

    func next() throws -> [UInt8] {
      let bytes = try file.bytes(at: offset, count: min(256 << 10, end - offset))
      offset += bytes.count
      return bytes
    }

    var fraction: Double? { end > begin ? Double(offset - begin) / Double(end - begin) : 1 }
  }
}
