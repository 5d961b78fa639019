// SPDX-License-Identifier: Apache-2.0
// Messages on the terminal the program was started from, for when there is no window.

import Foundation
import Wording

enum Console {
  static func say(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
  }

  static func complain(_ text: String) {
    let text = text.printable(lines: true, isolates: true)
    try? FileHandle.standardError.write(contentsOf: Data(("vitrine: " + text + "\n").utf8))
  }
}
