// SPDX-License-Identifier: Apache-2.0
// Everything that the library asks of the machine, for a test of an application: nothing in it
// outlives the test, and none of it waits.

import Foundation
import StateRestoration

/// A machine for tests: a disk in memory that fails when it is told to, and a clock that stands
/// still until it is moved. Several starts of an application on one machine see the same disk.
public struct TestMachine: Sendable {
  /// Its time.
  public let clock: ManualClock
  /// Its disk.
  public let disk: FailingFileSystem
  /// What is on the disk.
  package let files: MemoryFileSystem
  /// The name of its boot.
  public var bootID = "boot"
  /// Where a sentence for the log goes.
  public var log: @Sendable (String) -> Void = { _ in }

  /// A machine with an empty disk.
  public init() { self.init(files: MemoryFileSystem()) }

  package init(files: MemoryFileSystem) {
    clock = ManualClock()
    self.files = files
    disk = FailingFileSystem(files)
  }

  /// For `RestorationConfiguration`.
  public var environment: RestorationEnvironment {
    RestorationEnvironment(
      clock: clock, fileSystem: disk, bootID: { [bootID] in bootID },
      variables: ["HOME": "/home/test", "XDG_RUNTIME_DIR": "/run"], log: log)
  }

  /// The machine after its power was cut, or the process killed: on its disk is what was there at
  /// this moment, and nobody holds a lock on it.
  public func afterPowerCut() -> TestMachine {
    var machine = TestMachine(files: files.copy())
    machine.log = log
    machine.bootID = bootID + " again"
    return machine
  }
}

extension TestMachine {
  /// Lets time pass, and waits until what was due by then is written, or has failed.
  @MainActor
  public func advance(_ seconds: Double, _ coordinator: RestorationCoordinator) async throws {
    clock.advance(seconds)
    while !coordinator.isSaved, coordinator.savingState == .saving {
      // What was written is reported on the main queue.
      try await Task.sleep(for: .milliseconds(1))
      clock.advance(0)
    }
  }
}
