// A command that may take long: how far it has come is shown after the first second, and Ctrl-C
// stops it so that nothing half is left.

import Catalog
import Foundation

/// Called by one thread of the catalogue at a time.
final class LongWork: @unchecked Sendable {
  private let doing: String
  private let started = Date()
  private var shown = Date.distantPast

  /// - Parameter doing: what it does, such as “Importing”.
  init(_ doing: String) {
    self.doing = doing
    Interruption.watch()
  }

  /// What the catalogue tells of its progress.
  func report(_ progress: ExchangeProgress) throws {
    if Interruption.hasCome { throw CancellationError() }
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

/// Whether the person has asked to stop. A signal handler may do no more than set a flag.
private enum Interruption {
  nonisolated(unsafe) private static var flag: sig_atomic_t = 0

  static var hasCome: Bool { flag != 0 }

  static func watch() {
    // Once it is set, a second Ctrl-C ends the process as it would any other.
    signal(SIGINT) { _ in
      Interruption.flag = 1
      signal(SIGINT, SIG_DFL)
    }
    signal(SIGTERM) { _ in Interruption.flag = 1 }
  }
}
