// `vitrinectl`: the catalogue and the saved windows from a terminal, without a display.

import Catalog
import Foundation
import Wording

@main
enum ControlProgram {
  static func main() {
    // A reader that has exited should cause an output error, not end the process.
    signal(SIGPIPE, SIG_IGN)
    useTranslations(in: installedTranslations())
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
      if (error as? CatalogError)?.isDamage == true {
        Terminal.complain(CatalogVerb.wayOutOfDamage)
      }
      exit(ExitStatus.failed.rawValue)
    }
  }
}
