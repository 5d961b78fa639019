// SPDX-License-Identifier: Apache-2.0
// The lock for every write and every checkpoint of every process. SQLite has its own locks, but
// before 3.51.3 they let a checkpoint race with a commit that resets the log, which can damage the
// file.
//
// It is an flock on a file beside the catalogue: the kernel releases it when a process dies.

import Foundation

/// Used from one queue at a time.
final class CatalogLock {
  private let path: String
  /// How many seconds to wait for another holder.
  let patience: TimeInterval
  /// Called while another holder is waited for; then the wait has no end.
  private let whenWaiting: (@Sendable () -> Void)?
  private var descriptor: Int32 = -1
  /// Whether something was committed of which nobody was told.
  var isCommitted = false

  init(_ path: String, patience: TimeInterval, whenWaiting: (@Sendable () -> Void)? = nil) {
    self.path = path
    self.patience = patience
    self.whenWaiting = whenWaiting
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Runs `body` with the lock held.
  func hold<Value>(_ body: () throws -> Value) throws -> Value {
    let start = Date()
    try acquire {
      let waited = Date().timeIntervalSince(start)
      if let whenWaiting {
        if waited > 0.5 { whenWaiting() }
      } else if waited >= patience {
        throw CatalogError.locked(file: path)
      }
    }
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }

  /// Runs `body` with the lock held, unless somebody else holds it: for what can be done later.
  func holdIfFree<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      try acquire { throw CatalogError.locked(file: path) }
    } catch CatalogError.locked {
      return nil
    }
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }

  /// Makes the file, for those who watch it.
  func makeFile() throws { try openIfNeeded() }

  /// Signals a commit to those who watch the lock file. It only changes the time stamp, so that it
  /// works on a full disk.
  func signalCommit() {
    isCommitted = false
    futimens(descriptor, nil)
  }

  /// Calls `wait` whenever somebody else holds the lock; what it throws ends the attempt.
  private func acquire(_ wait: () throws -> Void) throws {
    var pause: useconds_t = 500
    while true {
      try openIfNeeded()
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        if isStillInPlace { return }
        // The file was removed: a lock on it would exclude nobody.
        close(descriptor)
        descriptor = -1
        continue
      }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw CatalogError(systemError: errno, file: path)
      }
      try wait()
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
  }

  private func openIfNeeded() throws {
    guard descriptor < 0 else { return }
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw CatalogError(systemError: errno, file: path) }
  }

  private var isStillInPlace: Bool {
    guard let held = FileIdentity(of: descriptor) else { return false }
    return held == FileIdentity(of: path)
  }
}
