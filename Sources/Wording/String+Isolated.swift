// SPDX-License-Identifier: Apache-2.0
// A value in a sentence: it may be long enough to hold up a window, and it may be written from right to left, or
// contain marks that turn what follows it. In its sentence it is neither: it is cut, and isolated.

import Foundation

extension String {
  static let popIsolate: Unicode.Scalar = "\u{2069}"

  private static let mostCharacters = 60
  /// Of a file with its folders the end says more than the beginning.
  private static let mostOfPath = 255

  /// The first sixty characters, if it has more; of a path, the beginning and the end.
  var shortened: String {
    guard utf8.first == UInt8(ascii: "/") else { return shortened(to: Self.mostCharacters) }
    guard utf8.count > Self.mostOfPath else { return self }
    let end = String(UnicodeScalarView(unicodeScalars.suffix(2 * Self.mostCharacters)))
    return beginning(ofMost: 2 * Self.mostCharacters).prefix(30) + "…" + end.suffix(30)
  }

  /// So many of its first characters, if it has more: the last of them are dots.
  public func shortened(to most: Int) -> String {
    guard utf8.count > most else { return self }
    // Any number of marks can stand on one letter, and it takes as long as there are marks to find its end.
    let few = beginning(ofMost: 4 * most)
    let start = few.prefix(most)
    let isWhole = start.endIndex == few.endIndex
    guard !isWhole || few.utf8.count < utf8.count else { return self }
    return (isWhole ? few : String(start.dropLast())) + "…"
  }

  /// As it stands among the texts of other programs: in a title bar, a list of windows, what a search has found. It
  /// has no control characters there, nor turns what is around it, nor is longer than anybody reads.
  public var amongOthers: String {
    asName.printable().isolated
  }

  /// As much of a name as anybody reads. One from elsewhere may be of any length, and so may be the time for whatever
  /// is done with each of its letters.
  public var asName: String {
    beginning(ofMost: Self.mostAmongOthers)
  }

  private static let mostAmongOthers = 1_000

  /// As a line that somebody edits or compares. No field takes so long a line: one from elsewhere is refused as it is.
  public var asLine: String { beginning(ofMost: 5_000) }

  /// In a sentence, as much as one may say. Whatever is done with it takes longer the longer it is.
  var asValue: String { utf8.count > Self.mostOfValue ? cutValue : self }

  private static let mostOfValue = 20_000
  private var cutValue: String {
    let start = beginning(ofMost: Self.mostOfValue)
    return start.utf8.count < utf8.count ? start + "…" : self
  }

  /// Its first code points.
  public func beginning(ofMost most: Int) -> String {
    guard utf8.count > most,
      let end = unicodeScalars.index(startIndex, offsetBy: most, limitedBy: endIndex)
    else { return self }
    return String(self[..<end])
  }

  /// As the name of a file that is proposed, without its ending: a slash would lead into a directory, a dot at the
  /// beginning would hide it, and a name has at most 255 bytes.
  public var asFileName: String {
    let start = String(UnicodeScalarView(unicodeScalars.prefix(Self.mostCharacters)))
    let name = start.onOneLine.printable()
      .replacingOccurrences(of: "/", with: "-", options: .literal)
    return String(name.trimmingPrefix { $0 == "." })
  }

  /// Line breaks in it would look like the end of a line of ours.
  var onOneLine: String {
    // Nearly every text has none.
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0xC2 || $0 == 0xE2 }) else { return self }
    return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .joined(separator: " ")
  }

  /// With marks around it, if any of it is written from right to left, so that the direction of what follows stays
  /// as it is. Isolates within it that are closed stay, too.
  var isolated: String {
    // Nearly every text is written from left to right.
    guard utf8.contains(where: { $0 >= 0xD6 }), unicodeScalars.contains(where: \.turns) else {
      return self
    }
    // All marks that end or begin a direction begin with this byte.
    guard utf8.contains(0xE2) else { return "\u{2068}\(self)\u{2069}" }
    var (text, depth) = ("\u{2068}", 0)
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x202A...0x202E: text += "\u{FFFD}"
      case 0x2066...0x2068:
        depth += 1
        text.unicodeScalars.append(scalar)
      case 0x2069 where depth == 0: text += "\u{FFFD}"
      case 0x2069:
        depth -= 1
        text.unicodeScalars.append(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + String(repeating: "\u{2069}", count: depth + 1)
  }
}

extension Sequence<String> {
  /// Values of others beside each other in one line: each of them turns nothing but itself.
  public var inOneLine: String { map(\.amongOthers).joined(separator: " · ") }

  /// Names of others, one after another in a sentence: each is cut and isolated, and of very many not all are named.
  public var named: String {
    let most = 100
    let names = prefix(most + 1).map { $0.shortened.onOneLine.isolated }
    return names.prefix(most).joined(separator: ", ") + (names.count > most ? ", …" : "")
  }
}

extension Unicode.Scalar {
  /// Whether it is written from right to left, or changes the direction.
  fileprivate var turns: Bool {
    switch value {
    // Digits are written from left to right.
    case 0x660...0x66C, 0x6F0...0x6F9: false
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: properties.isBidiControl
    }
  }
}
