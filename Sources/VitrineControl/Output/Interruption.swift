// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, for a command that can be stopped without changing anything.

import Catalog
import Foundation
import Synchronization
import Wording

/// Whether the user has asked to stop. Sendable because only the flag changes, and the mutex guards
/// it: the work reads it on the catalogue's threads. The dispatch sources are not Sendable, but
/// they are only kept alive.
final class Interruption: @unchecked Sendable {
  static let shared = Interruption()

  private let isAsked = Mutex(false)
  private let sources: [any DispatchSourceSignal]

  private init() {
    let queue = DispatchQueue(label: "interruption")
    // Not ignored before: what came until a source listens would be lost. On Linux a source takes
    // the signal over from its usual effect without a gap.
    sources = [SIGINT, SIGTERM].map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
    for source in sources {
      source.setEventHandler { [unowned self] in
        isAsked.withLock { $0 = true }
        // What is at work now may not ask for long. What is not committed was never done.
        queue.asyncAfter(deadline: .now() + 0.5) {
          NewFile.removeUnfinished()
          Terminal.complain(tr("Stopped.", context: "the command was stopped"))
          _exit(ExitStatus.stopped.rawValue)
        }
        // A second signal ends the process as usual.
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
      }
      source.resume()
    }
  }

  var hasCome: Bool { isAsked.withLock { $0 } }
}
