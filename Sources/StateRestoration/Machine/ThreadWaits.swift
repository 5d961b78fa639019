// SPDX-License-Identifier: Apache-2.0
// Tells a slow disk from a busy machine: a thread that waits for a disk gives its processor away, one that
// has to share it is sent away.

import Foundation

enum ThreadWaits {
  /// How often this thread has waited for something.
  static var count: Int {
    var use = rusage()
    // RUSAGE_THREAD, which Swift does not see.
    getrusage(1, &use)
    return use.ru_nvcsw
  }
}
