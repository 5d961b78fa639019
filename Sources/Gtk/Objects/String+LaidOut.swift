// SPDX-License-Identifier: Apache-2.0
// How much of a text GTK gets to lay out. A window measures each label several times. Measured with GTK 4.8: a
// thousand characters of any kind, in which long words are divided (long_text.c), take up to 8 ms each time.

extension String {
  static let mostShown = 1_000
  static let mostOfTitle = 300
  private static let mostOnButton = 150

  /// A longer word, or row of spaces, is divided (long_text.c), and each of its characters takes as long as three others:
  /// where a line ends is looked for among all of them. Scripts from here on mostly allow a line to end anywhere.
  private static let longWord = 50
  private static let costOfLong = 3
  private static let breaksAnywhere = 0x800
  /// Where the script changes another font begins, or another direction: each piece between is laid out by itself, and
  /// many pieces take as long as the square of their number.
  private static let costOfScript = 5

  /// As many marks on one letter are left as Unicode's Stream-Safe Text Format allows: GTK can't tell how wide more
  /// of them are.
  private static let mostMarks = 30
  /// In what is edited, more than anybody puts on a letter: the time they take grows with their square. Few where there
  /// may be many such letters.
  private static let mostEditedMarks = (short: 250, long: 64)
  private static let mostEdited = 20_000
  private static let longEdited = 4_000

  /// The beginning of it, if it is very long.
  var laidOut: String { laidOut(upTo: Self.mostShown) }

  /// The beginning of it, if it has more characters than this; less of very long words.
  /// Quirk: label-tabs. Of a text with tabs in several lines, GTK measures one width and then another.
  func laidOut(upTo most: Int) -> String {
    beginning(most).withoutPiles.replacing("\t", with: "    ")
  }

  /// For what has only a line, and a label of GTK's own: titles, menus, heads of columns.
  var asTitle: String { beginning(Self.mostOfTitle).withoutPiles }

  /// For what is pressed: there are often many of them beside each other, each as wide as its text.
  var onButton: String { beginning(Self.mostOnButton).withoutPiles }

  /// For an entry, which lays out all of its line at each letter.
  var asEdited: String {
    let most = Self.mostEditedMarks
    guard utf8.count > most.short else { return self }
    let edited = UnicodeScalarView(unicodeScalars.prefix(Self.mostEdited))
    return String(edited)
      .withoutPiles(over: edited.count > Self.longEdited ? most.long : most.short)
  }

  private var withoutPiles: String { withoutPiles(over: Self.mostMarks) }

  private func withoutPiles(over most: Int) -> String {
    // Nearly no text has marks of their own.
    guard utf8.count > most, utf8.contains(where: { $0 >= 0xCC }) else { return self }
    var (text, marks) = (UnicodeScalarView(), 0)
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks <= most { text.append(scalar) }
    }
    return String(text)
  }

  private func beginning(_ most: Int) -> String {
    // Nearly every text is short.
    guard utf8.count > most else { return self }
    var (end, cost, length, wasSpace) = (unicodeScalars.startIndex, 0, 0, false)
    var lastScript: UInt32 = 0
    while end < unicodeScalars.endIndex {
      let scalar = unicodeScalars[end]
      let isSpace = scalar == " " || scalar == "\t"
      length = isSpace == wasSpace && scalar != "\n" ? length + 1 : 0
      wasSpace = isSpace
      cost += length > Self.longWord && scalar.value < Self.breaksAnywhere ? Self.costOfLong : 1
      let script = scalar.script
      if script != 0 {
        if script != lastScript, lastScript != 0 { cost += Self.costOfScript }
        lastScript = script
      }
      guard cost <= most else { return String(unicodeScalars[..<end]) + "…" }
      unicodeScalars.formIndex(after: &end)
    }
    return self
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}

extension Unicode.Scalar {
  /// Tells scripts apart as far as one is hardly written in the middle of another; 0 for what is common to all.
  fileprivate var script: UInt32 {
    switch value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0..<0x300, 0x1E00..<0x1F00: 1
    case ..<0x370, 0x2000..<0x2E80, 0xFE00...0xFE0F: 0
    case 0x2E80..<0xA000, 0xAC00..<0xD800, 0xF900..<0xFB00, 0xFF00..<0xFFF0: 2
    default: 3 + value >> 8
    }
  }
}
