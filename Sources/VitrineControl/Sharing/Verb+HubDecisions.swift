// SPDX-License-Identifier: Apache-2.0
// `vitrinectl hub decisions`: what the hub could not merge, and deciding it.

import Catalog
import Foundation
import Hub
import Wording

extension Verb {
  static let hubDecisions = Verb(
    "hub decisions", about: tr("list what could not be merged, with both values"), use: .reading
  ) { _ in
    { store, output in
      let questions = try await hub(of: store).questions()
      try output.say(each: questions) { $0.text }
      return .fine
    }
  }

  static let hubAnswer = Verb(
    "hub answer", "NUMBER ANSWER", about: tr("decide what could not be merged"),
    details: tr(
      """
      NUMBER is the first word of a line of “vitrinectl hub decisions”. ANSWER is “theirs”: what is there stays; or \
      “mine”: what did not get in takes its place.
      """)
  ) { words in
    guard let number = Int(words[0]) else {
      throw UsageError.unknown(tr("“%@” is not the number of a decision.", words[0]))
    }
    guard ["mine", "theirs"].contains(words[1]) else {
      throw UsageError.unknownName(words[1], known: ["mine", "theirs"])
    }
    return { store, output in
      try await hub(of: store).answer(number, takesMine: words[1] == "mine")
      return try await run(HubSync(store), output)
    }
  }
}

extension HubQuestion {
  fileprivate var text: String {
    let subject = [title, kind == "product" ? nil : kind, field].compactMap(\.self)
    let gone = tr("removed", context: "the value of something in a list: it is not there")
    return [
      "\(id)", subject.inOneLine,
      tr("%1$@: %2$@", member, mine?.printable() ?? gone),
      tr("there: %@", theirs?.printable() ?? gone),
    ].joined(separator: "\t")
  }
}
