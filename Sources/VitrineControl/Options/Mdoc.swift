// SPDX-License-Identifier: Apache-2.0
// mdoc, the language of manual pages: text is escaped, so that translators need not know of it.

import Foundation

enum Mdoc {
  /// Items with their tags, below a heading.
  static func list(_ heading: String, _ items: [String]) -> String {
    ([heading, ".Bl -tag -width Ds"] + items + [".El"]).joined(separator: "\n")
  }

  /// An item of a list. `tag` is mdoc itself.
  static func item(tag: String, _ text: String) -> String { ".It \(tag)\n" + prose(text) }

  /// An example to type, with what it does.
  static func example(_ text: String, typed command: String) -> String {
    prose(text) + "\n.Dl \(command)"
  }

  /// Paragraphs, with a space between them.
  static func paragraphs(_ texts: [String]) -> String {
    texts.map { prose($0) }.joined(separator: "\n.Pp\n")
  }

  /// A paragraph, a sentence on each line.
  static func prose(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.hasSuffix(".") && !last.hasSuffix("..") || last.hasSuffix(".”") {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = last + " " + word
      }
    }
    return lines.map(word).joined(separator: "\n")
  }

  /// Text in which nothing is taken for a request.
  static func word(_ text: String) -> String {
    let named: [Character: String] = [
      "\\": "\\e", "“": "\\(lq", "”": "\\(rq", "’": "\\(cq", "…": "...", "\"": "\\(dq",
    ]
    let plain = text.reduce(into: "") { $0 += named[$1] ?? String($1) }
      .replacingOccurrences(of: "--", with: "\\-\\-")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
