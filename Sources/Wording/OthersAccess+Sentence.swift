// SPDX-License-Identifier: Apache-2.0
// Who else can get at a catalogue, as a sentence.

import Catalog
import Foundation

extension OthersAccess {
  public func sentence(for directory: URL) -> String {
    switch self {
    case .mayRead:
      tr("Other people on this computer can read the catalogue in “%@”.", directory.path)
    case .mayWrite:
      tr("Other people on this computer can change the catalogue in “%@”.", directory.path)
    }
  }
}
