// SPDX-License-Identifier: Apache-2.0
// `vitrinectl hub history`: who did what to a product.

import Catalog
import Foundation
import Hub
import Wording

extension Verb {
  static let hubHistory = Verb(
    "hub history", "ID",
    about: tr("list who changed what of a product, with what it was before, newest first"),
    details: tr("The hub keeps it, for all members to read and for none to change."), use: .reading
  ) { words in
    guard let product = UUID(uuidString: words[0]) else {
      throw UsageError.notAnIdentifier(words[0])
    }
    return { store, output in
      let hub = try await hub(of: store)
      var (isEmpty, last): (Bool, HubChange?) = (true, nil)
      while case let changes = try await hub.past(of: product, before: last), !changes.isEmpty {
        try output.say(each: try await store.past(changes)) { $0.line }
        (isEmpty, last) = (false, changes.last)
      }
      guard isEmpty else { return .fine }
      Terminal.complain(tr("The hub knows no product %@.", product.uuidString))
      return .failed
    }
  }
}

extension HubPast {
  fileprivate var line: String {
    func shown(_ text: String?) -> String { text?.printable() ?? "–" }
    return [moment.minuteText, member.printable(), field, shown(before), shown(after)]
      .joined(separator: "\t")
  }
}
