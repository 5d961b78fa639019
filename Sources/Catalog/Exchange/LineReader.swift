// SPDX-License-Identifier: Apache-2.0
// Reads a file line by line, with little more than one line in memory.

import Foundation

/// Sendable because only one thread at a time uses it.
final class LineReader: @unchecked Sendable {
  /// The file's name in messages.
  let name: String
  /// The size in bytes, nil if it cannot be known.
  let size: Int?
  /// How many bytes and lines were read.
  private(set) var offset = 0
  private(set) var number = 0
  /// Nil if the lines are in memory.
  private let descriptor: Int32?
  /// A file without a name that gets what is read from a pipe, so that it can be read again.
  private let spool: Int32?
  /// Whether it is being read again, from the spool if there is one.
  private var isAgain = false
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)
  private var buffer: [UInt8] = []
  /// Where in the buffer the next line starts.
  private var start = 0
  private var isAtEnd = false

  /// Longer lines are refused.
  private let longestLine: Int

  /// Opens a file, or standard input for “-”.
  init(_ path: String, longestLine: Int = 64 << 20, spoolingIn directory: String? = nil) throws {
    name = path
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CatalogError(systemError: errno, file: path) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    guard isKnown, status.st_mode & S_IFMT != S_IFDIR else {
      let code = isKnown ? EISDIR : errno
      close(descriptor)
      throw CatalogError(systemError: code, file: path)
    }
    self.longestLine = longestLine
    self.descriptor = descriptor
    // Standard input may be a plain file that somebody has read a part of.
    let isPlain = path != "-" && status.st_mode & S_IFMT == S_IFREG
    size = isPlain ? Int(status.st_size) : nil
    do {
      spool = try isPlain ? nil : directory.map(Self.makeSpool)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Lines in memory.
  init(_ bytes: [UInt8]) {
    (name, size, longestLine) = ("", bytes.count, .max)
    (descriptor, spool) = (nil, nil)
    (buffer, isAtEnd) = (bytes, true)
  }

  private static func makeSpool(in directory: String) throws -> Int32 {
    let path = "\(directory)/.\(UUID().uuidString).tmp"
    let spool = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard spool >= 0 else { throw CatalogError(systemError: errno, file: path) }
    unlink(path)
    return spool
  }

  deinit {
    [descriptor, spool].compactMap(\.self).forEach { close($0) }
  }

  /// Begins again with the first line, after the last.
  func rewind() throws {
    (isAgain, offset, number, start) = (true, 0, 0, 0)
    guard let source = spool ?? descriptor else { return }
    guard lseek(source, 0, SEEK_SET) == 0 else {
      throw CatalogError(systemError: errno, file: name)
    }
    (buffer, isAtEnd) = ([], false)
  }

  /// The next line that is not blank, without its line end; nil at the end.
  func next() throws -> [UInt8]? {
    while let line = try nextLine() {
      if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { return line }
    }
    return nil
  }

  private func nextLine() throws -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0a) {
        defer { start = end + 1 }
        return take(buffer[start..<end])
      }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return take(buffer[start...])
      }
      searched = buffer.count - start
      guard searched <= longestLine else {
        number += 1
        // What follows is the rest of the refused line.
        (buffer, start, isAtEnd) = ([], 0, true)
        throw LineProblem.tooLong
      }
      try fill()
    }
  }

  private func take(_ line: ArraySlice<UInt8>) -> [UInt8] {
    number += 1
    offset += line.count + 1
    // The byte order mark that some editors write before UTF-8.
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    return Array(number == 1 && line.starts(with: mark) ? line.dropFirst(3) : line)
  }

  /// Reads more, dropping the lines already returned.
  private func fill() throws {
    buffer.removeSubrange(..<start)
    start = 0
    guard let source = isAgain ? spool ?? descriptor : descriptor else { return }
    var count: Int
    repeat {
      count = chunk.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw CatalogError(systemError: errno, file: name) }
    if let spool, !isAgain { try keep(chunk[..<count], in: spool) }
    buffer += chunk[..<count]
    isAtEnd = count == 0
  }

  private func keep(_ bytes: ArraySlice<UInt8>, in spool: Int32) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(spool, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw CatalogError(systemError: errno, file: name) }
      rest.removeFirst(count)
    }
  }
}
