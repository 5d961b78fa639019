// SPDX-License-Identifier: Apache-2.0
// A page that cairo could not draw. The reason is in its words: it is out of memory, or we called it wrongly.

import Foundation
import Wording

public struct DrawingFailure: LocalizedError {
  let reason: String

  public var errorDescription: String? { tr("The page could not be drawn: %@.", reason) }
}
