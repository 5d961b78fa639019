// `vitrinectl`: the catalogue and the saved windows from a terminal, without a display.
// `ExitStatus` says how a call ends.

import Foundation
import Wording

// A reader that went away must come back as an error, which ends the output and nothing else.
signal(SIGPIPE, SIG_IGN)

do {
  exit(try Command(Array(CommandLine.arguments.dropFirst())).run())
} catch let error as UsageError {
  Terminal.complain(error.sentence)
  exit(ExitStatus.usage.rawValue)
} catch is CancellationError {
  Terminal.complain("Stopped. Nothing was changed.")
  exit(ExitStatus.stopped.rawValue)
} catch {
  Terminal.complain(error.sentence)
  exit(ExitStatus.failed.rawValue)
}
