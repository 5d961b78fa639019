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
    step: { try await $0.undo($1) }, skipping: { try await $0.skipUndo() })

  static let redo = step(
    "redo", done: { tr("Redone: %@", $0) }, nothing: tr("There is nothing to redo."),
    about: tr("redo the command that was undone last"),
    skip: tr("forget that command instead"),
    step: { try await $0.redo($1) }, skipping: { try await $0.skipRedo() })

  private typealias Step = @Sendable (CatalogStore, ForeignValues) async throws -> CatalogCommand?

  /// What is asked of undo and redo.
  private struct StepRequest: Sendable {
    var skips = false
    var foreign = ForeignValues.asked
  }

  private static func step(
    _ name: String, done: @escaping @Sendable (String) -> String, nothing: String, about: String,
    skip: String, step: @escaping Step,
    skipping: @escaping @Sendable (CatalogStore) async throws -> CatalogCommand?
  ) -> Verb {
    Verb(
      name, about: about,
      options: [
        OptionGroup([
          VerbOption("--skip", about: skip) { $0.skips = true },
          VerbOption(
            "--keep", about: tr("keep what came from another program or copy, and do the rest")
          ) { $0.foreign = .kept },
          VerbOption(
            "--overwrite", about: tr("overwrite what came from another program or copy")
          ) { $0.foreign = .overwritten },
        ])
      ],
      of: StepRequest()
    ) { request, _ in
      { store, output in
        let made =
          try await request.skips
          ? skipping(store) : Self.asking { try await step(store, $0) }(request.foreign)
        guard let command = made else {
          Terminal.complain(nothing)
          return .failed
        }
        try output.say(
          CommandRecord(command),
          request.skips ? tr("Forgotten: %@", command.name) : done(command.name))
        return .fine
      }
    }
  }

  /// Asks on a terminal what to do with values from outside.
  private static func asking(
    _ step: @escaping @Sendable (ForeignValues) async throws -> CatalogCommand?
  ) -> @Sendable (ForeignValues) async throws -> CatalogCommand? {
    { foreign in
      do { return try await step(foreign) } catch let error as CatalogError {
        guard case .overwrites = error,
          let answer = Terminal.choose(error.sentence, among: ["keep", "overwrite", "nothing"]),
          answer != "nothing"
        else { throw error }
        return try await step(answer == "keep" ? .kept : .overwritten)
      }
    }
  }
}
