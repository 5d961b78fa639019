// `vitrinectl undo`, `redo`, `history` and `check`.

import Catalog
import Foundation
import Wording

extension CatalogVerb {
  static let undo = CatalogVerb(
    word: "undo",
    help: """
      vitrinectl undo                  undo the last command, whichever window it came from

      Options:
        --skip            forget that command instead, keeping its changes: for one that cannot
                          be undone because another program changed its products
      """,
    options: [VerbOption("--skip", .none)]
  ) { arguments in
    try step(
      &arguments, "Undone", verb: "undo", step: { try await $0.undo() },
      skip: { try await $0.skipUndo() })
  }

  static let redo = CatalogVerb(
    word: "redo",
    help: """
      vitrinectl redo                  redo the command that was undone last

      Options:
        --skip            forget that command instead
      """,
    options: [VerbOption("--skip", .none)]
  ) { arguments in
    try step(
      &arguments, "Redone", verb: "redo", step: { try await $0.redo() },
      skip: { try await $0.skipRedo() })
  }

  static let history = CatalogVerb(
    word: "history",
    help: """
      vitrinectl history               list what can be undone and redone, newest first
             vitrinectl history export DIR    write it for other copies of this catalogue; “-” for a pipe
             vitrinectl history apply DIR     carry out here what was done in another copy

      A copy is a catalogue whose files were copied, or that got a history from its beginning. What has
      been applied is not applied again. Changes to different fields go together, and stocks add up;
      where a field was changed in both copies, that command and those after it are not applied. Each
      that is can be undone.

      Options:
        --forget          forget all of it permanently; products are not changed
      """,
    options: [VerbOption("--forget", .none)], actions: ["export", "apply"]
  ) { arguments in
    var forgets = false
    while let option = try arguments.nextOption() {
      guard option == "--forget" else { throw arguments.unknown(option) }
      forgets = true
    }
    let asJSON = arguments.asJSON
    switch (arguments.words.first, arguments.words.count) {
    case ("export", 2) where !forgets: return exportHistory(to: arguments.words[1], asJSON)
    case ("apply", 2) where !forgets: return applyHistory(from: arguments.words[1], asJSON)
    case ("export", 1), ("apply", 1): throw UsageError.needs(.copiedHistory)
    default: try arguments.requireNoWords()
    }
    return { [forgets] store in
      if forgets {
        let count = try await store.forgetHistory()
        Terminal.say(
          try asJSON
            ? jsonText(of: ["forgotten": count]) : "\(counted(count, "command")) forgotten.")
        return .fine
      }
      let history = try await store.history()
      if asJSON {
        Terminal.say(try jsonText(of: HistoryRecord(history)))
        return .fine
      }
      for command in history.redoable.reversed() { Terminal.say(line(of: command) + "  (undone)") }
      for command in history.undoable { Terminal.say(line(of: command)) }
      if history.forgotten > 0 {
        Terminal.say("\(counted(history.forgotten, "older command")) can no longer be undone.")
      }
      return .fine
    }
  }

  static let check = CatalogVerb(
    word: "check",
    help: """
      vitrinectl check                 check the catalogue; exits 1 if anything is wrong
      """
  ) { arguments in
    try arguments.finish()
    try arguments.requireNoWords()
    return { [asJSON = arguments.asJSON] store in
      let found = try await store.checkUp()
      let problems = found.problems.map(\.sentence)
      // In a damaged file, counting may fail.
      let count = problems.isEmpty ? try await store.productCount() : nil
      let doubts = problems.isEmpty ? try await doubts(in: store) : []
      if asJSON {
        Terminal.say(
          try jsonText(
            of: CheckRecord(
              products: count, problems: problems, doubts: doubts,
              untriedSteps: found.untriedSteps)))
      } else {
        problems.forEach { Terminal.say($0.printable(lines: true)) }
        doubts.forEach { Terminal.say($0) }
        if found.untriedSteps > 0 {
          Terminal.say(
            "\(counted(found.untriedSteps, "step")) of undo and redo not tried because it would take too long."
          )
        }
        if let count { Terminal.say("\(counted(count, "product")), nothing wrong.") }
      }
      return problems.isEmpty ? .fine : .failed
    }
  }

  /// Codes that repeat: shops have them, and mistakes look the same.
  private static func doubts(in store: CatalogStore) async throws -> [String] {
    let skus = try await store.count(ProductQuery(filters: [.duplicateSKU]))
    let gtins = try await store.count(ProductQuery(filters: [.duplicateGTIN]))
    return [
      skus > 0
        ? tr("%@ products have a SKU that another also has: see “list --duplicate-sku”.", "\(skus)")
        : nil,
      gtins > 0
        ? tr(
          "%@ products have a GTIN that another also has: see “list --duplicate-gtin”.",
          "\(gtins)") : nil,
    ].compactMap(\.self)
  }

  private static func step(
    _ arguments: inout Arguments, _ done: String, verb: String,
    step: @escaping @Sendable (CatalogStore) async throws -> CatalogCommand?,
    skip: @escaping @Sendable (CatalogStore) async throws -> CatalogCommand?
  ) throws -> Action {
    var skips = false
    while let option = try arguments.nextOption() {
      guard option == "--skip" else { throw arguments.unknown(option) }
      skips = true
    }
    try arguments.requireNoWords()
    return { [skips, done = skips ? "Forgotten" : done, asJSON = arguments.asJSON] store in
      guard let command = try await skips ? skip(store) : step(store) else {
        Terminal.complain("There is nothing to \(verb).")
        return .failed
      }
      Terminal.say(
        try asJSON ? jsonText(of: CommandRecord(command)) : "\(done): \(command.name)")
      return .fine
    }
  }

  private static func line(of command: CatalogCommand) -> String {
    "\(StateText.text(of: command.moment))  \(command.name)"
  }
}
