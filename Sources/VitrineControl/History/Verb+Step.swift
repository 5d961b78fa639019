// SPDX-License-Identifier: Apache-2.0
// `vitrinectl undo` and `redo`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let undo = step(
    "undo", done: { tr("Undone: %@", $0) }, nothing: tr("There is nothing to undo."),
    about: tr("undo the last command, whichever window it came from"),
    skip:
      tr(
        "forget that command instead, and keep its changes: for one that cannot be undone because another program changed its products"
      ),
    step: { try await $0.undo() }, skipping: { try await $0.skipUndo() })

  static let redo = step(
    "redo", done: { tr("Redone: %@", $0) }, nothing: tr("There is nothing to redo."),
    about: tr("redo the command that was undone last"),
    skip: tr("forget that command instead"),
    step: { try await $0.redo() }, skipping: { try await $0.skipRedo() })

  private typealias Step = @Sendable (CatalogStore) async throws -> CatalogCommand?

  private static func step(
    _ name: String, done: @escaping @Sendable (String) -> String, nothing: String, about: String,
    skip: String, step: @escaping Step,
    skipping: @escaping Step
  ) -> Verb {
    Verb(
      name, about: about, options: [OptionGroup([VerbOption("--skip", about: skip) { $0 = true }])],
      of: false
    ) { skips, _ in
      { store, output in
        guard let command = try await skips ? skipping(store) : step(store) else {
          Terminal.complain(nothing)
          return .failed
        }
        try output.say(
          CommandRecord(command), skips ? tr("Forgotten: %@", command.name) : done(command.name))
        return .fine
      }
    }
  }
}
