// SPDX-License-Identifier: Apache-2.0
// A size or an amount as people write it: "12mm" is also "12 mm", "3,5x30" is "3.5 × 30", "½" is "1/2" and "0,5",
// and digits are digits in every script. The index has whatever stands in the product, so a query asks for all of
// them. (Points, commas and slashes all divide words, so that the index does not tell 3,5 from 3.5.)

import Foundation

struct SearchedNumber {
  /// As it was typed, in the usual width and digits.
  let text: String
  /// The same, with the words before that people may write together with it.
  private(set) var whole: String
  private var parts = 1
  private let typed: String

  init(_ typed: String) {
    self.typed = typed
    var text = ""
    for scalar in typed.unicodeScalars {
      if scalar.value >= 0x80, scalar.properties.numericType == .decimal,
        let value = scalar.properties.numericValue
      {
        text += "\(Int(value))"
      } else {
        text.unicodeScalars.append(scalar.usualWidth)
      }
    }
    // Half-width kana have no place in `usualWidth`: two of them may be one character.
    if typed.unicodeScalars.contains(where: { (0xFF61...0xFF9F).contains($0.value) }) {
      text = text.applyingTransform(.fullwidthToHalfwidth, reverse: true) ?? text
    }
    self.text = text
    whole = text
  }

  /// Whether it is nothing but the sign between two lengths.
  var isTimes: Bool {
    text.unicodeScalars.count == 1 && text.unicodeScalars.allSatisfy(Self.signs.contains)
  }

  private var beginsWithDigit: Bool { text.unicodeScalars.first.map(Self.isDigit) ?? false }
  private var endsWithDigit: Bool { text.unicodeScalars.last.map(Self.isDigit) ?? false }
  private var hasDigit: Bool { text.unicodeScalars.contains(where: Self.isDigit) }

  /// Whether a sign between these two stands for "times".
  func isMultiplied(by other: SearchedNumber) -> Bool { endsWithDigit && other.beginsWithDigit }

  /// Further spellings of it, also as a part of a longer word that begins with the one before.
  func spellings(after previous: SearchedNumber?) -> [String] {
    var spellings: [String] = []
    if text != typed { spellings.append(text) }
    if let kana = Self.halfWidth(text) { spellings.append(kana) }
    guard
      hasDigit || text.unicodeScalars.contains(where: { Self.fractions[$0] != nil })
        || previous != nil
    else { return spellings }
    for text in [text] + Self.withFractions(text) {
      if text != self.text { spellings.append(text) }
      spellings += Self.divided(text)
    }
    if let previous, let sign = previous.sign(before: self) {
      spellings += [previous.text + sign + text]
      if previous.whole != previous.text { spellings.append(previous.whole + sign + text) }
    }
    return spellings
  }

  /// It, knowing the word before.
  func following(_ previous: SearchedNumber?) -> SearchedNumber {
    guard let previous, let sign = previous.sign(before: self) else { return self }
    var joined = self
    // Nobody writes more than three of them as one word.
    joined.whole = previous.parts < 3 ? previous.whole + sign + text : text
    joined.parts = previous.parts < 3 ? previous.parts + 1 : 1
    return joined
  }

  /// What stands between these two if they are written as one word; nil if nobody writes them so.
  private func sign(before next: SearchedNumber) -> String? {
    isMultiplied(by: next) ? "x" : isJoined(with: next) ? "" : nil
  }

  /// Whether people may write these two as one word: a number and its unit, a letter and its number.
  private func isJoined(with next: SearchedNumber) -> Bool {
    let (letters, digits) = (next.text.unicodeScalars, text.unicodeScalars)
    if endsWithDigit, letters.count <= Self.longestUnit {
      return letters.allSatisfy { $0.properties.isAlphabetic || $0 == "²" || $0 == "³" }
    }
    return next.beginsWithDigit && digits.count <= Self.longestUnit
      && digits.allSatisfy(\.properties.isAlphabetic)
  }

  private static let longestUnit = 5

  /// Lengths with every sign between them, and numbers apart from the letters beside them.
  private static func divided(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    func written(_ sign: String, isApart: Bool) -> String {
      var written = String.UnicodeScalarView()
      for (index, scalar) in scalars.enumerated() {
        let last = index > 0 ? scalars[index - 1] : nil
        let next = index + 1 < scalars.count ? scalars[index + 1] : nil
        if signs.contains(scalar), let last, let next, isDigit(last), isDigit(next) {
          written.append(contentsOf: sign.unicodeScalars)
          continue
        }
        if isApart, let last, !signs.contains(last), isDigit(last) != isDigit(scalar),
          last.properties.isAlphabetic || scalar.properties.isAlphabetic
        {
          written.append(" ")
        }
        written.append(scalar)
      }
      return String(written)
    }
    var spellings: [String] = []
    for sign in ["x", " x ", " "] {
      for spelling in [written(sign, isApart: false), written(sign, isApart: true)]
      where spelling != text && !spellings.contains(spelling) {
        spellings.append(spelling)
      }
    }
    return spellings
  }

  private static let signs: Set<Unicode.Scalar> = ["x", "X", "×", "*"]

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  // MARK: Fractions

  private static let fractions: [Unicode.Scalar: [String]] = [
    "½": ["1/2", "0.5"], "¼": ["1/4", "0.25"], "¾": ["3/4", "0.75"], "⅓": ["1/3"], "⅔": ["2/3"],
    "⅕": ["1/5", "0.2"], "⅛": ["1/8", "0.125"], "⅜": ["3/8", "0.375"], "⅝": ["5/8", "0.625"],
    "⅞": ["7/8", "0.875"],
  ]

  private static let fractionsByText: [String: Unicode.Scalar] = Dictionary(
    fractions.flatMap { sign, texts in texts.map { ($0, sign) } },
    uniquingKeysWith: { first, _ in first })

  private static func withFractions(_ text: String) -> [String] {
    if let sign = fractionsByText[text.replacing(",", with: ".")] {
      return [String(sign)] + (fractions[sign] ?? []).filter { $0 != text }
    }
    guard let place = text.unicodeScalars.firstIndex(where: { fractions[$0] != nil }) else {
      return []
    }
    let before = String(text.unicodeScalars[..<place])
    let after = String(text.unicodeScalars[text.unicodeScalars.index(after: place)...])
    return (fractions[text.unicodeScalars[place]] ?? []).map { fraction in
      // One and a half is 1 1/2, but 1.5.
      let joined =
        fraction.hasPrefix("0.") && !before.isEmpty
        ? before + fraction.dropFirst() : before.isEmpty ? fraction : "\(before) \(fraction)"
      return joined + after
    }
  }

  // MARK: Other scripts

  /// The same number in the digits of Arabic and of Persian.
  var inOtherDigits: [String] {
    guard hasDigit else { return [] }
    return [0x660, 0x6F0].map { zero in
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { scalar in
            Self.isDigit(scalar) ? Unicode.Scalar(zero + scalar.value - 0x30) ?? scalar : scalar
          }))
    }
  }

  /// Japanese syllables in half width, if there are any.
  private static func halfWidth(_ text: String) -> String? {
    guard text.unicodeScalars.contains(where: { (0x30A1...0x30FC).contains($0.value) }) else {
      return nil
    }
    return text.applyingTransform(.fullwidthToHalfwidth, reverse: false)
  }
}
