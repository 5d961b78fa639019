// Formats a value as the text a person edits. Parsing that text gives the same value.
import Foundation

extension FieldKind {
  /// `value` as a person would type it.
  public func text(of value: FieldValue, style: WritingStyle = .neutral) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
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
  static func text(of tags: Tags) -> String {
    tags.map { tag in
      guard tag.text.contains(",") || tag.text.contains("\"") else { return tag.text }
      return "\"\(tag.text.replacingOccurrences(of: "\"", with: "\"\""))\""
    }.joined(separator: ", ")
  }

  /// Repeated tags are dropped.
  static func tags(from text: String) throws -> Tags {
    var tags = Tags()
    var part = ""
    var isQuoted = false
    func end() throws {
      let tag = part.trimmingCharacters(in: .whitespacesAndNewlines)
      // A doubled quote inside quotes stands for one quote.
      let isInQuotes = tag.count > 1 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
      let plain =
        isInQuotes
        ? tag.dropFirst().dropLast().replacingOccurrences(of: "\"\"", with: "\"") : tag
      if !plain.isEmpty { tags.add(try Tag(plain)) }
      part = ""
    }
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted {
        try end()
      } else {
        part.append(character)
      }
    }
    try end()
    return tags
  }
}
