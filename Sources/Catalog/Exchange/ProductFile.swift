// SPDX-License-Identifier: Apache-2.0
// The lines of a file of products, parsed on all cores: parsing takes about a quarter as long as storing,
// and an import does it twice, first for what is wrong and then for what to store.

import Foundation

/// Lines of products, with the pictures beside them.
struct ProductFile: EntrySource {
  private let directory: String
  private let lines: LineReader

  var name: String { lines.name }

  /// Opens a file, an exported directory, or standard input for “-”. What does not come from a plain
  /// file is kept in `directory` until this is released.
  init(_ path: String, spoolingIn directory: String) throws {
    let file = Self.file(at: path)
    lines = try LineReader(file, spoolingIn: directory)
    self.directory = file.contains("/") ? (file as NSString).deletingLastPathComponent : "."
  }

  /// A directory is one that was exported.
  private static func file(at path: String) -> String {
    isDirectory(path) ? "\(path)/\(Export.fileName)" : path
  }

  /// Whether reading it begins when another program opens it for writing.
  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return path != "-" && stat(file(at: path), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Whether a file is certainly not one of lines: a line begins with a brace, and has nothing of the web's JSON.
  static func isOther(_ path: String) -> Bool {
    guard path != "-", !isDirectory(path), !isPipe(path),
      let file = FileHandle(forReadingAtPath: path)
    else {
      return false
    }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 4096)) ?? Data()
    guard
      let first = start.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) })
    else {
      return false
    }
    guard first == UInt8(ascii: "{") else { return true }
    let text = String(decoding: start, as: UTF8.self)
    return text.contains("\"@context\"") || text.contains("\"@type\"")
      || text.contains("\"@graph\"") || hasOnlyOtherTitles(text)
  }

  /// Whether the first line is an object of another program: what has no title and begins with a key that no line of
  /// ours has, or is no object at all, as where a document has many lines.
  private static func hasOnlyOtherTitles(_ text: String) -> Bool {
    let text = text.drop { !$0.isASCII || $0.isWhitespace }
    let line = text.prefix { !$0.isNewline }
    if line.dropFirst().allSatisfy(\.isWhitespace) { return line.count < text.count }
    let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
    let keys = (object as? [String: Any]).map { Array($0.keys) } ?? firstKey(of: line).map { [$0] }
    guard let keys, !keys.contains("title") else { return false }
    return keys.contains { ExchangeKey(rawValue: $0) == nil && ProductField.exchanged[$0] == nil }
  }

  private static func firstKey(of line: Substring) -> String? {
    let parts = line.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].dropFirst().allSatisfy(\.isWhitespace)
      ? String(parts[1]) : nil
  }

  private static let mostLines = 256
  /// In bytes; a single line may be longer.
  private static let mostLength = 1 << 20

  func next() throws -> [ImportedItem] {
    var batch: [UnparsedLine] = []
    var length = 0
    while batch.count < Self.mostLines, length < Self.mostLength {
      do {
        guard let bytes = try lines.next() else { break }
        length += bytes.count
        batch.append(UnparsedLine(of: lines, .success(bytes)))
      } catch LineProblem.tooLong {
        batch.append(UnparsedLine(of: lines, .failure(LineProblem.tooLong)))
      }
    }
    return [ImportedItem](unsafeUninitializedCapacity: batch.count) { [batch] places, count in
      // Each iteration initializes a place of its own.
      nonisolated(unsafe) let places = places
      DispatchQueue.concurrentPerform(iterations: batch.count) {
        places.initializeElement(at: $0, to: batch[$0].parsed)
      }
      count = batch.count
    }
  }

  func rewind() throws { try lines.rewind() }

  func picture(_ name: String) throws -> PictureSource {
    try PictureSource(named: name, in: directory)
  }

  private struct UnparsedLine: Sendable {
    let number: Int
    let fraction: Double?
    let bytes: Result<[UInt8], any Error>

    init(of lines: LineReader, _ bytes: Result<[UInt8], any Error>) {
      number = lines.number
      fraction = lines.size.map { Double(lines.offset) / Double(max(1, $0)) }
      self.bytes = bytes
    }

    var parsed: ImportedItem {
      let content: ImportedItem.Content
      do { content = try EntryLine.content(of: bytes.get()) } catch { content = .refused(error) }
      return ImportedItem(
        line: number, content: content, fraction: fraction, length: (try? bytes.get().count) ?? 0)
    }
  }
}
