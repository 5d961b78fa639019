// SPDX-License-Identifier: Apache-2.0
// What `--help` prints, at most 80 characters wide.

import Foundation
import Wording

enum HelpText {
  static let width = 80
  /// Where the second column of a table begins.
  private static let column = 25

  /// The commands of the program.
  static func program(_ chapters: [Chapter], ofProgram: OptionSection) -> String {
    let statuses = ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }
    return
      ([
        tr("Usage: %@", "vitrinectl COMMAND [ARGUMENT…] [OPTION…]"),
        wrapped(tr("“vitrinectl COMMAND --help” says what a command does, and its options.")),
      ] + chapters.map { table($0.title, $0.verbs.map { ($0.title, $0.about) }) } + [
        table(of: ofProgram), table(tr("Exit status"), statuses),
        wrapped(tr("With --json, what went wrong is an object on standard error.")),
      ]).joined(separator: "\n\n")
  }

  /// The help of one verb.
  static func text(of verb: Verb) -> String {
    ([tr("Usage: %@", verb.usage), sentence(verb.about)] + paragraphs(verb.details)
      + (verb.sections + [verb.common]).map(table)).joined(separator: "\n\n")
  }

  /// The help of verbs whose names begin with the same word, the first of which may have no other.
  static func text(of family: [Verb]) -> String {
    let plain = family.first { $0.name.count == 1 }
    // Each under the first.
    let indent = String(repeating: " ", count: tr("Usage: %@", "").count)
    let usage = family.map(\.usage).joined(separator: "\n" + indent)
    var parts = [
      tr("Usage: %@", usage),
      table(tr("Commands", context: "heading"), family.map { ($0.title, $0.about) }),
    ]
    if let plain { parts += paragraphs(plain.details) + plain.sections.map(table) }
    if let other = family.first(where: { $0.name.count > 1 }) {
      parts.append(
        wrapped(
          tr(
            "“vitrinectl %@ --help” says more about that one; likewise the others.", other.title))
      )
    }
    return (parts + [table(of: family[0].common)]).joined(separator: "\n\n")
  }

  private static func table(of section: OptionSection) -> String {
    let title = section.title ?? tr("Options", context: "heading")
    let heading = section.separator.map { tr("%1$@ (after %2$@)", title, $0) } ?? title
    let options = table(heading, section.options.map { ($0.usage, $0.about) })
    return (paragraphs(section.note) + [options]).joined(separator: "\n\n")
  }

  /// Rows of two columns under a heading.
  static func table(_ title: String, _ rows: [(String, String)]) -> String {
    let indent = String(repeating: " ", count: column)
    let printed = rows.flatMap { row in
      let left = "  " + row.0
      let right = lines(of: row.1, width: width - column)
      let isShort = left.count < column - 1
      let first =
        isShort
        ? [left + String(repeating: " ", count: column - left.count) + right[0]]
        : [left, indent + right[0]]
      return first + right.dropFirst().map { indent + $0 }
    }
    return ([title + ":"] + printed).joined(separator: "\n")
  }

  private static func sentence(_ text: String) -> String {
    wrapped(text.prefix(1).uppercased() + text.dropFirst() + ".")
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.isEmpty ? [] : text.components(separatedBy: "\n\n").map(wrapped)
  }

  private static func wrapped(_ text: String) -> String {
    lines(of: text, width: width).joined(separator: "\n")
  }

  /// The text in lines of at most `width` characters, but never less than a word.
  private static func lines(of text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(whereSeparator: \.isWhitespace) {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
