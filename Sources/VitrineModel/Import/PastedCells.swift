// SPDX-License-Identifier: Apache-2.0
// Cells that were copied in a spreadsheet. They have no file, so they are kept with their window, which has room for
// so much of them.

import Foundation
import Wording

public enum PastedCells {
  /// In bytes.
  public static let most = 8 << 20

  /// Whether a text is of cells rather than of words.
  public static func areCells(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "\t"))
  }

  /// Why there are too many; nil if there are not.
  public static func refusal(of text: String) -> String? {
    text.utf8.count <= most
      ? nil : tr("That is too much to paste. Save the list as a file, and import that.")
  }
}
