// SPDX-License-Identifier: Apache-2.0
// `vitrinectl import`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let importing = Verb(
    "import", "FILE", about: tr("add the products of a file or of an exported directory"),
    details: tr(
      """
      FILE has one product per line, as JSON, with its pictures beside it; “-” is standard input, with \
      pictures in the current directory. The manual page, vitrinectl(1), describes the keys. It is one \
      command: if a line is wrong, nothing is imported, and up to twenty wrong lines are listed with the \
      reason. Products that are already in the catalogue, by “id” or, without one, by “sku”, are left \
      unchanged.
      """),
    use: .making,
    options: [
      OptionGroup([
        VerbOption(
          "--update",
          about:
            tr(
              "update products that are already in the catalogue; fields whose key is missing keep their value, null clears a field"
            )
        ) { $0 = true }
      ])
    ], of: false
  ) { isUpdating, words in
    // Made absolute here, so that messages show the full path.
    let path = words[0] == "-" ? words[0] : URL(fileURLWithPath: words[0]).path
    return { store, output in
      if CatalogStore.waitsForWriter(path) {
        Terminal.complain(tr("Waiting until another program writes to “%@”.", path))
      }
      let result = try await ProgressReporter { tr("Importing: %@ products", $0) }.run {
        try await store.importProducts(from: path, isUpdating: isUpdating, progress: $0)
      }
      try say(result, to: output)
      return .fine
    }
  }

  static func say(_ result: ImportResult, to output: Output) throws {
    var parts = [
      tr(
        "1 product added", "%@ products added", count: result.added, written: "\(result.added)")
    ]
    if result.updated > 0 { parts.append(tr("%@ updated", "\(result.updated)")) }
    if result.unchanged > 0 { parts.append(tr("%@ unchanged", "\(result.unchanged)")) }
    try output.say(result, parts.joined(separator: ", ") + ".")
  }
}
