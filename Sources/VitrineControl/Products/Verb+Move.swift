// SPDX-License-Identifier: Apache-2.0
// `vitrinectl move`: the manual order.

import Catalog
import Foundation
import Wording

extension Verb {
  static let move = Verb(
    "move", "ID…", needing: "PLACE", about: tr("move products within the manual order"),
    details: tr(
      """
      They stand together afterwards, in the order in which they are given. “-” stands for the \
      identifiers on standard input.
      """),
    options: [MoveRequest.options], of: MoveRequest()
  ) { request, words in
    let words = ProductWords(words)
    try words.check()
    guard let place = request.place else { throw UsageError.needs(.place) }
    return { store, output in
      guard let ids = try words.read() else { return .failed }
      let count = try await store.move(ids, to: place)
      try output.say(
        ["moved": count],
        tr("1 product moved.", "%@ products moved.", count: count, written: "\(count)"))
      return .fine
    }
  }
}

private struct MoveRequest: Sendable {
  private(set) var place: ManualPlace?

  static let options = OptionGroup<MoveRequest>(
    tr("Place", context: "heading: where products are moved to"),
    options: [
      VerbOption("--first", about: tr("before all others")) { $0.place = .first },
      VerbOption("--last", about: tr("after all others")) { $0.place = .last },
      VerbOption("--before", .identifier, about: tr("just before this product")) {
        $0.place = .before($1)
      },
      VerbOption("--after", .identifier, about: tr("just after this product")) {
        $0.place = .after($1)
      },
    ])
}
