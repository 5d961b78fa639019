// `vitrinectl undo`, `redo`, `history` and `check`: what was done, and whether all is well.

import Catalog
import Foundation
import Wording

extension CatalogVerb {
  static let undo = CatalogVerb(
    word: "undo",
    help: """
      vitrinectl undo                  undo the last command, from whichever window it came
      """
  ) { arguments in
    try step(&arguments, "Undone", "undo") { try await $0.undo() }
  }

  static let redo = CatalogVerb(
    word: "redo",
    help: """
      vitrinectl redo                  do again what was undone last
      """
  ) { arguments in
    try step(&arguments, "Done again", "redo") { try await $0.redo() }
  }

  static let history = CatalogVerb(
    word: "history",
    help: """
      vitrinectl history               what can be undone and redone, the newest first
      """
  ) { arguments in
    try arguments.finish()
    try arguments.requireNoWords()
    return { [asJSON = arguments.asJSON] store in
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
      vitrinectl check                 look through the catalogue; exits 1 if anything is wrong
      """
  ) { arguments in
    try arguments.finish()
    try arguments.requireNoWords()
    return { [asJSON = arguments.asJSON] store in
      let problems = try await store.check().map(\.sentence)
      // In a damaged file there may be no counting.
      let count = problems.isEmpty ? try await store.productCount() : nil
      if asJSON {
        Terminal.say(try jsonText(of: CheckRecord(products: count, problems: problems)))
      } else {
        problems.forEach { Terminal.say(printable($0)) }
        if let count { Terminal.say("\(counted(count, "product")), nothing wrong.") }
      }
      return problems.isEmpty ? .fine : .failed
    }
  }

  private static func step(
    _ arguments: inout Arguments, _ done: String, _ verb: String,
    _ step: @escaping @Sendable (CatalogStore) async throws -> CatalogCommand?
  ) throws -> Action {
    try arguments.finish()
    try arguments.requireNoWords()
    return { [asJSON = arguments.asJSON] store in
      guard let command = try await step(store) else {
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
