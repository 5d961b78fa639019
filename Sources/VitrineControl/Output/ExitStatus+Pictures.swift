// SPDX-License-Identifier: Apache-2.0
// Pictures whose files are missing keep nothing back, but a call that went on without them is no success.

import Exchange
import Wording

extension ExitStatus {
  /// Names the pictures, and returns how the call ends.
  static func without(pictures names: [String]) -> ExitStatus {
    for name in names { Terminal.complain(ExportFault.missingPicture(name).sentence) }
    return names.isEmpty ? .fine : .failed
  }
}
