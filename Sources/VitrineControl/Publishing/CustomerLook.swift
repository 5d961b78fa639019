// SPDX-License-Identifier: Apache-2.0
// What both a web page and a PDF are asked for: what customers see of products, and in which language.

import Catalog
import Publishing
import Wording

struct CustomerLook: Sendable {
  private(set) var title: String?
  private var names: [String]?
  private var languageTag: String?

  var language: PublicLanguage { PublicLanguage(languageTag, unitPrices: .chosen) }

  /// Those that were named, or else the usual ones.
  func fields(in store: CatalogStore, usual: PublicFields = .usual) async throws -> PublicFields {
    guard let names else { return usual }
    let columns = try ListColumn.columns(names, among: try await store.fields())
    return PublicFields(columns.map(\.field))
  }

  static let options: [VerbOption<CustomerLook>] = [
    VerbOption(
      "--title", .text("TEXT"), about: tr("the name of the shop, of the catalogue or of the list")
    ) { $0.title = $1 },
    VerbOption(
      "--fields", .text("NAME,NAME", offering: ListColumn.builtIn.map(\.name)),
      about:
        tr(
          "show these fields: %1$@ or custom fields; without this option: %2$@, in a list fewer",
          ListColumn.builtIn.map(\.name).joined(separator: ", "),
          PublicFields.usualFields.map(\.name).joined(separator: ", "))
    ) { $0.names = ($0.names ?? []) + [$1] },
    VerbOption(
      "--language", .text("TAG"),
      about:
        tr(
          "the language of the products’ texts, such as de or ar: it decides how amounts look and in which direction pages run"
        )
    ) { $0.languageTag = $1 },
  ]
}
