// SPDX-License-Identifier: Apache-2.0
// A publication that was stopped or has failed in between. What was published before is then partly there still: a
// field that was to be hidden may be on a page, which whoever wanted it hidden must know.

import Foundation
import Wording

public struct UnfinishedPublication: LocalizedError {
  public let cause: any Error
  let hasEarlierPages: Bool

  public var isStopped: Bool { cause is CancellationError }

  public var errorDescription: String? {
    let rest =
      hasEarlierPages
      ? tr("Some pages are still as they were published before.")
      : tr("Some of the new pages are there already.")
    let reason = isStopped ? tr("Stopped.", context: "the command was stopped") : cause.sentence
    return reason + " " + rest
  }
}
