// The arguments after the verb, read from left to right. The options that every verb has — the
// directory, JSON, help — are handled here.

import Catalog
import Foundation

struct Arguments {
  let verb: String
  /// The arguments that are not options, in order.
  private(set) var words: [String] = []
  private(set) var asJSON = false
  private(set) var wantsHelp = false
  private(set) var acceptsHistoryLoss = false
  private var option = ""
  /// The directory that the caller named.
  private(set) var place: URL?
  private(set) var isSample = false
  private var rest: ArraySlice<String>
  /// What the verb has of its own.
  private let options: Set<String>

  init(_ verb: String, _ rest: some Sequence<String>, options: [VerbOption]) {
    self.verb = verb
    self.options = Set(options.map(\.name))
    self.rest = ArraySlice(rest)
  }

  /// The next option of the verb's own; nil at the end.
  mutating func nextOption() throws -> String? {
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        words.append(word)
        continue
      }
      option = word
      switch word {
      case "--json": asJSON = true
      case "--sample": isSample = true
      case "--forget-history": acceptsHistoryLoss = true
      case "--help", "-h": wantsHelp = true
      case "--directory": place = URL(fileURLWithPath: try value())
      case "--": (words, rest) = (words + rest, [])
      case _ where word.hasPrefix("--") && word.contains("="):
        let end = word.firstIndex(of: "=") ?? word.endIndex
        rest.insert(String(word[end...].dropFirst()), at: rest.startIndex)
        rest.insert(String(word[..<end]), at: rest.startIndex)
      case _ where options.contains(word): return word
      default: throw unknown(word)
      }
    }
    return nil
  }

  /// The argument after the option that was read last, even if it is empty.
  mutating func value() throws -> String {
    guard let value = rest.popFirst() else {
      throw UsageError.needsValue(option: option)
    }
    return value
  }

  /// The integer after the option that was read last.
  mutating func number(atLeast least: Int = 0) throws -> Int {
    let text = try value()
    guard let number = Int(text), number >= least else {
      throw UsageError.needsNumber(option: option, least: least, not: text)
    }
    return number
  }

  /// The error for an option that the verb does not have.
  func unknown(_ option: String) -> UsageError {
    .unknownOption(option, verb: verb)
  }

  /// Reads to the end, for a verb without options of its own.
  mutating func finish() throws {
    if let option = try nextOption() { throw unknown(option) }
  }

  func requireNoWords() throws {
    if let word = words.first { throw unknown(word) }
  }

  /// The identifier of a product after the option that was read last.
  mutating func identifier() throws -> UUID {
    let text = try value()
    guard let id = UUID(uuidString: text) else { throw UsageError.notAnIdentifier(text) }
    return id
  }

  /// The words, starting at index `first`, as identifiers of products: at least one.
  func identifiers(after first: Int = 0) throws -> [UUID] {
    guard words.count > first else {
      throw UsageError.needsIdentifiers(verb: verb)
    }
    return try words.dropFirst(first).map { word in
      guard let id = UUID(uuidString: word) else {
        throw UsageError.notAnIdentifier(word)
      }
      return id
    }
  }

  /// The catalogue's directory.
  func directory() throws -> URL {
    guard let directory = place ?? CatalogStore.standardDirectory(isSample: isSample) else {
      throw UsageError.noHomeDirectory
    }
    return directory
  }
}
