// SPDX-License-Identifier: Apache-2.0
// Several values in one cell. A comma behind a backslash is a part of its value: so WooCommerce writes them.

import Foundation

enum SeparatedText {
  static func parts(of text: String, by separator: String) -> [String] {
    let pieces = text.components(separatedBy: separator)
    guard separator.hasPrefix(","), text.contains("\\,") else { return pieces }
    var parts: [String] = []
    var isOpen = false
    for piece in pieces {
      if isOpen, let last = parts.popLast() {
        parts.append(String(last.dropLast()) + separator + piece)
      } else {
        parts.append(piece)
      }
      isOpen = piece.hasSuffix("\\")
    }
    return parts.map { $0.replacingOccurrences(of: "\\,", with: ",", options: .literal) }
  }
}
