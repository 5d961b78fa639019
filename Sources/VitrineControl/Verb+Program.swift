// SPDX-License-Identifier: Apache-2.0
// `vitrinectl help` and `completion`, which know all verbs.

import Foundation
import Wording

extension Verb {
  static let help: Verb = Verb(
    "help", "[COMMAND…]", about: tr("print the commands, or the help of one"), common: .ofProgram,
    options: [OptionGroup<Bool>](), of: false
  ) { _, _, words in
    let text = try HelpText.of(words)
    return {
      Terminal.say(text)
      return .fine
    }
  }

  static let completion: Verb = Verb(
    "completion", "bash|zsh|fish", about: tr("print the completions for a shell"),
    details: tr("They are installed with the program."), common: .ofProgram,
    options: [OptionGroup<Bool>](), of: false
  ) { _, _, words in
    // The manual pages are in `data/man`.
    switch words[0] {
    case "vitrine.1":
      return {
        Terminal.say(VitrinePage.text); return .fine
      }
    case "vitrinectl.1":
      return {
        Terminal.say(Manual(VerbTable.chapters, ofProgram: VerbTable.ofProgram).text)
        return .fine
      }
    default: break
    }
    guard let shell = Completion.Shell(rawValue: words[0]) else {
      throw UsageError.unknownName(words[0], known: Completion.Shell.allCases.map(\.rawValue))
    }
    return {
      Terminal.say(
        Completion(VerbTable.chapters, ofProgram: VerbTable.ofProgram).script(for: shell))
      return .fine
    }
  }
}

extension HelpText {
  /// The help of the command that `words` name; of all commands if there are none.
  static func of(_ words: [String]) throws -> String {
    guard let first = words.first else {
      return program(VerbTable.chapters, ofProgram: VerbTable.ofProgram)
    }
    let name = VerbTable.all.first { $0.aliases.contains([first]) }?.name[0] ?? first
    let family = VerbTable.all.filter { $0.name[0] == name }
    let verb = family.first { words.dropFirst().first == $0.name.dropFirst().first }
    if let verb, verb.name.count > 1 { return text(of: verb) }
    if family.count == 1 { return text(of: family[0]) }
    if !family.isEmpty { return text(of: family) }
    throw UsageError.unknownVerb(first, known: Set(VerbTable.all.map { $0.name[0] }).sorted())
  }
}
