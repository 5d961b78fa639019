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
  private var isFinished = false

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
    for continuation in lock.withLock({ Array(continuations.values) }) {
      continuation.yield(change)
    }
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
