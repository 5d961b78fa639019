// What observers are told after a commit.

import Foundation

/// What has changed in the catalogue.
public enum CatalogChange: Sendable, Equatable {
  /// These products were added, changed or removed.
  case products(Set<UUID>)
  /// The notes of this product, or their order.
  case notes(product: UUID)
  /// Anything may have: many products at once, or another process.
  case everything
}

/// How many products `changes` are about.
func countProducts(_ changes: [CatalogChange]) -> Int {
  changes.reduce(0) { count, change in
    if case .products(let ids) = change { count + ids.count } else { count + 1 }
  }
}

/// Those who listen. Every change goes to each of them.
final class ChangeObservers: @unchecked Sendable {
  // The lock guards everything below it.
  private let lock = NSLock()
  private var continuations: [UUID: AsyncStream<CatalogChange>.Continuation] = [:]
  private var listeners: [UUID: @Sendable (CatalogChange) -> Void] = [:]
  private var isFinished = false

  /// Calls `listener` with every change at the very moment it is published, before anything else
  /// is written, until the result is let go.
  func listen(_ listener: @escaping @Sendable (CatalogChange) -> Void) -> ChangeListening {
    let id = UUID()
    lock.withLock { listeners[id] = listener }
    return ChangeListening { [weak self] in
      _ = self?.lock.withLock { self?.listeners.removeValue(forKey: id) }
    }
  }

  func stream() -> AsyncStream<CatalogChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: CatalogChange.self)
    let id = UUID()
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    let isFinished = lock.withLock {
      if !self.isFinished { continuations[id] = continuation }
      return self.isFinished
    }
    if isFinished { continuation.finish() }
    return stream
  }

  func publish(_ change: CatalogChange) {
    let (listeners, continuations) = lock.withLock {
      (Array(self.listeners.values), Array(self.continuations.values))
    }
    for listener in listeners { listener(change) }
    for continuation in continuations { continuation.yield(change) }
  }

  func finish() {
    let finished = lock.withLock {
      isFinished = true
      defer { continuations.removeAll() }
      return Array(continuations.values)
    }
    // Outside the lock: finishing calls `onTermination`, which takes it.
    for continuation in finished { continuation.finish() }
  }

  private func remove(_ id: UUID) {
    _ = lock.withLock { continuations.removeValue(forKey: id) }
  }
}

/// Listens for as long as somebody holds it.
final class ChangeListening: Sendable {
  private let stop: @Sendable () -> Void

  init(stop: @escaping @Sendable () -> Void) {
    self.stop = stop
  }

  deinit {
    stop()
  }
}
