// `vitrinectl import`.

import Catalog
import Foundation

extension Verb {
  static let importing = Verb(
    "import", "FILE", about: "add the products of a file or of an exported directory",
    details: """
      FILE has one product per line, as JSON, with its pictures beside it; “-” is standard input, with \
      pictures in the current directory. The manual page, vitrinectl(1), describes the keys. It is one \
      command: if a line is wrong, nothing is imported, and up to twenty wrong lines are listed with the \
      reason. Products that are already in the catalogue, by “id” or, without one, by “sku”, are left \
      unchanged.
      """,
    use: .making,
    options: [
      OptionGroup([
        VerbOption(
          "--update",
          about:
            "update products that are already in the catalogue; fields whose key is missing keep their value, null clears a field"
        ) { $0 = true }
      ])
    ], of: false
  ) { isUpdating, words in
    // Made absolute here, so that messages show the full path.
    let path = words[0] == "-" ? words[0] : URL(fileURLWithPath: words[0]).path
    return { store, output in
      let result = try await ProgressReporter("Importing").run {
        try await store.importProducts(from: path, isUpdating: isUpdating, progress: $0)
      }
      try say(result, to: output)
      return .fine
    }
  }

  static func say(_ result: ImportResult, to output: Output) throws {
    var parts = ["\(counted(result.added, "product")) added"]
    if result.updated > 0 { parts.append("\(result.updated) updated") }
    if result.unchanged > 0 { parts.append("\(result.unchanged) unchanged") }
    try output.say(result, parts.joined(separator: ", ") + ".")
  }
}
