// SPDX-License-Identifier: Apache-2.0
// Entry point: reads the command line, then runs the application. `main` must be synchronous: an
// asynchronous one would take the process's main thread away from GTK.

import Foundation
import Gtk
import VitrineModel
import Wording

@main
enum VitrineProgram {
  static func main() {
    // Hitting a file-size limit or a closed pipe must return an error, not end the process.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    guard !PictureDecoder.serveIfAsked(CommandLine.arguments) else { return }

    MainLoop.shareMemory()
    let installation = Installation()
    useTranslations(in: installedTranslations())
    writeNumbers(\.displayText)
    do {
      let options = try CommandLineOptions(CommandLine.arguments.dropFirst())
      options.refusals.forEach(Console.complain)
      exit(MainActor.assumeIsolated { start(options, installation) })
    } catch {
      Console.complain(error.sentence)
      exit(2)
    }
  }
}
