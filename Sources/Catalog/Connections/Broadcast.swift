// SPDX-License-Identifier: Apache-2.0
// Sends something to all subscribers: through a stream, or synchronously.

import Foundation
import Synchronization

final class Broadcast<Element: Sendable>: Sendable {
  private struct Audience {
    var continuations: [UUID: AsyncStream<Element>.Continuation] = [:]
    var listeners: [UUID: @Sendable (Element) -> Void] = [:]
    var isFinished = false
  }

  private let audience = Mutex(Audience())

  /// Calls `listener` synchronously whenever something is published, until the result is released.
  func listen(_ listener: @escaping @Sendable (Element) -> Void) -> Subscription {
    let id = UUID()
    audience.withLock { $0.listeners[id] = listener }
    return Subscription { [weak self] in
      self?.audience.withLock { _ = $0.listeners.removeValue(forKey: id) }
    }
  }

  func stream() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let id = UUID()
    continuation.onTermination = { [weak self] _ in
      self?.audience.withLock { _ = $0.continuations.removeValue(forKey: id) }
    }
    let isFinished = audience.withLock {
      if !$0.isFinished { $0.continuations[id] = continuation }
      return $0.isFinished
    }
    if isFinished { continuation.finish() }
    return stream
  }

  func publish(_ element: Element) {
    let (listeners, continuations) = audience.withLock {
      (Array($0.listeners.values), Array($0.continuations.values))
    }
    for listener in listeners { listener(element) }
    for continuation in continuations { continuation.yield(element) }
  }

  func finish() {
    let finished = audience.withLock { audience in
      audience.isFinished = true
      defer { audience.continuations.removeAll() }
      return Array(audience.continuations.values)
    }
    // Outside the lock: finishing calls `onTermination`, which takes it.
    for continuation in finished { continuation.finish() }
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
