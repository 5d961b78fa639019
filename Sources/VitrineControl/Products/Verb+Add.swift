// SPDX-License-Identifier: Apache-2.0
// `vitrinectl add`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let add = Verb(
    "add", needing: "--title TITLE", about: tr("add a product and print its identifier"),
    details: tr("With --json, the product is printed as “export” writes it."),
    use: .making, options: [FieldOptions.options], of: FieldOptions()
  ) { fields, _ in
    guard let title = fields.change.title else { throw UsageError.needs(.title) }
    return { store, output in
      var entry = CatalogEntry(product: Product(title: title))
      try fields.apply(to: &entry, values: try await fields.named.values(in: store))
      try await requireUsable(fields.pictures)
      entry = try await store.add(entry, pictures: fields.pictures)
      if output.asJSON {
        let files = entry.product.pictures.map { store.pictureFile($0).path }
        let line = entry.json(files: files, fields: try await store.fields())
        Terminal.write(Array(line + Data("\n".utf8))[...])
      } else {
        Terminal.say(entry.product.id.uuidString)
      }
      return .fine
    }
  }

  /// Throws if one of the pictures can't be used, after it has complained of the others.
  static func requireUsable(_ pictures: [URL]) async throws {
    let problems = try await CatalogStore.whyUnusable(pictures)
    for problem in problems.dropLast() { Terminal.complain(problem.sentence) }
    if let last = problems.last { throw last }
  }
}
