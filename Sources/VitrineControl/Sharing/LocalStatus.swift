// SPDX-License-Identifier: Apache-2.0
// What is printed of a hub.

import Catalog
import Foundation
import Hub
import Wording

/// What is known of a shared catalogue without its hub.
struct LocalStatus: Encodable {
  let address: String
  let unsent: Int
  let refused: Int

  var text: String {
    var lines = [
      address,
      tr(
        "1 step waits to be sent", "%@ steps wait to be sent", count: unsent, written: "\(unsent)"
      ),
    ]
    if refused > 0 {
      lines.append(
        tr(
          "1 row of the hub has a value that is refused here",
          "%@ rows of the hub have values that are refused here",
          count: refused, written: "\(refused)"))
    }
    return lines.joined(separator: "\n")
  }
}

extension HubStatus {
  var text: String {
    var lines = [
      tr(
        "%1$@, %2$@, %3$@ MB", Counted.products(products),
        tr("1 step", "%@ steps", count: steps, written: "\(steps)"),
        "\(bytes / 1_000_000)"),
      tr(
        "1 decision is open", "%@ decisions are open", count: questions, written: "\(questions)"),
    ]
    if let waits {
      lines.append(
        tr(
          "what members see is held back by process %1$@ of %2$@ for %3$@ s", "\(waits.pid)",
          waits.user ?? "?",
          "\(waits.seconds)"))
    }
    if isOfBefore {
      lines.append(
        tr("the hub is of an older version: “vitrinectl hub upgrade” brings it up to date"))
    }
    for member in members {
      let seen = member.seen.map { Date(timeIntervalSince1970: Double($0)).minuteText } ?? "–"
      let costs =
        member.costs == false ? [tr("without costs", context: "role of a member")] : []
      lines.append(([member.name, member.role, seen] + costs).joined(separator: "\t"))
    }
    return lines.joined(separator: "\n")
  }
}
