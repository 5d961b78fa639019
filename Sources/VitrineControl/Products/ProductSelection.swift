// SPDX-License-Identifier: Apache-2.0
// The products that a verb is about: identifiers as words or on standard input, codes, or whatever
// meets the conditions that `list` has.

import Catalog
import Foundation
import Wording

struct ProductSelection: Sendable {
  private var conditions: ProductConditions
  private var codes: [ProductCode] = []
  private var takesAll = false
  /// Whether it may be all products there are.
  private var takesEverything = false
  private var words = ProductWords([])
  /// Whether the verb may be about many products without another word: it changes none.
  private let isForReading: Bool

  init(inTrash: Bool = false, isForReading: Bool = false) {
    conditions = ProductConditions(inTrash: inTrash)
    self.isForReading = isForReading
  }

  static let options = [
    OptionGroup<ProductSelection>(
      tr("Which products, instead of identifiers"),
      note: tr(
        """
        An ID is a product identifier, as “list” prints it. “-” stands for the identifiers on standard \
        input: the first word of each line or, of a line of JSON, its “id”.
        """),
      options: [
        VerbOption("--sku", .text("SKU"), about: tr("those with this SKU")) {
          $0.codes.append(.sku($1))
        },
        VerbOption("--gtin", .text("GTIN"), about: tr("those with this GTIN")) {
          $0.codes.append(.gtin($1))
        },
        VerbOption(
          "--all-matching",
          about: tr("all that meet the conditions below, if there is more than one")
        ) { $0.takesAll = true },
        VerbOption("--all", about: tr("all products there are, without a condition")) {
          ($0.takesAll, $0.takesEverything) = (true, true)
        },
      ]), ProductConditions.options.lifted(to: \ProductSelection.conditions),
  ]

  /// The same selection with the words after the options.
  func with(_ words: [String], verb: String) throws -> ProductSelection {
    let hasConditions = conditions.areGiven || takesAll || !codes.isEmpty
    guard words.isEmpty == hasConditions else {
      throw words.isEmpty
        ? UsageError.needsSelection(verb: verb) : UsageError.identifiersAndConditions
    }
    var selection = self
    selection.words = ProductWords(words)
    try selection.words.check()
    return selection
  }

  /// The products in the order of the words or of the list; nil, with a complaint, when there is
  /// none or the verb should not be about so many.
  func identifiers(in store: CatalogStore) async throws -> [UUID]? {
    guard words.isEmpty else { return try words.read() }
    guard conditions.areGiven || !codes.isEmpty || takesEverything || isForReading else {
      Terminal.complain(
        tr("There is no condition. Nothing was changed; “--all” means all products there are."))
      return nil
    }
    let found = try await store.identifiers(
      of: try await conditions.query(in: store), having: codes)
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
      case .sku(let text): tr("%1$@ products have the SKU “%2$@”.", count, text)
      case .gtin(let text): tr("%1$@ products have the GTIN “%2$@”.", count, text)
      }
    return text + " "
      + tr("Nothing was changed; “--all-matching” means all of them, an identifier one of them.")
  }
}
