// SPDX-License-Identifier: Apache-2.0
// Notices what other processes do with a file or a directory. Nothing wakes up while nobody does.

import Foundation

/// Sendable because the source is made, resumed and cancelled once each, and never changed
/// otherwise.
final class FileWatch: @unchecked Sendable {
  enum Event {
    /// Each commit touches the lock file once its change is visible.
    case touched
    case written
    /// In a directory.
    case fileAdded
    /// A file of a directory, or the directory itself, was renamed or removed, or another file has its name.
    case fileMoved
    /// The directory itself was renamed or removed.
    case moved

    fileprivate var mask: UInt32 {
      switch self {
      case .touched: UInt32(IN_ATTRIB)
      case .written: UInt32(IN_MODIFY)
      case .fileAdded: UInt32(IN_CREATE | IN_MOVED_TO)
      case .fileMoved: UInt32(IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE) | Self.moved.mask
      case .moved: UInt32(IN_MOVE_SELF | IN_DELETE_SELF)
      }
    }
  }

  private let source: any DispatchSourceRead

  /// Calls `action` on a background queue soon after each event, once for several of them. Nil if
  /// there is nothing at `path`, or the system has no watches left; the catalogue works without.
  convenience init?(of path: String, for event: Event, action: @escaping @Sendable () -> Void) {
    self.init([(path, event)], action: action)
  }

  /// Nil only if nothing of it can be watched.
  init?(_ watched: [(path: String, event: Event)], action: @escaping @Sendable () -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let watch = { @Sendable in
      watched.count { inotify_add_watch(descriptor, $0.path, $0.event.mask) >= 0 }
    }
    guard watch() > 0 else {
      close(descriptor)
      return nil
    }
    let queue = DispatchQueue(label: "catalog.watch", qos: .utility)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      // A burst of events is one: those that arrive while the queue sleeps are read together.
      usleep(50_000)
      var events = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &events, events.count) > 0 {}
      // Has no effect unless the file was replaced by another with its name.
      _ = watch()
      action()
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit {
    source.cancel()
  }
}
