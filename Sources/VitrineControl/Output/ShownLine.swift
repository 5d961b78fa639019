// SPDX-License-Identifier: Apache-2.0
// The line on a terminal that tells how far a call has come.

import Foundation
import Synchronization

final class ShownLine: Sendable {
  private let line = Mutex((text: "", lastWord: Date(), isWaiting: false))

  /// Replaces the line; returns whether it changed.
  func replace(by new: String, isQuiet: Bool) -> Bool {
    line.withLock { line in
      if !isQuiet { line.lastWord = Date() }
      defer { line.text = new }
      return line.text != new
    }
  }

  /// Whether nothing has been printed, shown or asked for a second.
  var isQuiet: Bool {
    line.withLock { !$0.isWaiting && Date().timeIntervalSince($0.lastWord) >= 1 }
  }

  /// Whether a question is waiting for an answer.
  var isPaused: Bool {
    get { line.withLock { $0.isWaiting } }
    set { line.withLock { $0.isWaiting = newValue } }
  }
}
