// The words of the call, and where they lead.

import Foundation

enum Command {
  case help
  case version
  case state(StateCommand)
  case catalog(CatalogVerb)

  init(_ arguments: [String]) throws {
    switch arguments.first {
    case nil: throw Misunderstood(message: "Say what to do; “vitrinectl --help” lists it.")
    case "--help", "-h", "help": self = .help
    case "--version": self = .version
    case "state": self = .state(try StateCommand(Array(arguments.dropFirst())))
    case let word? where CatalogVerb.words.contains(word):
      self = .catalog(try CatalogVerb(arguments))
    case let word?:
      throw Misunderstood(
        message: "“\(word)” is not something to do; “vitrinectl --help” lists what is.")
    }
  }

  func run() throws -> Int32 {
    switch self {
    case .help:
      Terminal.say(Self.helpText + "\n\n" + CatalogVerb.helpText)
      return 0
    case .version:
      Terminal.say("vitrinectl 0.1.0")
      return 0
    case .state(let command): return try command.run()
    case .catalog(let verb): return try verb.run()
    }
  }

  private static let helpText = """
    Usage: vitrinectl state show [--json]   what is saved of the windows
           vitrinectl state check           look for files that can't be read; exits 1 if there are any
           vitrinectl state path            where the saved windows lie
           vitrinectl --version
           vitrinectl --help

    Options of every state command:
      --sample          the windows of the sample catalogue (vitrine --sample)
      --directory DIR   saved windows in another place
    """
}
