// SPDX-License-Identifier: Apache-2.0
// Something outside the main thread that is read again whenever it may have changed.

/// Reads a value once at a time, however often it changes meanwhile, and always a last time after the
/// last change.
@MainActor
public final class Rereading<Value: Sendable> {
  /// What was read.
  public let values = Observers<Value>()

  private let read: @Sendable () async throws -> Value
  private var isStale = false
  private var reading: Task<Void, Never>?

  public init(_ read: @escaping @Sendable () async throws -> Value) { self.read = read }

  /// The value may have changed.
  public func again() {
    isStale = true
    guard reading == nil else { return }
    reading = Task { [weak self, read] in
      while self?.begin() == true {
        // What can't be read now is read at the next change; until then the last value counts.
        if let value = try? await read() { self?.values.notify(value) }
      }
    }
  }

  /// Returns once the value has been read as it was at the last change.
  public func settle() async { await reading?.value }

  private func begin() -> Bool {
    if !isStale { reading = nil }
    defer { isStale = false }
    return isStale
  }
}
