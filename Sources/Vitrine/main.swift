// The door: what was asked for on the command line, then the application until it ends. `main`
// must be synchronous: an asynchronous one would leave the process's main thread to others.

import Foundation
import Gtk
import VitrineModel
import Wording

// A file-size limit or a reader that went away must come back as errors, not end the process.
signal(SIGXFSZ, SIG_IGN)
signal(SIGPIPE, SIG_IGN)

let installation = Installation()
useTranslations(in: installation.localeDirectory)

do {
  let options = try CommandLineOptions(CommandLine.arguments.dropFirst())
  exit(MainActor.assumeIsolated { start(options, installation) })
} catch {
  Console.complain(error.sentence)
  exit(2)
}
