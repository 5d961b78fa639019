// SPDX-License-Identifier: Apache-2.0
// `vitrinectl edit`: new values of fields for any number of products.

import Catalog
import Foundation
import Wording

extension Verb {
  static let edit = Verb(
    "edit", "[ID…]", about: tr("change fields of products"),
    details: tr(
      """
      Either all of the products are changed or none. An empty value clears a field: --sku "". The \
      options after --where say which products.
      """),
    options: EditRequest.options, of: EditRequest()
  ) { request, words in
    let selection = try request.selection.with(words, verb: "edit")
    guard !request.fields.isEmpty || !request.adjusted.isEmpty else {
      throw UsageError.needs(.fields)
    }
    return { store, output in
      guard let ids = try await selection.identifiers(in: store) else { return .failed }
      let fields = request.fields
      let values = try await fields.named.values(in: store)
      let adjustments = try await request.adjusted.adjustments(in: store)
      let places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
      try await requireUsable(fields.pictures)
      let kept = try await productsKeepingNumbers(ids, fields.change, in: store)
      let outcome = try await store.change(
        ids, basedOn: request.revision, pictures: fields.pictures
      ) {
        try fields.apply(to: &$0, values: values)
        let place = places[$0.product.id] ?? 0
        $0.product = try adjustments.applied(to: $0.product, at: place)
      }
      switch outcome {
      case .changed(let count):
        let alike = values.isEmpty ? 0 : try await store.variantsAlike(among: ids).count
        try say(changed: count, keepingNumbers: kept, alike: alike, to: output)
        return .fine
      case .missing(let ids):
        for id in ids { Terminal.complain(noProduct(id)) }
        return .failed
      case .conflict(let current):
        Terminal.complain(
          tr(
            "“%1$@” has changed in the meantime: its revision is %2$@. Nothing was changed.",
            current.product.title.text.printable(), "\(current.product.revision)"))
        return .conflict
      }
    }
  }

  /// How many products have amounts that mean something else in the unit that they get.
  private static func productsKeepingNumbers(
    _ ids: [UUID], _ change: ProductChange, in store: CatalogStore
  ) async throws -> Int {
    guard change.changes(.unit) else { return 0 }
    var count = 0
    for id in ids {
      if let product = try await store.product(id), change.keepsNumbers(of: product) { count += 1 }
    }
    return count
  }

  /// - Parameters:
  ///   - kept: how many products have amounts that could not be converted into their new unit.
  ///   - alike: how many are variants that another one has the options of.
  static func say(
    changed count: Int, keepingNumbers kept: Int = 0, alike: Int = 0, to output: Output
  ) throws {
    var record = ["changed": count]
    var lines = [
      tr("1 product changed.", "%@ products changed.", count: count, written: "\(count)")
    ]
    if kept > 0 {
      record["keptNumbers"] = kept
      lines.append(
        tr(
          "1 product keeps its numbers: they can’t be converted into the new unit.",
          "%@ products keep their numbers: they can’t be converted into the new unit.",
          count: kept, written: "\(kept)"))
    }
    if alike > 0 {
      record["alike"] = alike
      lines.append(
        tr(
          "1 product has the same options as another variant.",
          "%@ products have the same options as another variant.", count: alike,
          written: "\(alike)"))
    }
    try output.say(record, lines.joined(separator: "\n"))
  }
}

private struct EditRequest: Sendable {
  var fields = FieldOptions()
  var adjusted = AdjustmentOptions()
  var selection = ProductSelection()
  private(set) var revision: Int?

  static let options =
    [
      OptionGroup([
        VerbOption(
          "--revision", .number(atLeast: 1),
          about:
            tr(
              "only if the product still has this revision; otherwise nothing is changed and the exit status is 3"
            )
        ) { $0.revision = $1 },
        VerbOption(
          "--where",
          about:
            tr(
              "the options after it say which products: --stock 0 --where --category Flowers --all-matching"
            )
        ) { _ in },
      ]), FieldOptions.options.lifted(to: \EditRequest.fields),
      AdjustmentOptions.options.lifted(to: \EditRequest.adjusted),
    ] + ProductSelection.options.map { $0.lifted(to: \EditRequest.selection, after: "--where") }
}
