// SPDX-License-Identifier: Apache-2.0
// How long something that a user does has to wait because a program's main thread works. By the
// processor time of that thread: by the wall clock, a busy machine would count as a stall.

import Foundation

final class MainThreadWatch: @unchecked Sendable {
  private let pid: pid_t
  private let lock = NSLock()
  private var isOver = false
  private var longest = 0.0

  /// Asks again and again for what only the main thread answers, between two turns of its loop.
  init(_ program: Program) throws {
    pid = program.pid
    nonisolated(unsafe) let client = try BusClient(
      program.home, name: "org.vitrine.Vitrine.Sample", path: "/org/vitrine/Vitrine/Sample")
    try client.call("org.gtk.Actions", "List")
    Thread.detachNewThread { self.ask(client) }
  }

  deinit { end() }

  /// Ends asking once the main thread has hardly anything left to do; returns how many milliseconds it worked
  /// at most before it answered.
  func endAtRest(file: StaticString = #filePath, line: UInt = #line) throws -> Double {
    var before = 0.0
    try eventually(timeout: 60, "the main thread is at rest", file: file, line: line) {
      let now = spent ?? 0
      defer { before = now }
      usleep(500_000)
      return now - before < 150
    }
    end()
    return lock.withLock { longest }
  }

  private func end() { lock.withLock { isOver = true } }

  private func ask(_ client: BusClient) {
    while lock.withLock({ !isOver }) {
      guard let before = spent else { return }
      // One that is given up for its length counts, too.
      _ = try? client.call("org.gtk.Actions", "List")
      guard let after = spent else { return }
      lock.withLock { longest = max(longest, after - before) }
      usleep(1_000)
    }
  }

  /// In milliseconds.
  private var spent: Double? { (try? ProcessUse.mainThreadSeconds(of: pid)).map { $0 * 1e3 } }
}
