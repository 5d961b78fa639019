// `vitrinectl merge`: products that are the same thing become one.

import Catalog
import Foundation
import Wording

extension CatalogVerb {
  static let merge = CatalogVerb(
    word: "merge",
    help: """
      vitrinectl merge [--keep ID] ID…  make several products one, as one command

      The fullest of them stays, or the one after --keep. A field that it lacks gets the value of the
      one that changed last; tags, pictures and notes are joined. The others go to the trash.

      Options:
        --keep ID         the product that stays

      """ + ProductSelection.help + "\n\n" + whichProducts,
    options: [VerbOption("--keep")] + ProductSelection.options
  ) { arguments in
    var selection = ProductSelection()
    var kept: UUID?
    while let option = try arguments.nextOption() {
      if option == "--keep" {
        kept = try arguments.identifier()
      } else if try !selection.take(option, &arguments) {
        throw arguments.unknown(option)
      }
    }
    try selection.take(arguments.words[...], verb: "merge")
    return { [selection, kept, asJSON = arguments.asJSON] store in
      guard let ids = try await selection.identifiers(in: store) else { return .failed }
      var entries: [CatalogEntry] = []
      for id in ids {
        guard let entry = try await store.entry(id), entry.deleted == nil else {
          Terminal.complain("There is no product \(id) in the catalogue.")
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
        Terminal.say(
          try asJSON
            ? jsonText(of: ["merged": product.id.uuidString])
            : "\(counted(entries.count, "product")) merged into “\(title)”, \(product.id).")
        return .fine
      case .conflict, .missing:
        Terminal.complain(tr("The products have changed in the meantime. Nothing was changed."))
        return .conflict
      }
    }
  }
}
