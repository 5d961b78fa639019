// SPDX-License-Identifier: Apache-2.0
// How long something took of the processors. A test that asserts that something is quick asks for this, or counts: by the
// clock on the wall, whatever else the machine does would make it slow.

import Foundation

/// Seconds of the processors.
public enum ProcessorTime {
  /// What this thread has used so far.
  public static var ofThread: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  /// What this process has used so far, with all its threads.
  public static var ofProcess: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
