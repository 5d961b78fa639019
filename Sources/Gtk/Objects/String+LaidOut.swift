// SPDX-License-Identifier: Apache-2.0
// Text as a label lays it out. Pango looks for a place to break a line anew for each line, so a word of 8,000 letters, or as
// many spaces, took minutes: in what is shown, none is longer than a hundred. Measured with GTK 4.8: ten thousand
// characters of any kind then take a tenth of a second.

extension String {
  private static let longestWord = 100
  private static let longestGap = 40
  private static let mostShown = 10_000

  /// The beginning of it if it is very long, with places where long words can be broken, and without the rest of
  /// long gaps.
  var laidOut: String {
    guard !isEasy else { return self }
    var shown = UnicodeScalarView()
    var (word, gap) = (0, 0)
    for scalar in unicodeScalars.prefix(Self.mostShown) {
      switch scalar {
      case "\n": (word, gap) = (0, 0)
      case " ", "\t":
        (word, gap) = (0, gap + 1)
        guard gap <= Self.longestGap else { continue }
      default:
        (word, gap) = (word + 1, 0)
        if word == Self.longestWord {
          shown.append("\u{200B}")
          word = Self.longestWord / 2
        }
      }
      shown.append(scalar)
    }
    return String(shown) + (unicodeScalars.count > Self.mostShown ? "…" : "")
  }

  /// Nearly every text is.
  private var isEasy: Bool {
    guard utf8.count > Self.longestGap else { return true }
    guard utf8.count <= Self.mostShown else { return false }
    var (word, gap) = (0, 0)
    for byte in utf8 {
      if byte == UInt8(ascii: "\n") {
        (word, gap) = (0, 0)
      } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        (word, gap) = (0, gap + 1)
      } else {
        (word, gap) = (word + 1, 0)
      }
      if word >= Self.longestWord || gap > Self.longestGap { return false }
    }
    return true
  }
}
