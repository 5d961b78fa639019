// `vitrinectl export`.

import Catalog
import Foundation

extension Verb {
  static let exporting = Verb(
    "export", "DIR", about: "write everything to a new directory",
    details: """
      DIR gets products.jsonl, with one product per line, including the trash, notes and dates, and the \
      pictures beside it. Importing it into an empty catalogue gives the same catalogue. If DIR is “-”, \
      only the lines are written, to standard output, without pictures.
      """,
    use: .reading,
    options: [
      OptionGroup([
        VerbOption(
          "--force",
          about:
            "write into a directory that exists: its products.jsonl is replaced, nothing is removed"
        ) { $0 = true }
      ])
    ], of: false
  ) { isReplacing, words in
    let place = words[0]
    return { store, output in
      let work = ProgressReporter("Exporting")
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
      let pictures = counted(result.pictures, "picture")
      try output.say(result, "\(counted(result.products, "product")) and \(pictures) exported.")
      return .fine
    }
  }
}
