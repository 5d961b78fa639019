// SPDX-License-Identifier: Apache-2.0
// `vitrinectl merge`: products that are the same thing become one.

import Catalog
import Foundation
import Wording

extension Verb {
  static let merge = Verb(
    "merge", "[ID…]", about: tr("make several products one"),
    details: tr(
      """
      The product with the most values stays, or the one given with --keep. A field that it lacks gets the \
      value of the product that changed last; tags, pictures and notes are joined. The other products \
      go to the trash.
      """),
    options: MergeRequest.options, of: MergeRequest()
  ) { request, words in
    let selection = try request.selection.with(words, verb: "merge")
    return { [kept = request.kept] store, output in
      guard let ids = try await selection.identifiers(in: store) else { return .failed }
      var entries: [CatalogEntry] = []
      for id in ids {
        guard let entry = try await store.entry(id), entry.deleted == nil else {
          Terminal.complain(noProduct(id))
          return .failed
        }
        entries.append(entry)
      }
      let fields = try await store.fields()
      guard var merge = ProductMerge(entries, fields: fields, keeping: kept),
        kept == nil || merge.kept == kept
      else {
        Terminal.complain(tr("“merge” needs two or more products, and “--keep” one of them."))
        return .failed
      }
      // A window shows which text it takes, and proposes the longest. Here, nobody sees what goes.
      let stays = merge.entries.first { $0.product.id == merge.kept }?.product
      for field in merge.differing where stays.flatMap({ field.value(of: $0) }) != nil {
        merge.take(field.id, from: merge.kept)
      }
      switch try await store.merge(merge) {
      case .merged(let product):
        let title = product.title.text.printable()
        try output.say(
          ["merged": product.id.uuidString],
          tr(
            "%1$@ merged into “%2$@”, %3$@.", Counted.products(entries.count), title,
            product.id.uuidString))
        return .fine
      case .conflict, .missing:
        Terminal.complain(tr("The products have changed in the meantime. Nothing was changed."))
        return .conflict
      }
    }
  }
}

private struct MergeRequest: Sendable {
  var selection = ProductSelection()
  private(set) var kept: UUID?

  static let options =
    [
      OptionGroup([
        VerbOption("--keep", .identifier, about: tr("the product that stays")) { $0.kept = $1 }
      ])
    ] + ProductSelection.options.map { $0.lifted(to: \MergeRequest.selection) }
}
