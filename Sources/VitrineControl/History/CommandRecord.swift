// SPDX-License-Identifier: Apache-2.0
// A command as `vitrinectl` prints it.

import Catalog
import Foundation
import Wording

struct CommandRecord: Encodable {
  /// Whether it can be undone or, because it was, redone.
  enum State: String, Encodable { case undoable, redoable }

  let kind: String
  let name: String
  let products: Int
  let moment: Date
  /// In a list of commands.
  let state: State?

  init(_ command: CatalogCommand, _ state: State? = nil) {
    kind = command.kind.rawValue
    name = command.name
    products = command.count
    moment = command.moment
    self.state = state
  }

  var line: String {
    "\(moment.minuteText)  \(name)"
      + (state == .redoable ? "  " + tr("(undone)", context: "of a command in the history") : "")
  }
}
