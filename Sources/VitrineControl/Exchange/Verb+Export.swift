// SPDX-License-Identifier: Apache-2.0
// `vitrinectl export`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let exporting = Verb(
    "export", "DIR", about: tr("write everything to a new directory"),
    details: tr(
      """
      DIR gets products.jsonl, with one product per line, including the trash, notes and dates, and the \
      pictures beside it. Importing it into an empty catalogue gives the same catalogue. If DIR is “-”, \
      only the lines are written, to standard output, without pictures.
      """),
    use: .reading,
    options: [
      OptionGroup([
        VerbOption(
          "--force",
          about:
            tr(
              "write into a directory that exists: its products.jsonl is replaced, nothing is removed"
            )
        ) { $0 = true }
      ])
    ], of: false
  ) { isReplacing, words in
    let place = words[0]
    return { store, output in
      let work = ProgressReporter { tr("Exporting: %@ products", $0) }
      if place == "-" {
        _ = try await work.run { progress in
          try await store.exportProducts(
            to: { Terminal.write($0) }, progress: progress)
        }
        return .fine
      }
      let result = try await work.run {
        try await store.exportProducts(
          to: URL(fileURLWithPath: place), isReplacing: isReplacing, progress: $0)
      }
      try output.say(
        result,
        tr(
          "%1$@ and %2$@ exported.", Counted.products(result.products),
          Counted.pictures(result.pictures)))
      return .fine
    }
  }
}
