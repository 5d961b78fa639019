// Reports the progress of a long command, from its first second on, and lets Ctrl-C stop it without
// changing anything.

import Catalog
import Foundation
import Synchronization

final class ProgressReporter: Sendable {
  private let doing: String
  private let started = Date()
  private let shown = Mutex(Date.distantPast)

  /// - Parameter doing: what the command does, such as “Importing”.
  init(_ doing: String) {
    self.doing = doing
    _ = Interruption.shared  // From now on Ctrl-C is caught.
  }

  /// Takes the progress that the catalogue reports.
  func report(_ progress: ExchangeProgress) throws {
    if Interruption.shared.hasCome { throw CancellationError() }
    let now = Date()
    let isDue = shown.withLock { shown in
      guard now.timeIntervalSince(started) > 1, now.timeIntervalSince(shown) > 0.2 else {
        return false
      }
      shown = now
      return true
    }
    guard isDue else { return }
    let part = progress.fraction.map { "  \(Int($0 * 100)) %" } ?? ""
    Terminal.show("\(doing): \(progress.products) products\(part)")
  }

  /// Removes what was shown.
  func end() {
    if shown.withLock({ $0 > .distantPast }) { Terminal.show("") }
  }

  /// Runs `body`, which reports to this.
  func run<Value: Sendable>(
    _ body: (@escaping CatalogStore.Progress) async throws -> Value
  ) async throws -> Value {
    defer { end() }
    return try await body { [self] in try report($0) }
  }
}

/// Whether the user has asked to stop. Sendable because only the flag changes, and the mutex guards
/// it: the work reads it on the catalogue's threads. The dispatch sources are not Sendable, but
/// they are only kept alive.
private final class Interruption: @unchecked Sendable {
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
          Terminal.complain("Stopped.")
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
