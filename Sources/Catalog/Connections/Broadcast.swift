// Sends something to all subscribers: through a stream, or synchronously.

import Foundation

final class Broadcast<Element: Sendable>: @unchecked Sendable {
  // The lock guards everything below it.
  private let lock = NSLock()
  private var continuations: [UUID: AsyncStream<Element>.Continuation] = [:]
  private var listeners: [UUID: @Sendable (Element) -> Void] = [:]
  private var isFinished = false

  /// Calls `listener` synchronously whenever something is published, until the result is released.
  func listen(_ listener: @escaping @Sendable (Element) -> Void) -> Subscription {
    let id = UUID()
    lock.withLock { listeners[id] = listener }
    return Subscription { [weak self] in
      _ = self?.lock.withLock { self?.listeners.removeValue(forKey: id) }
    }
  }

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
    let (listeners, continuations) = lock.withLock {
      (Array(self.listeners.values), Array(self.continuations.values))
    }
    for listener in listeners { listener(element) }
    for continuation in continuations { continuation.yield(element) }
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

/// Stays subscribed as long as somebody holds it.
final class Subscription: Sendable {
  private let stop: @Sendable () -> Void

  init(stop: @escaping @Sendable () -> Void) {
    self.stop = stop
  }

  deinit {
    stop()
  }
}
