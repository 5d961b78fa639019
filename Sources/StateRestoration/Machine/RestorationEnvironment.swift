// What the library asks of the machine: the time, the files, the boot. All of it can be replaced,
// so that every rule can be tested without waiting, without a disk and without a power cut.

import Foundation

/// Time as the coordinator sees it. The system's runs on the main dispatch queue.
public protocol RestorationClock: Sendable {
  /// For names and ages of files. It may jump.
  var now: Date { get }
  /// Seconds that only ever grow, for waiting.
  var uptime: Double { get }
  /// Runs `work` on the main thread, once, after so many seconds.
  func schedule(after seconds: Double, _ work: @escaping @MainActor @Sendable () -> Void)
}

/// The clock of the machine.
public struct SystemClock: RestorationClock {
  /// The clock of the machine.
  public init() {}

  public var now: Date { Date() }
  public var uptime: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

  public func schedule(after seconds: Double, _ work: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.asyncAfter(deadline: .now() + max(0, seconds)) {
      MainActor.assumeIsolated { work() }
    }
  }
}

/// What the library asks of the machine.
public struct RestorationEnvironment: Sendable {
  /// The time.
  public var clock: any RestorationClock
  /// The files.
  public var fileSystem: any StateFileSystem
  /// Names this boot of the machine; nil or empty when it is not known.
  public var bootID: @Sendable () -> String?
  /// The number of this process, for those who look at the lock.
  public var processID: Int32
  /// Whether a process lives, for file systems without locks.
  public var isRunning: @Sendable (_ processID: Int32) -> Bool
  /// The environment variables.
  public var variables: [String: String]
  /// Where a sentence for the log goes. Called on any thread.
  public var log: @Sendable (String) -> Void

  /// The machine, but for what is replaced.
  public init(
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

  /// The name of this boot as Linux gives it.
  public static let systemBootID: @Sendable () -> String? = {
    let path = "/proc/sys/kernel/random/boot_id"
    let text = try? SystemFileSystem().contents(path, limit: 100)
    return text.map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Writes a line to the standard error output.
  public static let logToStandardError: @Sendable (String) -> Void = { message in
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
  }
}
