// SPDX-License-Identifier: Apache-2.0
// `vitrinectl generate`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let generate = Verb(
    "generate", "N", about: tr("add N made-up products, for trying things out"),
    details: tr(
      """
      The same seed gives the same products on every computer; those that are already in the catalogue \
      are left unchanged. It is one command, which “undo” takes back.
      """),
    use: .making, options: [GenerateRequest.options], of: GenerateRequest()
  ) { request, words in
    guard let count = Int(words[0]), (1...UsageError.Missing.mostProducts).contains(count) else {
      throw UsageError.needs(.howMany)
    }
    let products = GeneratedProducts(count, seed: request.seed, hasPictures: request.hasPictures)
    return { store, output in
      let result = try await ProgressReporter { tr("Generating: %@ products", $0) }.run {
        try await store.generate(products, progress: $0)
      }
      try say(result, to: output)
      return .fine
    }
  }
}

private struct GenerateRequest: Sendable {
  private(set) var seed: UInt64 = 1
  private(set) var hasPictures = false

  static let options = OptionGroup<GenerateRequest>([
    VerbOption(
      "--seed", .number(), about: tr("a number; another one gives other products (default: 1)")
    ) {
      $0.seed = UInt64($1)
    },
    VerbOption("--pictures", about: tr("add pictures to some of them")) { $0.hasPictures = true },
  ])
}
