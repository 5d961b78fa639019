// SPDX-License-Identifier: Apache-2.0
// How the words of a head are compared: without case, accents, punctuation and the ways in which programs
// join words, so that “Artikel-Nr.”, “ARTIKEL NR” and “artikelNr” are one.

import Catalog
import Foundation

enum HeadKey {
  /// What is longer is no name of a column, and only its beginning is compared.
  static let longest = 256

  /// The words of a name, with one space between them.
  static func of(_ name: String) -> String {
    var spaced = String.UnicodeScalarView()
    var wasSmall = false
    for scalar in name.unicodeScalars.prefix(longest) {
      let properties = scalar.properties
      if wasSmall, properties.isUppercase { spaced.append(" ") }
      wasSmall = properties.isLowercase
      // Superscripts are letters of units; what joins letters is part of a word.
      let isWord =
        properties.isAlphabetic || properties.numericType != nil
        || properties.generalCategory == .nonspacingMark
      spaced.append(isWord ? scalar : " ")
    }
    return String(spaced).searchSpelling.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// A table of names, separated by “|”, as keys.
  static func keys(_ names: String) -> [String] {
    names.split(whereSeparator: { $0 == "|" || $0 == "\n" }).map { of(String($0)) }
      .filter { !$0.isEmpty }
  }
}
