// SPDX-License-Identifier: Apache-2.0
// Completions for shells, made from what the verbs declare, so that they never offer less or more
// than is understood. `meson install` puts them where the shells look. Not for translation: what is of a shell.

import Foundation

struct Completion {
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  /// The verbs that begin with a word, as a shell sees them.
  private struct Entry {
    let word: String
    let about: String
    let actions: [String]
    /// Where an option means one thing in one verb and another in the next, it is offered once.
    let options: [OptionDeclaration]
  }

  private let entries: [Entry]
  /// What is offered before a verb is typed: what the program and every verb have.
  private let early: [OptionDeclaration]
  /// The options of any verb that a value follows.
  private let valued: [String]

  init(_ chapters: [Chapter], ofProgram: OptionSection) {
    var entries: [Entry] = []
    for chapter in chapters {
      for verb in chapter.verbs where !entries.contains(where: { $0.word == verb.name[0] }) {
        let family = chapter.verbs.filter { $0.name[0] == verb.name[0] }
        let choices = family.count == 1 ? family[0].arguments.choices : []
        entries.append(
          Entry(
            word: verb.name[0],
            about: verb.name.count == 1 ? verb.about : chapter.title.lowercased(),
            actions: family.flatMap { [$0.name] + $0.aliases }
              .compactMap { $0.count > 1 && $0[0] == verb.name[0] ? $0[1] : nil } + choices,
            options: Self.once(family.flatMap(\.options))))
      }
    }
    self.entries = entries
    early = Self.once(
      ofProgram.options + chapters.flatMap(\.verbs).flatMap(\.common.options))
    valued = Self.once(chapters.flatMap(\.verbs).flatMap(\.options))
      .compactMap { $0.value == nil ? nil : $0.name }
  }

  private static func once(_ options: [OptionDeclaration]) -> [OptionDeclaration] {
    var names: Set<String> = []
    return options.filter { names.insert($0.name).inserted }
  }

  func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  // MARK: bash

  private var bash: String {
    var lines = [
      "# bash completion for vitrinectl", "_vitrinectl() {",
      #"  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb='' i"#,
      "  # bash splits an option and its value at “=”.",
      #"  if [ "$word" = = ]; then word=''"#,
      #"  elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi"#,
      "  for ((i = 1; i < COMP_CWORD; i++)); do",
      "    case ${COMP_WORDS[i]} in",
      "      \(valued.joined(separator: "|")))",
      #"        [ "${COMP_WORDS[i + 1]}" != = ] || ((i++))"#, "        ((i++)) ;;",
      "      -*|=) ;;", "      *) verb=${COMP_WORDS[i]}; break ;;", "    esac", "  done",
      "  case $verb:$before in",
    ]
    for (word, options) in [("", early)] + entries.map({ ($0.word, $0.options) }) {
      for option in options {
        guard let value = option.value else { continue }
        let offer =
          switch value.offer {
          case .nothing: "COMPREPLY=()"
          case .files: "COMPREPLY=($(compgen -f -- \"$word\"))"
          case .directories: "COMPREPLY=($(compgen -d -- \"$word\"))"
          case .words(let words): Self.reply(words)
          }
        lines.append("    \(word):\(option.name)) \(offer); return ;;")
      }
    }
    let names = entries.map(\.word) + early.map(\.name)
    lines += ["  esac", "  case $verb in", "    '') \(Self.reply(names)) ;;"]
    for entry in entries {
      lines.append("    \(entry.word)) \(Self.reply(entry.actions + entry.options.map(\.name))) ;;")
    }
    return
      (lines + ["  esac", "}", "complete -o bashdefault -o default -F _vitrinectl vitrinectl"])
      .joined(separator: "\n")
  }

  private static func reply(_ words: [String]) -> String {
    "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
  }

  // MARK: zsh

  private var zsh: String {
    var lines = [
      "#compdef vitrinectl", "_vitrinectl() {", "  local -i place=2",
      "  while (( place < CURRENT )); do", "    case $words[place] in",
      "      (\(valued.joined(separator: "|"))) (( place += 2 )) ;;",
      "      (-*) (( place += 1 )) ;;", "      (*) break ;;", "    esac", "  done",
      "  if (( place >= CURRENT )); then", "    local state", "    local -a verbs", "    verbs=(",
    ]
    lines += entries.map { "      '\($0.word):\(Self.quoted($0.about))'" }
    lines += [
      "    )", "    _arguments -C\(Self.arguments(early)) '1: :->verb' '*: :'",
      "    [[ $state != verb ]] || _describe verb verbs", "    return", "  fi",
      "  local verb=$words[place]",
      "  words=(vitrinectl \"${(@)words[place+1,-1]}\")", "  (( CURRENT -= place - 1 ))",
      "  case $verb in",
    ]
    for entry in entries {
      var line = "    \(entry.word)) _arguments" + Self.arguments(entry.options)
      if !entry.actions.isEmpty { line += " '1: :(\(entry.actions.joined(separator: " ")))'" }
      lines.append(line + " '*: :_files' ;;")
    }
    return (lines + ["  esac", "}", "_vitrinectl \"$@\""]).joined(separator: "\n")
  }

  private static func arguments(_ options: [OptionDeclaration]) -> String {
    options.map { option in
      let value =
        switch option.value?.offer {
        case nil: ""
        case .nothing: ":value: "
        case .files: ":file:_files"
        case .directories: ":directory:_files -/"
        case .words(let words): ":value:(\(quoted(words.joined(separator: " "))))"
        }
      // With “=” or without it before the value.
      return " '*\(option.name)\(option.value == nil ? "" : "=")\(value)'"
    }.joined()
  }

  // MARK: fish

  private var fish: String {
    var lines = ["# fish completion for vitrinectl"]
    let isEarly = "complete -c vitrinectl -n __fish_use_subcommand"
    lines += early.map { "\(isEarly) -f\(Self.option($0))" }
    for entry in entries {
      lines.append("\(isEarly) -f -a \(entry.word) -d '\(Self.quoted(entry.about))'")
      let isSaid = "complete -c vitrinectl -n '__fish_seen_subcommand_from \(entry.word)'"
      if !entry.actions.isEmpty {
        lines.append("\(isSaid) -f -a '\(entry.actions.joined(separator: " "))'")
      }
      lines += entry.options.map { "\(isSaid)\(Self.option($0))" }
    }
    return lines.joined(separator: "\n")
  }

  private static func option(_ option: OptionDeclaration) -> String {
    let value =
      switch option.value?.offer {
      case nil: ""
      case .nothing: " -x"
      case .files: " -r -F"
      case .directories: " -x -a '(__fish_complete_directories)'"
      case .words(let words): " -x -a '\(quoted(words.joined(separator: " ")))'"
      }
    return " -l \(option.name.dropFirst(2))\(value) -d '\(quoted(option.about))'"
  }

  private static func quoted(_ text: String) -> String {
    text.replacingOccurrences(of: "'", with: "’", options: .literal)
  }
}
