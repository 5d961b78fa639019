// `vitrinectl`: the saved windows from a terminal, without a display. Exit status 0: fine; 1: a
// problem was found; 2: the call was not understood.

import Foundation

// A reader that went away must come back as an error, which ends the output and nothing else.
signal(SIGPIPE, SIG_IGN)

do {
  exit(try Command(Array(CommandLine.arguments.dropFirst())).run())
} catch let error as Misunderstood {
  Terminal.complain(error.message)
  exit(2)
} catch {
  Terminal.complain(error.localizedDescription)
  exit(1)
}
