// SPDX-License-Identifier: Apache-2.0
// `vitrinectl list` and `search`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let list = Verb(
    "list", about: tr("list products, one per line"),
    details: tr(
      """
      A line has the identifier, title, price, year and category, or the columns you choose, separated \
      by tabs. With --json, it has every field of the product, with custom fields under “fields”.
      """),
    use: .reading, options: ListRequest.options, of: ListRequest()
  ) { request, _ in
    { store, output in
      let query = try await request.ordered.query(in: store)
      try await print(query, request.look, of: store, to: output)
      return .fine
    }
  }

  static let search = Verb(
    "search", "WORD…", about: tr("find products with these words, best match first"),
    details: tr(
      """
      Words in quotation marks are a phrase: vitrinectl search '"red rose"'. Case, accents and marks \
      within a word don’t matter, and neither do letters that are often typed as others, such as ss for \
      a sharp s. 12mm, 12 mm and ½ are found in every spelling. OR between two words asks for one of them, \
      -word (after --) leaves out what has the word, and field:value asks for a field: sku:ab, stock:<3, \
      year:1990..1999, category:Books. If nothing is found, other forms of the words are searched for: \
      singular and plural, parts of longer words, the last digits of a code, words that differ by one \
      letter, and at last fewer of the words. The lines are those of “list”.
      """),
    use: .reading, options: [ListRequest.snippet] + ListRequest.options, of: ListRequest()
  ) { request, words in
    var request = request
    request.conditions.search(words)
    guard request.conditions.query.isSearch else { throw UsageError.needs(.words) }
    return { [request] store, output in
      let query = try await request.ordered.query(in: store)
      try await print(query, request.look, of: store, to: output)
      return .fine
    }
  }

  /// Prints a list, piece by piece: it may not fit in memory.
  static func print(
    _ query: ProductQuery, _ look: ListLook, of store: CatalogStore, to output: Output
  ) async throws {
    let fields = try await store.fields()
    let columns = try look.columns.map { try ListColumn.columns($0, among: fields) }
    let builtIn = (columns ?? ListColumn.usual).compactMap(\.builtInField)
    let isPlain =
      builtIn.allSatisfy(\.isStoredWithProduct)
      && builtIn.count == (columns ?? ListColumn.usual).count
    if !output.asJSON, !look.hasSnippets, isPlain {
      return try await store.listText(query, columns: builtIn, limit: look.limit) {
        Terminal.write($0)
      }
    }
    let isSearch = !query.searchText.isEmpty
    // Every page of a search queries the search index again.
    for try await page in store.pages(query, of: isSearch ? 8_000 : 1_000, limit: look.limit) {
      if output.asJSON {
        var lines: [UInt8] = []
        for hit in page {
          lines += hit.product.json(fields: fields, snippet: isSearch ? hit.snippet : nil)
          lines.append(UInt8(ascii: "\n"))
        }
        Terminal.write(lines[...])
      } else {
        let lines = page.map {
          $0.product.line(
            columns ?? ListColumn.usual, snippet: look.hasSnippets ? $0.snippet : nil)
        }
        Terminal.say(lines.joined(separator: "\n"))
      }
    }
  }
}
