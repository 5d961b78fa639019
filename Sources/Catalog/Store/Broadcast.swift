// Tells something to everybody who listens, each through a stream of their own.

import Foundation

final class Broadcast<Element: Sendable>: @unchecked Sendable {
  // The lock guards everything below it.
  private let lock = NSLock()
  private var continuations: [UUID: AsyncStream<Element>.Continuation] = [:]
  private var isFinished = false

  func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let id = UUID()
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    let isFinished = lock.withLock {
      if !self.isFinished { continuations[id] = continuation }
      return self.isFinished
    }
    if isFinished { continuation.finish() }
    return stream
  }

  func publish(_ element: Element) {
    for continuation in lock.withLock({ Array(continuations.values) }) {
      continuation.yield(element)
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
