// SPDX-License-Identifier: Apache-2.0
// `vitrinectl show`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let show = Verb(
    "show", "[ID…]", about: tr("print products with their notes, also those in the trash"),
    details: tr(
      """
      With --json, a line has a product as “export” writes it, with the full paths of its pictures.
      """),
    use: .reading, options: ProductSelection.options, of: ProductSelection(isForReading: true)
  ) { selection, words in
    let selection = try selection.with(words, verb: "show")
    return { store, output in
      guard let ids = try await selection.identifiers(in: store) else { return .failed }
      var status = ExitStatus.fine
      let fields = try await store.fields()
      for (index, id) in ids.enumerated() {
        guard let entry = try await store.entry(id) else {
          Terminal.complain(noProduct(id))
          status = .failed
          continue
        }
        let files = entry.product.pictures.map { store.pictureFile($0).path }
        if output.asJSON {
          Terminal.write(Array(entry.json(files: files, fields: fields) + Data("\n".utf8))[...])
        } else {
          if index > 0 { Terminal.say("") }
          var head: String?
          if let place = entry.product.variant {
            let product = try await store.product(place.head, includingTrash: true)
            head = [product?.title.text, place.head.uuidString].compactMap(\.self)
              .joined(separator: "  ")
          }
          let variants = try await store.variants(of: id).count
          Terminal.say(entry.text(files: files, fields: fields, head: head, variants: variants))
        }
      }
      return status
    }
  }

  static func noProduct(_ id: UUID) -> String {
    tr("There is no product %@ in the catalogue.", id.uuidString)
  }
}
