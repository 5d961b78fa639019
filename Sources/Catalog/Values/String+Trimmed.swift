// SPDX-License-Identifier: Apache-2.0
// Trimming short texts. Foundation's function takes longer than everything else that an import does
// with a price or a GTIN, and few of them have spaces around them.

import Foundation

extension String {
  /// Without white space around it, but with its line breaks.
  var trimmed: String {
    guard let first = utf8.first, let last = utf8.last, first.isVisible, last.isVisible else {
      return trimmingCharacters(in: .whitespaces)
    }
    return self
  }

  /// Whether there is nothing but white space. It is asked at each key, and where the first character ends takes long to
  /// find if it has a pile of marks: what it begins with decides.
  var isBlank: Bool {
    guard let first = unicodeScalars.first else { return true }
    return first.properties.isWhitespace && allSatisfy(\.isWhitespace)
  }
}

extension UInt8 {
  /// Whether it is a character of ASCII that is neither a space nor a control character.
  fileprivate var isVisible: Bool { (0x21...0x7e).contains(self) }
}
