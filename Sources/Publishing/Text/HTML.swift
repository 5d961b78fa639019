// SPDX-License-Identifier: Apache-2.0
// Markup in which every value is escaped: a literal is markup, what is interpolated is text. Forgetting to escape is
// not possible, because that would need another type. Attributes always stand in double quotes.

/// A piece of a page.
struct HTML: ExpressibleByStringInterpolation {
  private(set) var text: String

  static let none: HTML = ""

  init(stringLiteral value: String) { text = value }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ value: String) { HTML.escape(value, into: &text) }

    mutating func appendInterpolation(_ number: Int) { text += String(number) }

    mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

    mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { text += piece.text }
    }

    /// Within a `script` element: JSON escapes what could end it.
    mutating func appendInterpolation(_ json: JSON) { text += json.text }
  }

  static func += (html: inout HTML, piece: HTML) { html.text += piece.text }

  /// Text of several lines: blank lines separate paragraphs.
  static func paragraphs(_ text: String) -> HTML {
    var (html, lines): (HTML, [HTML]) = ("", [])
    func end() {
      if lines.isEmpty { return }
      var paragraph: HTML = lines[0]
      for line in lines.dropFirst() { paragraph += "<br>\n\(line)" }
      html += "<p dir=\"auto\">\(paragraph)</p>\n"
      lines = []
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.allSatisfy(\.isWhitespace) { end() } else { lines.append("\(String(line))") }
    }
    end()
    return html
  }

  private static func escape(_ value: String, into text: inout String) {
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      // A browser takes the end of a line of any system.
      case "\n", "\r", "\t": text.unicodeScalars.append(scalar)
      // No page may have them.
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value): text += "\u{fffd}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
