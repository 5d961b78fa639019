// The products that a verb is about: identifiers as words or on standard input, codes, or whatever
// meets the conditions that `list` has.

import Catalog
import Foundation
import Wording

struct ProductSelection: Sendable {
  private var query: ProductQuery
  private var named = NamedFields()
  private var codes: [ProductCode] = []
  private var isNarrowed = false
  private var takesAll = false
  private var words: [String] = []
  /// Whether the verb may be about many products without another word: it changes none.
  private let isForReading: Bool

  init(inTrash: Bool = false, isForReading: Bool = false) {
    query = ProductQuery(inTrash: inTrash)
    self.isForReading = isForReading
  }

  static let options =
    [
      VerbOption("--sku"), VerbOption("--gtin"), VerbOption("--all-matching", .none),
    ] + CatalogVerb.filterOptions

  static let help = """
    Which products, instead of identifiers:
      -                      the identifiers at the beginnings of the lines of standard input, as
                             “list” prints them
      --sku SKU              those with this SKU
      --gtin GTIN            those with this GTIN
      --all-matching         all that meet the conditions, when these are more than one
    """

  /// Takes an option if it is one of these.
  mutating func take(_ option: String, _ arguments: inout Arguments) throws -> Bool {
    switch option {
    case "--sku": codes.append(.sku(try arguments.value()))
    case "--gtin": codes.append(.gtin(try arguments.value()))
    case "--all-matching": takesAll = true
    default:
      guard try CatalogVerb.narrow(&query, &named, by: option, from: &arguments) else {
        return false
      }
      isNarrowed = true
    }
    return true
  }

  /// Takes the words after the options.
  mutating func take(_ words: ArraySlice<String>, verb: String) throws {
    let hasConditions = isNarrowed || takesAll || !codes.isEmpty
    guard words.isEmpty == hasConditions else {
      throw words.isEmpty
        ? UsageError.needsSelection(verb: verb) : UsageError.identifiersAndConditions
    }
    for word in words where word != "-" { _ = try Self.identifier(word) }
    self.words = Array(words)
  }

  /// The products in the order of the words or of the list; nil, with a complaint, when there is
  /// none or the verb should not be about so many.
  func identifiers(in store: CatalogStore) async throws -> [UUID]? {
    guard words.isEmpty else {
      let found = try words.flatMap { word in
        word == "-" ? try Self.identifiersOnInput() : [try Self.identifier(word)]
      }
      if found.isEmpty { Terminal.complain(tr("There is no identifier on standard input.")) }
      return found.isEmpty ? nil : found
    }
    let found = try await store.identifiers(
      of: try await named.applied(to: query, in: store), having: codes)
    for code in found.unknown { Terminal.complain(code.missing) }
    guard found.unknown.isEmpty else { return nil }
    if found.products.isEmpty {
      Terminal.complain(tr("No product meets these conditions."))
      return nil
    }
    guard found.products.count == 1 || takesAll || isForReading else {
      let count = "\(found.products.count)"
      Terminal.complain(
        (codes.count == 1 ? codes.first : nil)?.isOfSeveral(count)
          ?? tr(
            "%@ products meet these conditions. Nothing was changed; “--all-matching” means all of them.",
            count))
      return nil
    }
    return found.products
  }

  private static func identifier(_ word: String) throws -> UUID {
    guard let id = UUID(uuidString: word) else { throw UsageError.notAnIdentifier(word) }
    return id
  }

  private static func identifiersOnInput() throws -> [UUID] {
    var found: [UUID] = []
    while let line = readLine() {
      guard let word = line.split(whereSeparator: \.isWhitespace).first else { continue }
      found.append(try identifier(String(word)))
    }
    return found
  }
}

extension ProductCode {
  fileprivate var missing: String {
    switch self {
    case .sku(let text): tr("There is no product with the SKU “%@”.", text)
    case .gtin(let text): tr("There is no product with the GTIN “%@”.", text)
    }
  }

  fileprivate func isOfSeveral(_ count: String) -> String {
    let text =
      switch self {
      case .sku(let text): tr("%@ products have the SKU “%@”.", count, text)
      case .gtin(let text): tr("%@ products have the GTIN “%@”.", count, text)
      }
    return text + " "
      + tr("Nothing was changed; “--all-matching” means all of them, an identifier one of them.")
  }
}
