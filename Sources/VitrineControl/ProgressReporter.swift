// A command that may take long: how far it has come is shown after the first second, and Ctrl-C
// stops it so that nothing half is left.

import Catalog
import Foundation

/// Called by one thread of the catalogue at a time.
final class ProgressReporter: @unchecked Sendable {
  private let doing: String
  private let started = Date()
  private var shown = Date.distantPast

  /// - Parameter doing: what it does, such as “Importing”.
  init(_ doing: String) {
    self.doing = doing
    _ = Interruption.shared  // From now on it is heard.
  }

  /// What the catalogue tells of its progress.
  func report(_ progress: ExchangeProgress) throws {
    if Interruption.shared.hasCome { throw CancellationError() }
    let now = Date()
    guard now.timeIntervalSince(started) > 1, now.timeIntervalSince(shown) > 0.2 else { return }
    shown = now
    let part = progress.fraction.map { "  \(Int($0 * 100)) %" } ?? ""
    Terminal.show("\(doing): \(progress.products) products\(part)")
  }

  /// Removes what was shown.
  func end() {
    if shown > .distantPast { Terminal.show("") }
  }

  /// Runs `body`, which reports to this.
  func run<Value: Sendable>(
    _ body: (@escaping CatalogStore.Progress) async throws -> Value
  ) async throws -> Value {
    defer { end() }
    return try await body { [self] in try report($0) }
  }
}

/// Whether the person has asked to stop.
private final class Interruption: @unchecked Sendable {
  static let shared = Interruption()

  // The lock guards the flag, which the work reads on the catalogue's threads.
  private let lock = NSLock()
  private var isAsked = false
  private let sources: [any DispatchSourceSignal]

  private init() {
    let queue = DispatchQueue(label: "interruption")
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    for source in sources {
      source.setEventHandler { [unowned self] in
        lock.withLock { isAsked = true }
        // A second one ends the process as it would any other.
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
      }
      source.resume()
    }
  }

  var hasCome: Bool { lock.withLock { isAsked } }
}
