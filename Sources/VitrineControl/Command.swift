// The words of the call, and where they lead. A new family of verbs is a new case, with a type of
// its own that reads its words and runs.

import Foundation
import Wording

enum Command {
  case help
  case version
  case state(StateCommand)
  case catalog(CatalogVerb, ArraySlice<String>)

  init(_ arguments: [String]) throws {
    switch arguments.first {
    case nil: throw UsageError.noVerb
    case "--help", "-h", "help": self = .help
    case "--version": self = .version
    case "state":
      let command = try StateCommand(Array(arguments.dropFirst()))
      self = command.wantsHelp ? .help : .state(command)
    case let word?:
      if let verb = CatalogVerb.all.first(where: { $0.word == word }) {
        self = .catalog(verb, arguments.dropFirst())
        return
      }
      throw UsageError.unknownVerb(word)
    }
  }

  func run() throws -> Int32 {
    switch self {
    case .help:
      Terminal.say(Self.helpText)
      return 0
    case .version:
      Terminal.say("vitrinectl \(programVersion)")
      return 0
    case .state(let command): return try command.run()
    case .catalog(let verb, let words): return try verb.run(words).rawValue
    }
  }

  private static var helpText: String {
    """
    Usage: \(CatalogVerb.summary)
           vitrinectl VERB --help           more about one of these

           vitrinectl state show [--json]       what is saved of the windows
           vitrinectl state check               look for what is wrong; exits 1 if anything is
           vitrinectl state forget              remove every saved window, for good
           vitrinectl state history             the last sessions, as archived
           vitrinectl state restore-history N   go back to one of them
           vitrinectl state path                where the saved windows lie
           vitrinectl --version
           vitrinectl --help

    \(CatalogVerb.commonHelp)

    Options of every state command:
      --sample          the windows of the sample catalogue (vitrine --sample)
      --app ID          the windows of another application
      --directory DIR   saved windows in another place

    Exit status: 0 fine, 1 a problem was found or it could not be done, 2 the call was not
    understood, 3 the product has changed since the revision given, 130 stopped with Ctrl-C.
    """
  }
}
