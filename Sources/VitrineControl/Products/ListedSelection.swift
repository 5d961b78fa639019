// SPDX-License-Identifier: Apache-2.0
// The products that a verb reads in an order: identifiers as words or on standard input, or those of a list with its
// conditions and its order; all of them without any.

import Catalog
import Foundation
import Wording

struct ListedSelection: Sendable {
  private var request = ListRequest()
  private var words = ProductWords([])

  static let options = [ListRequest.options[0], ListRequest.options[1]].map {
    $0.lifted(to: \ListedSelection.request)
  }

  /// The same selection with the words after the options.
  func selection(of words: [String]) throws -> ListedSelection {
    guard words.isEmpty || !request.conditions.areGiven else {
      throw UsageError.identifiersAndConditions
    }
    var selection = self
    selection.words = ProductWords(words)
    try selection.words.check()
    return selection
  }

  /// Those that are there, each once. Identifiers of others are complained about.
  func products(in store: CatalogStore) async throws -> (ids: [UUID], areAll: Bool)? {
    guard let ids = try await identifiers(in: store) else { return nil }
    if words.isEmpty { return (ids, true) }
    var (found, seen, areAll): ([UUID], Set<UUID>, Bool) = ([], [], true)
    for id in ids where seen.insert(id).inserted {
      if try await store.product(id) != nil {
        found.append(id)
      } else {
        Terminal.complain(Verb.noProduct(id))
        areAll = false
      }
    }
    return found.isEmpty ? nil : (found, areAll)
  }

  /// Nil, with a complaint, if there is none.
  func identifiers(in store: CatalogStore) async throws -> [UUID]? {
    guard words.isEmpty else { return try words.read() }
    let found = try await store.identifiersInFamilies(
      of: try await request.ordered.query(in: store))
    guard !found.isEmpty else {
      Terminal.complain(tr("No product meets these conditions."))
      return nil
    }
    return found
  }
}
