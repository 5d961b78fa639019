// SPDX-License-Identifier: Apache-2.0
// A file without a name, for what is too large for the memory. It is gone with the program, whatever happens.

import Foundation

final class TemporaryFile: @unchecked Sendable {
  // One thread at a time writes.
  private let descriptor: Int32
  private(set) var length = 0

  init() throws {
    let name = (getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp") + "/vitrine-XXXXXX"
    var path = Array(name.utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw UnreadableFile.failed(code: errno) }
    unlink(path)
  }

  deinit { close(descriptor) }

  /// Returns where it is.
  func append(_ bytes: [UInt8]) throws -> Int {
    let begin = length
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        pwrite(
          descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done,
          off_t(begin + done))
      }
      guard count > 0 || errno == EINTR else { throw UnreadableFile.failed(code: errno) }
      done += max(0, count)
    }
    length += bytes.count
    return begin
  }

  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    let bytes = try OpenFile.bytes(of: descriptor, at: offset, count: count)
    guard bytes.count == count else { throw UnreadableFile.failed(code: EIO) }
    return bytes
  }

  /// All of it, as the system maps it into memory; nil if there is nothing.
  func mapped() throws -> UnsafeRawBufferPointer? {
    guard length > 0 else { return nil }
    let place = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0)
    guard place != MAP_FAILED else { throw UnreadableFile.failed(code: errno) }
    return UnsafeRawBufferPointer(start: place, count: length)
  }
}
