// What the call asks for. A new family of verbs is a new case with its own type, which reads the
// arguments and runs.

import Foundation
import Wording

enum Command {
  case help
  case version
  case state(StateCommand)
  case catalog(CatalogVerb, ArraySlice<String>)
  case completion(Completion.Shell)

  init(_ arguments: [String]) throws {
    switch arguments.first {
    case nil: throw UsageError.noVerb
    case "--help", "-h", "help": self = .help
    case "--version": self = .version
    case "completion":
      var rest = Arguments("completion", arguments.dropFirst(), options: [])
      try rest.finish()
      guard rest.words.count == 1, let shell = Completion.Shell(rawValue: rest.words[0]) else {
        throw UsageError.needs(.shell)
      }
      self = .completion(shell)
    case "state":
      if ["--help", "-h"].contains(arguments.dropFirst().first) {
        self = .help
        return
      }
      let command = try StateCommand(Array(arguments.dropFirst()))
      self = command.wantsHelp ? .help : .state(command)
    case let word?:
      if let verb = CatalogVerb.named(word) {
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
    case .completion(let shell):
      Terminal.say(Completion.script(for: shell))
      return 0
    case .state(let command): return try command.run()
    case .catalog(let verb, let words): return try verb.run(words).rawValue
    }
  }

  private static var helpText: String {
    """
    Usage: \(CatalogVerb.summary)
           vitrinectl VERB --help           more about one of these

           vitrinectl state show [--json]       print the saved windows
           vitrinectl state check               check the saved windows; exits 1 if anything is wrong
           vitrinectl state forget              remove every saved window permanently
           vitrinectl state history             list the archived sessions
           vitrinectl state restore-history N   go back to one of them
           vitrinectl state path                print where the saved windows are
           vitrinectl completion SHELL          print the completions for bash, zsh or fish
           vitrinectl --version
           vitrinectl --help

    \(CatalogVerb.commonHelp)

    Options of every state command:
      --sample          the windows of the sample catalogue (vitrine --sample)
      --app ID          the windows of another application
      --directory DIR   saved windows in this directory

    Exit status: 0 success, 1 a problem was found or the command failed, 2 the call was not
    understood, 3 the product has changed since the given revision, 130 stopped with Ctrl-C, 141 nobody
    reads the output any more. With --json, what went wrong is an object on standard error.
    """
  }
}
