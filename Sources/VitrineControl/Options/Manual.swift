// The manual page, made from what the verbs declare; what is not about a verb or an option is in
// `ManualSections`. It is checked in as data/man/vitrinectl.1, and a test compares the two. To write it:
//
//     vitrinectl completion man >data/man/vitrinectl.1

import Foundation

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
      ManualSections.beginning, ".Sh COMMANDS",
    ] + chapters.map(commands) + [
      ".Sh OPTIONS",
      Self.prose(
        "Options may stand before or after the command, and “--” ends them. A value follows its option as the next argument or after “=”."
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
      return ([call, Self.prose(about)] + Self.paragraphs(verb.details)).joined(separator: "\n")
    }
    return Self.list(".Ss \(chapter.title)", items)
  }

  /// The options that are the same in several verbs are described once.
  private var optionSections: [(section: OptionSection, verbs: [String])] {
    var found: [(section: OptionSection, verbs: [String])] = [(ofProgram, [])]
    for verb in chapters.flatMap(\.verbs) {
      for section in verb.sections + [verb.common] {
        let verbs = verb.title + (section.separator.map { " (after \($0))" } ?? "")
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
    let heading = [".Ss \(title ?? "Options of \(verbs)")"]
    var about = title == nil || verbs.isEmpty ? [] : [Self.prose("For \(shortened(group.verbs)):")]
    if !group.section.note.isEmpty { about.append(Self.prose(group.section.note)) }
    let items = group.section.options.map { option in
      var item = ".It Fl \(option.name.dropFirst())"
      if let letter = option.letter { item += " , Fl \(letter.dropFirst())" }
      if let value = option.value { item += " Ar \(Self.word(value.placeholder))" }
      return item + "\n"
        + Self.prose(option.about.prefix(1).uppercased() + option.about.dropFirst() + ".")
    }
    return Self.list((heading + about).joined(separator: "\n"), items)
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
    Self.list(
      ".Sh EXIT STATUS",
      ExitStatus.allCases.map { status in
        let meaning = status.meaning.prefix(1).uppercased() + status.meaning.dropFirst() + "."
        return ".It \(status.rawValue)\n" + Self.prose(meaning)
      })
  }

  // MARK: mdoc

  private static func list(_ heading: String, _ items: [String]) -> String {
    ([heading, ".Bl -tag -width Ds"] + items + [".El"]).joined(separator: "\n")
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

  private static func paragraphs(_ text: String) -> [String] {
    text.isEmpty
      ? []
      : text.components(separatedBy: "\n\n").enumerated().map {
        ($0 > 0 ? ".Pp\n" : "") + prose($1)
      }
  }

  /// Text, a sentence on each line.
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
  private static func word(_ text: String) -> String {
    let named: [Character: String] = [
      "\\": "\\e", "“": "\\(lq", "”": "\\(rq", "’": "\\(cq", "…": "...", "\"": "\\(dq",
    ]
    let plain = text.reduce(into: "") { $0 += named[$1] ?? String($1) }
      .replacingOccurrences(of: "--", with: "\\-\\-")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
