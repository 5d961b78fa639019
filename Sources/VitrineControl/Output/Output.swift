// SPDX-License-Identifier: Apache-2.0
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

/// Counts with their nouns, such as “1 product”.
enum Counted {
  static func products(_ count: Int) -> String {
    tr("1 product", "%@ products", count: count, written: "\(count)")
  }

  static func pictures(_ count: Int) -> String {
    tr("1 picture", "%@ pictures", count: count, written: "\(count)")
  }

  static func values(_ count: Int) -> String {
    tr("1 value", "%@ values", count: count, written: "\(count)")
  }

  static func windows(_ count: Int) -> String {
    tr("1 window", "%@ windows", count: count, written: "\(count)")
  }
}
