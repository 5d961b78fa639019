// SPDX-License-Identifier: Apache-2.0
// Says that a catalogue of an older version is converted, how long that may take, and how far it has come.

import Catalog
import Synchronization
import Wording

final class ConversionReporter: Sendable {
  private let isSaid = Mutex(false)

  /// What takes no time worth mentioning is not mentioned.
  private static let shortest = 2.0

  func report(_ progress: ConversionProgress) {
    let isFirst = isSaid.withLock { isSaid in
      guard !isSaid, progress.secondsLeft >= Self.shortest else { return false }
      isSaid = true
      return true
    }
    if isFirst {
      Terminal.complain(progress.announcement)
    } else if isSaid.withLock({ $0 }) {
      Terminal.show(progress.sentence)
    }
  }

  /// Removes what was shown.
  func end() {
    if isSaid.withLock({ $0 }) { Terminal.show("") }
  }
}
