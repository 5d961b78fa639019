// SPDX-License-Identifier: Apache-2.0
// Trimming the texts of cells. Foundation's function takes longer than all else that is done with a short
// text, and few of them have white space around them.

extension String {
  /// Without white space and line breaks around it.
  var trimmed: String {
    if isEmpty || hasVisibleEdges { return self }
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return start == startIndex && index(after: end) == endIndex ? self : String(self[start...end])
  }

  /// Whether it begins and ends with a visible character of ASCII.
  var hasVisibleEdges: Bool {
    guard let first = utf8.first, let last = utf8.last else { return false }
    return (0x21...0x7E).contains(first) && (0x21...0x7E).contains(last)
  }
}

extension String {
  /// Whether a letter of any script is in it.
  var hasLetter: Bool {
    var isASCII = true
    for byte in utf8 {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A: return true
      case 0x80...: isASCII = false
      default: break
      }
    }
    return !isASCII && contains(where: \.isLetter)
  }
}
