// SPDX-License-Identifier: Apache-2.0
// Reads a tar archive as `TarWriter` writes it, once, from its beginning. The file may come from anybody: a size is only a
// promise until the bytes are there, and what the names are good for is up to the reader's user.

import Foundation

final class TarReader {
  struct Entry {
    let name: String
    let size: Int
  }

  /// The archive ends too early or is not one.
  struct Damaged: Error {}

  private let path: String
  private let descriptor: Int32
  /// What is left of the current file, and its padding.
  private var (rest, padding) = (0, 0)
  let length: Int
  private(set) var place = 0

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw CatalogError(systemError: errno, file: path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw CatalogError.notAFile(file: path)
    }
    length = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// The next file; nil at the end.
  func next() throws -> Entry? {
    while rest > 0 { _ = try read(atMost: 1 << 20) }
    _ = try bytes(padding)
    let header = try bytes(TarWriter.block)
    guard header.contains(where: { $0 != 0 }) else { return nil }
    guard number(header[148..<156]) == sum(header), header[156] == UInt8(ascii: "0"),
      let size = size(header), size <= length - place
    else { throw Damaged() }
    rest = size
    padding = (TarWriter.block - size % TarWriter.block) % TarWriter.block
    return Entry(
      name: String(decoding: header[..<100].prefix { $0 != 0 }, as: UTF8.self), size: size)
  }

  /// The next bytes of the file; none at its end.
  func read(atMost count: Int) throws -> [UInt8] {
    let part = try bytes(min(count, rest))
    rest -= part.count
    return part
  }

  private func bytes(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let found = bytes.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled)
      }
      if found < 0, errno == EINTR { continue }
      guard found >= 0 else { throw CatalogError(systemError: errno, file: path) }
      guard found > 0 else { throw Damaged() }
      filled += found
    }
    place += count
    return bytes
  }

  private func size(_ header: [UInt8]) -> Int? {
    guard header[124] == 0x80 else { return number(header[124..<136]) }
    let number = header[128..<136].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: number)
  }

  private func number(_ digits: ArraySlice<UInt8>) -> Int? {
    let text = digits.prefix { $0 != 0 && $0 != 0x20 }
    // A size with a sign would be less than nothing.
    guard text.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }) else {
      return nil
    }
    return Int(String(decoding: text, as: UTF8.self), radix: 8)
  }

  private func sum(_ header: [UInt8]) -> Int {
    header.enumerated().reduce(0) {
      $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element))
    }
  }
}
