// SPDX-License-Identifier: Apache-2.0
// `vitrinectl saved`: the saved searches of the sidebar.

import Catalog
import Foundation
import Wording

extension Verb {
  static let saved = Verb(
    "saved", about: tr("list the saved searches, each with the number of its products"),
    details: tr("Saved searches are made, changed and deleted in a window."), use: .reading
  ) { _ in
    { store, output in
      let saved = try await store.savedSearches()
      var records: [SavedSearchRecord] = []
      for search in saved.searches {
        records.append(
          SavedSearchRecord(name: search.name, products: try await store.count(search.query)))
      }
      try output.say(each: records) { "\($0.products)\t\($0.name.printable())" }
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
