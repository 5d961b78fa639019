// SPDX-License-Identifier: Apache-2.0
// `vitrinectl undo` and `redo`.

import Catalog
import Foundation
import Wording

extension Verb {
  static let undo = step(
    "undo", alone: true, done: { tr("Undone: %@", $0) }, nothing: tr("There is nothing to undo."),
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

  private typealias Step =
    @Sendable (CatalogStore, UndoClash.Choice?) async throws ->
    CatalogCommand?

  private struct Request: Sendable {
    var skips = false
    var choice: UndoClash.Choice?
    var takesBackImport = false
  }

  /// - Parameter alone: whether the last import can be taken back alone.
  private static func step(
    _ name: String, alone: Bool = false, done: @escaping @Sendable (String) -> String,
    nothing: String, about: String, skip: String, step: @escaping Step,
    skipping: @escaping @Sendable (CatalogStore) async throws -> CatalogCommand?
  ) -> Verb {
    var options = [
      VerbOption<Request>("--skip", about: skip) { $0.skips = true },
      VerbOption(
        "--keep-current",
        about: tr("keep values that were changed since by something else, and do the rest")
      ) { $0.choice = .keep },
      VerbOption(
        "--overwrite", about: tr("overwrite values that were changed since by something else")
      ) { $0.choice = .overwrite },
    ]
    if alone {
      options.append(
        VerbOption(
          "--import",
          about: tr(
            "take back the last import alone, whatever was done since: what was edited since stays")
        ) { $0.takesBackImport = true })
    }
    return Verb(name, about: about, options: [OptionGroup(options)], of: Request()) { request, _ in
      { store, output in
        if request.takesBackImport { return try await takeBackImport(store, output) }
        let command: CatalogCommand?
        do {
          command = try await request.skips ? skipping(store) : step(store, request.choice)
        } catch CatalogError.wouldOverwrite(let clash) {
          Terminal.complain(
            clash.sentence + "\n"
              + (clash.canKeep
                ? tr(
                  "“--keep-current” keeps what is there now and does the rest; “--overwrite” overwrites it."
                )
                : tr("“--overwrite” overwrites it.")))
          return .conflict
        }
        guard let command else {
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

  private static func takeBackImport(
    _ store: CatalogStore, _ output: Output
  ) async throws -> ExitStatus {
    let command = try await store.history().undoable.first { $0.kind == .importProducts }
    guard let command, let result = try await store.takeBack(command) else {
      Terminal.complain(tr("There is no import to take back."))
      return .failed
    }
    try output.say(TakenBackRecord(result), result.sentence + ".")
    return .fine
  }
}

private struct TakenBackRecord: Encodable {
  let removed: Int
  let restored: Int
  let kept: Int

  init(_ result: TakenBack) {
    (removed, restored, kept) = (result.removed, result.restored, result.kept)
  }
}
