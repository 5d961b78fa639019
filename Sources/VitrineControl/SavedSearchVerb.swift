// `vitrinectl saved`: the saved searches of the sidebar.

import Catalog
import Foundation
import Wording

extension CatalogVerb {
  static let saved = CatalogVerb(
    word: "saved",
    help: """
      vitrinectl saved                 list the saved searches, each with the number of its products

      They are made, changed and deleted in a window.
      """,
    use: .reading
  ) { arguments in
    try arguments.finish()
    try arguments.requireNoWords()
    return { [asJSON = arguments.asJSON] store in
      let saved = try await store.savedSearches()
      var records: [SavedSearchRecord] = []
      for search in saved.searches {
        records.append(
          SavedSearchRecord(name: search.name, products: try await store.count(search.query)))
      }
      if asJSON {
        Terminal.say(try jsonText(of: records))
      } else {
        for record in records { Terminal.say("\(record.products)\t\(record.name.printable())") }
      }
      for name in saved.unreadable {
        Terminal.complain(tr("“%@” can’t be read by this version", name.printable()) + ".")
      }
      return .fine
    }
  }
}

private struct SavedSearchRecord: Encodable {
  let name: String
  let products: Int
}
