// SPDX-License-Identifier: Apache-2.0
// Reports the progress of a long command, from its first second on, and lets Ctrl-C stop it without
// changing anything.

import Catalog
import Foundation
import Synchronization

final class ProgressReporter: Sendable {
  private let doing: @Sendable (String) -> String
  private let started = Date()
  private let shown = Mutex(Date.distantPast)

  /// - Parameter doing: says what the command does, and with how many products it is done.
  init(_ doing: @escaping @Sendable (String) -> String) {
    self.doing = doing
    _ = Interruption.shared  // From now on Ctrl-C is caught.
  }

  /// Takes the progress that the catalogue reports.
  func report(_ progress: ExchangeProgress) throws {
    try report(progress.products, progress.fraction)
  }

  func report(_ products: Int, _ fraction: Double?) throws {
    try Self.checkStop()
    let now = Date()
    let isDue = shown.withLock { shown in
      guard now.timeIntervalSince(started) > 1, now.timeIntervalSince(shown) > 0.2 else {
        return false
      }
      shown = now
      return true
    }
    guard isDue else { return }
    let part = fraction.map { "  \(Int($0 * 100)) %" } ?? ""
    Terminal.show(doing("\(products)") + part)
  }

  /// Throws if the user has asked to stop.
  static func checkStop() throws {
    if Interruption.shared.hasCome { throw CancellationError() }
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
