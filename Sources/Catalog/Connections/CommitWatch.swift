// Notices commits of any process: each touches the lock file once its change is visible. Nothing
// wakes up while nobody writes.

import Foundation

/// Sendable because the source is made, resumed and cancelled once each, and never changed
/// otherwise.
final class CommitWatch: @unchecked Sendable {
  private let source: any DispatchSourceRead

  /// Calls `action` on a background queue soon after each touch, once for several of them. Nil if
  /// the system has no watches left; the catalogue works without.
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
      // A burst of commits is one event: those that arrive while the queue sleeps are read
      // together.
      usleep(50_000)
      var events = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &events, events.count) > 0 {}
      // Has no effect unless the file was replaced by another with its name.
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
