// SPDX-License-Identifier: Apache-2.0
// Words that name products: identifiers, and “-” for those on standard input, where they begin the
// lines or are in lines of JSON.

import Catalog
import Foundation
import Wording

struct ProductWords: Sendable {
  private let words: [String]
  var isEmpty: Bool { words.isEmpty }

  init(_ words: [String]) { self.words = words }

  /// Throws if a word is neither an identifier nor “-”.
  func check() throws {
    for word in words where word != "-" { _ = try Self.identifier(word) }
  }

  /// The identifiers; nil, with a complaint, if there is none. Reads standard input.
  func read() throws -> [UUID]? {
    let found = try words.flatMap { word in
      word == "-" ? try Self.identifiersOnInput() : [try Self.identifier(word)]
    }
    if found.isEmpty { Terminal.complain(tr("There is no identifier on standard input.")) }
    return found.isEmpty ? nil : found
  }

  /// The same for a verb that is about one product.
  func readOne() throws -> UUID? {
    guard let ids = try read() else { return nil }
    if ids.count > 1 {
      Terminal.complain(tr("%@ products are given, but only one can be.", "\(ids.count)"))
    }
    return ids.count == 1 ? ids[0] : nil
  }

  private static func identifiersOnInput() throws -> [UUID] {
    var found: [UUID] = []
    while let line = readLine() {
      guard let word = line.split(whereSeparator: \.isWhitespace).first else { continue }
      if word.hasPrefix("{") {
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else {
          throw UsageError.notAnIdentifier(String(line.prefix(60)))
        }
        found.append(line.id)
      } else {
        found.append(try identifier(String(word)))
      }
    }
    return found
  }

  private struct Line: Decodable {
    let id: UUID
  }

  private static func identifier(_ word: String) throws -> UUID {
    guard let id = UUID(uuidString: word) else { throw UsageError.notAnIdentifier(word) }
    return id
  }
}
