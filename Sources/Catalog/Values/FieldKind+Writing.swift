// SPDX-License-Identifier: Apache-2.0
// Formats a value as the text a user edits. Parsing that text gives the same value.
import Foundation

extension FieldKind {
  /// `value` as a user would type it.
  public func text(of value: FieldValue, style: WritingStyle = .neutral) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): style.written(String(number))
    case .number(let number):
      if case .number(let unit) = self, !unit.isEmpty {
        "\(style.written(number.text)) \(unit)"
      } else {
        style.written(number.text)
      }
    case .money(let price): style.written(price)
    case .day(let day): style.written(day)
    case .yesNo(let isTrue): isTrue ? "yes" : "no"
    case .tags(let tags): TagsText.text(of: tags)
    case .category(let path): path.text
    }
  }
}

/// Several tags on one line, separated by commas; a tag that contains a comma is quoted.
enum TagsText {
  // By code points: a mark at the beginning of a tag would be one character with the quote before
  // it.
  static func text(of tags: Tags) -> String { list(tags.map(\.text)) }

  /// Other names in the same way.
  static func list(_ names: [String]) -> String {
    names.map { name in
      guard name.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) else { return name }
      return "\"\(name.replacingOccurrences(of: "\"", with: "\"\"", options: .literal))\""
    }.joined(separator: ", ")
  }

  /// A tag that is there twice is taken once.
  static func tags(from text: String) throws -> Tags {
    var tags = Tags()
    for part in parts(of: text) {
      let tag = String(part).trimmingCharacters(in: .whitespacesAndNewlines)
      let scalars = tag.unicodeScalars
      // Two quotes within quotes are one.
      let isInQuotes = scalars.count > 1 && scalars.first == "\"" && scalars.last == "\""
      let plain =
        isInQuotes
        ? String(scalars.dropFirst().dropLast())
          .replacingOccurrences(of: "\"\"", with: "\"", options: .literal) : tag
      if !plain.isEmpty { tags.add(try Tag(plain)) }
    }
    return tags
  }

  /// What is between commas that are not within quotes.
  private static func parts(of text: String) -> [Substring.UnicodeScalarView] {
    var isQuoted = false
    return text.unicodeScalars.split(omittingEmptySubsequences: true) { scalar in
      if scalar == "\"" { isQuoted.toggle() }
      return scalar == "," && !isQuoted
    }
  }
}
