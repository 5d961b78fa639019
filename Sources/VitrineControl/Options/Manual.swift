// SPDX-License-Identifier: Apache-2.0
// The manual page, made from what the verbs declare; what is not about a verb or an option is in
// `ManualSections`. It is checked in as data/man/vitrinectl.1, and a test compares the two. To write it:
//
//     vitrinectl completion vitrinectl.1 >data/man/vitrinectl.1

import Foundation
import Wording

struct Manual {
  private let chapters: [Chapter]
  private let ofProgram: OptionSection

  init(_ chapters: [Chapter], ofProgram: OptionSection) {
    self.chapters = chapters
    self.ofProgram = ofProgram
  }

  /// The page in mdoc.
  var text: String {
    ([
      ManualSections.beginning, ".Sh " + tr("COMMANDS", context: "heading of a manual page"),
    ] + chapters.map(commands) + [
      ".Sh " + tr("OPTIONS", context: "heading of a manual page"),
      Mdoc.prose(
        tr(
          "Options may stand before or after the command, and “--” ends them. A value follows its option as the next argument or after “=”."
        )
      ),
    ] + optionSections.map(options) + [
      ManualSections.files, exitStatus, ManualSections.end,
    ]).joined(separator: "\n")
  }

  private func commands(_ chapter: Chapter) -> String {
    let items = chapter.verbs.map { verb in
      let call =
        ([".It Cm"] + verb.name + [Self.arguments(verb.arguments.text), Self.arguments(verb.needs)])
        .filter { !$0.isEmpty }.joined(separator: " ")
      let about = verb.about.prefix(1).uppercased() + verb.about.dropFirst() + "."
      let details = verb.details.isEmpty ? [] : verb.details.components(separatedBy: "\n\n")
      return
        ([call, Mdoc.prose(about)]
        + (details.isEmpty ? [] : [Mdoc.paragraphs(details)])).joined(separator: "\n")
    }
    return Mdoc.list(".Ss \(chapter.title)", items)
  }

  /// The options that are the same in several verbs are described once.
  private var optionSections: [(section: OptionSection, verbs: [String])] {
    var found: [(section: OptionSection, verbs: [String])] = [(ofProgram, [])]
    for verb in chapters.flatMap(\.verbs) {
      for section in verb.sections + [verb.common] {
        let verbs = section.separator.map { tr("%1$@ (after %2$@)", verb.title, $0) } ?? verb.title
        if let index = found.firstIndex(where: { $0.section.options == section.options }) {
          found[index].verbs.append(verbs)
        } else if !section.options.isEmpty {
          found.append((section, [verbs]))
        }
      }
    }
    return found
  }

  private func options(_ group: (section: OptionSection, verbs: [String])) -> String {
    let verbs = group.verbs.joined(separator: ", ")
    let title = group.section.title
    let heading = [".Ss \(title ?? tr("Options of %@", verbs))"]
    var about =
      title == nil || verbs.isEmpty ? [] : [Mdoc.prose(tr("For %@:", shortened(group.verbs)))]
    if !group.section.note.isEmpty { about.append(Mdoc.prose(group.section.note)) }
    let items = group.section.options.map { option in
      var item = ".It Fl \(option.name.dropFirst())"
      if let letter = option.letter { item += " , Fl \(letter.dropFirst())" }
      if let value = option.value { item += " Ar \(Mdoc.word(value.placeholder))" }
      return item + "\n"
        + Mdoc.prose(option.about.prefix(1).uppercased() + option.about.dropFirst() + ".")
    }
    return Mdoc.list((heading + about).joined(separator: "\n"), items)
  }

  /// A word instead of all the verbs whose names begin with it.
  private func shortened(_ verbs: [String]) -> String {
    let all = chapters.flatMap(\.verbs)
    var words: [String] = []
    for verb in verbs {
      let first = String(verb.prefix { $0 != " " })
      let isWhole = all.filter { $0.name[0] == first }.allSatisfy { verbs.contains($0.title) }
      if !words.contains(isWhole ? first : verb) { words.append(isWhole ? first : verb) }
    }
    return words.joined(separator: ", ")
  }

  private var exitStatus: String {
    Mdoc.list(
      ".Sh " + tr("EXIT STATUS", context: "heading of a manual page"),
      ExitStatus.allCases.map { status in
        let meaning = status.meaning.prefix(1).uppercased() + status.meaning.dropFirst() + "."
        return ".It \(status.rawValue)\n" + Mdoc.prose(meaning)
      })
  }

  /// What follows a command: placeholders, options and words to choose from.
  private static func arguments(_ text: String) -> String {
    text.split(separator: " ").map { part in
      if part.hasPrefix("--") { return "Fl \(part.dropFirst())" }
      let isOptional = part.hasPrefix("[")
      let name = part.filter { !"[]…".contains($0) }
      let words = name.split(separator: "|").joined(separator: " | ")
      let item = (name.contains { $0.isLowercase } ? "Cm " : "Ar ") + words
      return (isOptional ? "Op " : "") + item + (part.contains("…") ? " ..." : "")
    }.joined(separator: " ")
  }
}
