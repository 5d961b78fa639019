// SPDX-License-Identifier: Apache-2.0
// `vitrinectl check`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let check = Verb(
    "check", about: tr("check the catalogue; the exit status is 1 if anything is wrong"),
    details: tr(
      """
      Everything is checked: the file, its tables and indexes, every value, picture, step of undo and \
      backup. It is also said if other people on this computer can read or change the files.
      """),
    options: [
      OptionGroup([
        VerbOption(
          "--make-private",
          about: tr("take the rights to the catalogue’s files away from everybody else")
        ) { $0 = true }
      ])
    ], of: false
  ) { makesPrivate, _ in
    { store, output in
      if makesPrivate { try await store.makePrivate() }
      if let access = await store.othersAccess() {
        Terminal.complain(
          access.sentence(for: store.directory) + " "
            + tr("“vitrinectl check --make-private” changes that."))
      }
      let found = try await store.checkUp()
      let problems = found.problems.map(\.sentence)
      // In a damaged file, counting may fail.
      let count = problems.isEmpty ? try await store.productCount() : nil
      let doubts = problems.isEmpty ? try await doubts(in: store) : []
      let record = CheckRecord(
        products: count, problems: problems, doubts: doubts, untriedSteps: found.untriedSteps)
      try output.say(record, record.text)
      return problems.isEmpty ? .fine : .failed
    }
  }

  /// Codes that repeat: shops have them, and mistakes look the same.
  private static func doubts(in store: CatalogStore) async throws -> [String] {
    let skus = try await store.count(ProductQuery(filters: [.duplicateSKU]))
    let gtins = try await store.count(ProductQuery(filters: [.duplicateGTIN]))
    return [
      skus > 0
        ? tr("%@ products have a SKU that another also has: see “list --duplicate-sku”.", "\(skus)")
        : nil,
      gtins > 0
        ? tr(
          "%@ products have a GTIN that another also has: see “list --duplicate-gtin”.",
          "\(gtins)") : nil,
    ].compactMap(\.self)
  }
}

private struct CheckRecord: Encodable {
  let products: Int?
  let problems: [String]
  /// What may be meant as it is.
  let doubts: [String]
  /// How many steps of undo and redo were not tried because they are too large.
  let untriedSteps: Int

  var text: String {
    var lines = problems.map { $0.printable(lines: true, isolates: true) } + doubts
    if untriedSteps > 0 {
      lines.append(
        tr(
          "1 step of undo and redo not tried because it would take too long.",
          "%@ steps of undo and redo not tried because it would take too long.",
          count: untriedSteps, written: "\(untriedSteps)"))
    }
    if let products { lines.append(tr("%@, nothing wrong.", Counted.products(products))) }
    return lines.joined(separator: "\n")
  }
}
