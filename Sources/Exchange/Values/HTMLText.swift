// SPDX-License-Identifier: Apache-2.0
// The text of a description that a shop keeps as HTML: paragraphs and lists become lines, the rest of the markup
// goes. It is not a parser of pages: what it does not know stays as it is.

import Foundation

enum HTMLText {
  /// Whether a text has markup or named characters.
  static func isLikely(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "<")) && (text.contains("<!--") || HTMLTags.isOne(in: text))
      || hasEntity(text)
  }

  /// Whether something of a text would not be seen if it were taken for HTML: that is so of every tag, known or not.
  static func wouldHide(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "<"))
      && text.range(of: pattern, options: .regularExpression) != nil
      || hasEntity(text)
  }

  /// Written so that it is seen as it is where texts are taken for HTML.
  static func shown(_ text: String) -> String { wouldHide(text) ? escaped(text) : text }

  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func hasEntity(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "&"))
      && text.range(
        of: "&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}[0-9]{0,2});",
        options: .regularExpression)
        != nil
  }

  private static let pattern = "</?[a-zA-Z][^\\s<>/]*(\\s[^<>]*)?/?>|<!--"

  static func plain(_ html: String) -> String {
    guard isLikely(html) else { return html }
    // Named characters alone say nothing of lines.
    guard html.contains("<!--") || HTMLTags.isOne(in: html) else { return decoded(html).trimmed }
    var text = ""
    var rest = html[...]
    var hidden: String?
    let tags = HTMLTags(html)
    while let start = rest.firstIndex(of: "<") {
      if hidden == nil { text += spaced(rest[..<start]) }
      rest = rest[start...]
      if rest.hasPrefix("<!--") {
        rest = rest.range(of: "-->").map { rest[$0.upperBound...] } ?? ""
        continue
      }
      guard let tag = tags.first(of: rest) else {
        if hidden == nil { text += "<" }
        rest = rest.dropFirst()
        continue
      }
      let isEmpty = rest[..<tag.end].hasSuffix("/>")
      rest = rest[tag.end...]
      if let open = hidden {
        if tag.isEnd, tag.name == open { hidden = nil }
        continue
      }
      switch tag.name {
      case "script", "style", "head", "svg": if !tag.isEnd, !isEmpty { hidden = tag.name }
      case "br": text += "\n"
      case "li": if !tag.isEnd { text += "\n• " }
      case "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table": text += "\n\n"
      case "div", "ul", "ol", "tr", "dl", "dt", "dd", "section", "article", "hr": text += "\n"
      case "td", "th": if tag.isEnd { text += " " }
      default: break
      }
    }
    if hidden == nil { text += spaced(rest) }
    return tidy(decoded(text))
  }

  /// Without markup, on one line.
  static func line(_ html: String) -> String {
    plain(html).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func spaced(_ text: Substring) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  private static func tidy(_ text: String) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ").joined(separator: " ")
      let line = words.trimmingCharacters(in: .whitespaces)
      if line.isEmpty, lines.last?.isEmpty ?? true { continue }
      // A list has no blank lines within it.
      if line.hasPrefix("• "), lines.last?.isEmpty ?? false,
        lines.dropLast().last?.hasPrefix("• ") ?? false
      {
        lines.removeLast()
      }
      lines.append(line)
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// What is only there for the layout of a page is a space, or nothing.
  static func decoded(_ text: String) -> String {
    HTMLEntities.decoded(
      text, instead: ["nbsp": " ", "thinsp": " ", "ensp": " ", "emsp": " ", "shy": ""])
  }
}

extension String {
  /// With one kind of line end.
  var withLineFeeds: String {
    guard utf8.contains(0x0D) else { return self }
    return replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
  }
}
