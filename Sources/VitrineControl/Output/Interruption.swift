// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM, for a command that can be stopped without changing anything.

import Catalog
import Foundation
import Synchronization
import Wording

/// Whether the user has asked to stop. Sendable because only that changes, and the mutex guards
/// it: the work reads it on the catalogue's threads. The dispatch sources are not Sendable, but
/// they are only kept alive.
final class Interruption: @unchecked Sendable {
  static let shared = Interruption()

  /// How the process ends that was asked to stop; nil if it was not.
  private let asked = Mutex<ExitStatus?>(nil)
  private let sources: [any DispatchSourceSignal]

  private init() {
    let queue = DispatchQueue(label: "interruption")
    // Not ignored before: what came until a source listens would be lost. On Linux a source takes
    // the signal over from its usual effect without a gap.
    let statuses: [(signal: Int32, status: ExitStatus)] = [
      (SIGINT, .stopped), (SIGTERM, .terminated),
    ]
    sources = statuses.map { DispatchSource.makeSignalSource(signal: $0.signal, queue: queue) }
    for (source, (_, status)) in zip(sources, statuses) {
      source.setEventHandler { [unowned self] in
        asked.withLock { $0 = $0 ?? status }
        // What is at work now may not ask for long. What is not committed was never done.
        queue.asyncAfter(deadline: .now() + 0.5) {
          NewFile.removeUnfinished()
          Terminal.complain(tr("Stopped.", context: "the command was stopped"))
          _exit(status.rawValue)
        }
        // A second signal ends the process as usual.
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
      }
      source.resume()
    }
  }

  var hasCome: Bool { asked.withLock { $0 != nil } }

  /// How a command ends that has stopped.
  var status: ExitStatus { asked.withLock { $0 ?? .stopped } }
}
