// Notices that some process has committed: each touches the lock file once its change can be
// seen. Nothing wakes up while nobody writes.

import Foundation

/// The source is made, resumed and cancelled once each, and never changed in between.
final class CommitWatch: @unchecked Sendable {
  private let source: any DispatchSourceRead

  /// Calls `action` on a background queue soon after each touch, several of them as one.
  /// Nil when the system has no watches left; the catalogue works without.
  init?(of path: String, action: @escaping @Sendable () -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, path, UInt32(IN_ATTRIB)) >= 0 else {
      close(descriptor)
      return nil
    }
    let queue = DispatchQueue(label: "catalog.watch", qos: .utility)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      // A burst of commits is one event: what gathers while the queue sleeps is read at once.
      usleep(50_000)
      var events = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &events, events.count) > 0 {}
      // Of no effect unless the file was replaced by another of its name.
      inotify_add_watch(descriptor, path, UInt32(IN_ATTRIB))
      action()
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit {
    source.cancel()
  }
}
