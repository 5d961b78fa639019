// What a call prints: text for people or, with --json, one object per line, so that the lines of
// one call can be the standard input of another.

import Foundation
import Wording

struct Output: Sendable {
  let asJSON: Bool

  /// Prints an answer.
  func say(_ record: some Encodable, _ text: @autoclosure () -> String) throws {
    Terminal.say(asJSON ? try Self.line(of: record) : text())
  }

  /// Prints a line for each record.
  func say<Record: Encodable>(each records: [Record], _ text: (Record) -> String) throws {
    let lines = try records.map { asJSON ? try Self.line(of: $0) : text($0) }
    if !lines.isEmpty { Terminal.say(lines.joined(separator: "\n")) }
  }

  /// A line of JSON.
  static func line(of record: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(record), as: UTF8.self).printableJSON
  }
}

/// A count with its noun, such as “1 product”.
func counted(_ count: Int, _ thing: String) -> String {
  count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
}
