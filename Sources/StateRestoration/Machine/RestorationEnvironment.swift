// SPDX-License-Identifier: Apache-2.0
// What the library needs from the system: time, files, the boot ID. All of it can be replaced, so
// that every rule can be tested without waiting, without a disk and without a power failure.

import Foundation

/// Time as the coordinator sees it. The system's clock uses the main dispatch queue.
package protocol RestorationClock: Sendable {
  /// The wall clock, for names and ages of files. It may jump.
  var now: Date { get }
  /// Seconds on a clock that never goes back, for waiting.
  var uptime: Double { get }
  /// Runs `work` once on the main thread, after this many seconds.
  func schedule(after seconds: Double, _ work: @escaping @MainActor @Sendable () -> Void)
}

/// The system's clock.
package struct SystemClock: RestorationClock {
  /// Creates the system's clock.
  package init() {}

  package var now: Date { Date() }
  package var uptime: Double { Self.uptime }

  /// Not by way of Dispatch: it is asked several times at every key press.
  static var uptime: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  package func schedule(after seconds: Double, _ work: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + max(0, seconds)) {
      MainActor.assumeIsolated { work() }
    }
  }
}

/// What the library needs from the system. A program's tests get one from `TestMachine`.
public struct RestorationEnvironment: Sendable {
  /// The clock.
  package var clock: any RestorationClock
  /// The file system.
  package var fileSystem: any StateFileSystem
  /// Identifies the current boot of the machine; nil or empty if unknown.
  package var bootID: @Sendable () -> String?
  /// The process ID that is written to the lock file.
  package var processID: Int32
  /// Whether a process is running, for file systems without locks.
  package var isRunning: @Sendable (_ processID: Int32) -> Bool
  /// The environment variables.
  package var variables: [String: String]
  /// Receives sentences for the log, on any thread.
  package var log: @Sendable (String) -> Void

  /// The real system.
  public init() { self.init(clock: SystemClock()) }

  /// Uses the real system for everything that is not given.
  package init(
    clock: any RestorationClock = SystemClock(),
    fileSystem: any StateFileSystem = SystemFileSystem(),
    bootID: @escaping @Sendable () -> String? = RestorationEnvironment.systemBootID,
    processID: Int32 = getpid(),
    isRunning: @escaping @Sendable (Int32) -> Bool = { kill($0, 0) == 0 || errno == EPERM },
    variables: [String: String] = ProcessInfo.processInfo.environment,
    log: @escaping @Sendable (String) -> Void = RestorationEnvironment.logToStandardError
  ) {
    self.clock = clock
    self.fileSystem = fileSystem
    self.bootID = bootID
    self.processID = processID
    self.isRunning = isRunning
    self.variables = variables
    self.log = log
  }

  /// The boot ID from Linux.
  package static let systemBootID: @Sendable () -> String? = {
    let path = "/proc/sys/kernel/random/boot_id"
    let text = try? SystemFileSystem().contents(path, limit: 100)
    return text.map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Writes a line to standard error.
  package static let logToStandardError: @Sendable (String) -> Void = { message in
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
  }
}
