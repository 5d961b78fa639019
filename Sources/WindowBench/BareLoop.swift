// SPDX-License-Identifier: Apache-2.0
// What the machine itself takes: threads that do nothing but read the clock, one on each processor, and how long
// one of them was kept from it. On a machine that is shared no program's main thread can be sure of less.

import Foundation

enum BareLoop {
  /// In milliseconds, of all that were measured for this time.
  static func longestPause(within milliseconds: Double) -> Double {
    var pauses = Array(repeating: 0.0, count: ProcessInfo.processInfo.activeProcessorCount)
    pauses.withUnsafeMutableBufferPointer { pauses in
      // Each thread has a place of its own.
      nonisolated(unsafe) let pauses = pauses
      DispatchQueue.concurrentPerform(iterations: pauses.count) { place in
        var (last, longest) = (moment(), 0.0)
        let end = last + milliseconds
        while last < end {
          let now = moment()
          longest = max(longest, now - last)
          last = now
        }
        pauses[place] = longest
      }
    }
    return pauses.max() ?? 0
  }
}
