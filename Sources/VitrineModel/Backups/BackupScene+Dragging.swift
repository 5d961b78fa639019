// SPDX-License-Identifier: Apache-2.0
// Products of a backup while they are dragged: which window they come from, and which they are. It never leaves the program.

import Foundation

extension BackupScene {
  public static func draggedText(_ products: [UUID], from window: UUID) -> String {
    ([window] + products).map(\.uuidString).joined(separator: "\n")
  }

  /// The window and the products; nil for any other text.
  public static func dragged(_ text: String) -> (window: UUID, products: [UUID])? {
    let ids = text.split(separator: "\n").map { UUID(uuidString: String($0)) }
    guard ids.count > 1, let window = ids[0], !ids.contains(nil) else { return nil }
    return (window, ids.dropFirst().compactMap(\.self))
  }
}
