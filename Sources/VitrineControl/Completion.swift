// Completions for shells, made from what the verbs declare, so that they never offer less or more
// than is understood. `meson install` puts them where the shells look.

import Foundation

enum Completion {
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  /// A verb as a shell sees it.
  private struct Entry {
    let word: String
    let about: String
    let actions: [String]
    let options: [VerbOption]
  }

  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let entries =
    CatalogVerb.all.map { verb in
      Entry(
        word: verb.word, about: about(verb.help), actions: verb.actions,
        options: verb.options.withoutRepeats + VerbOption.common)
    } + [
      Entry(
        word: "state", about: "the saved windows", actions: StateCommand.words,
        options: StateCommand.options + VerbOption.common.filter { $0.name != "--forget-history" }),
      Entry(
        word: "completion", about: "print the completions for a shell",
        actions: Shell.allCases.map(\.rawValue), options: []),
    ]

  /// What the first line of a help says of the verb.
  private static func about(_ help: String) -> String {
    let line = help.prefix { $0 != "\n" }
    return line.range(of: "  ", options: .backwards).map {
      line[$0.upperBound...].trimmingCharacters(in: .whitespaces)
    } ?? ""
  }

  private static var verbs: String {
    (entries.map(\.word) + ["--help", "--version"]).joined(separator: " ")
  }

  // MARK: bash

  private static var bash: String {
    var lines = [
      "# bash completion for vitrinectl", "_vitrinectl() {",
      #"  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}"#,
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
      "    COMPREPLY=($(compgen -W \"\(verbs)\" -- \"$word\"))", "    return", "  fi",
      "  case ${COMP_WORDS[1]}:$before in",
    ]
    for entry in entries {
      for option in entry.options {
        let offer: String
        switch option.value {
        case .none: continue
        case .text: offer = "COMPREPLY=()"
        case .file: offer = "COMPREPLY=($(compgen -f -- \"$word\"))"
        case .directory: offer = "COMPREPLY=($(compgen -d -- \"$word\"))"
        case .words(let words): offer = reply(words)
        }
        lines.append("    \(entry.word):\(option.name)) \(offer); return ;;")
      }
    }
    lines += ["  esac", "  case ${COMP_WORDS[1]} in"]
    for entry in entries {
      lines.append("    \(entry.word)) \(reply(entry.actions + entry.options.map(\.name))) ;;")
    }
    return
      (lines + ["  esac", "}", "complete -o bashdefault -o default -F _vitrinectl vitrinectl"])
      .joined(separator: "\n")
  }

  private static func reply(_ words: [String]) -> String {
    "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
  }

  // MARK: zsh

  private static var zsh: String {
    var lines = [
      "#compdef vitrinectl", "_vitrinectl() {", "  if (( CURRENT == 2 )); then",
      "    local -a verbs",
      "    verbs=(",
    ]
    lines += entries.map { "      '\($0.word):\(quoted($0.about))'" }
    lines += [
      "    )", "    _describe verb verbs", "    return", "  fi", "  local verb=$words[2]",
      "  words=(vitrinectl \"${(@)words[3,-1]}\")", "  (( CURRENT -= 1 ))", "  case $verb in",
    ]
    for entry in entries {
      var line = "    \(entry.word)) _arguments"
      for option in entry.options {
        let value =
          switch option.value {
          case .none: ""
          case .text: ":value: "
          case .file: ":file:_files"
          case .directory: ":directory:_files -/"
          case .words(let words): ":value:(\(quoted(words.joined(separator: " "))))"
          }
        line += " '*\(option.name)\(value)'"
      }
      if !entry.actions.isEmpty { line += " '1: :(\(entry.actions.joined(separator: " ")))'" }
      lines.append(line + " '*: :_files' ;;")
    }
    return (lines + ["  esac", "}", "_vitrinectl \"$@\""]).joined(separator: "\n")
  }

  // MARK: fish

  private static var fish: String {
    var lines = [
      "# fish completion for vitrinectl",
      "complete -c vitrinectl -n __fish_use_subcommand -f -l help",
      "complete -c vitrinectl -n __fish_use_subcommand -f -l version",
    ]
    for entry in entries {
      lines.append(
        "complete -c vitrinectl -n __fish_use_subcommand -f -a \(entry.word)"
          + " -d '\(quoted(entry.about))'")
      let isSaid = "complete -c vitrinectl -n '__fish_seen_subcommand_from \(entry.word)'"
      if !entry.actions.isEmpty {
        lines.append("\(isSaid) -f -a '\(entry.actions.joined(separator: " "))'")
      }
      for option in entry.options {
        let value =
          switch option.value {
          case .none: ""
          case .text: " -x"
          case .file: " -r -F"
          case .directory: " -x -a '(__fish_complete_directories)'"
          case .words(let words): " -x -a '\(quoted(words.joined(separator: " ")))'"
          }
        lines.append("\(isSaid) -l \(option.name.dropFirst(2))\(value)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String {
    text.replacingOccurrences(of: "'", with: "’")
  }
}

extension [VerbOption] {
  /// Where an option means one thing before a word and another after it, it is offered once.
  fileprivate var withoutRepeats: [VerbOption] {
    var names: Set<String> = []
    return filter { names.insert($0.name).inserted }
  }
}
