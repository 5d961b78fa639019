// SPDX-License-Identifier: Apache-2.0
// A publication that was stopped or has failed in between. What was published before is then partly there still: a
// field that was to be hidden may be on a page, which whoever wanted it hidden must know.

import Foundation
import Wording

public struct UnfinishedPublication: LocalizedError {
  public let cause: any Error

  public var isStopped: Bool { cause is CancellationError }

  public var errorDescription: String? {
    let rest = tr("Some pages are still as they were published before.")
    return (isStopped ? tr("Stopped.") : cause.sentence) + " " + rest
  }
}
