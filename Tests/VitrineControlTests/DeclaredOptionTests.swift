// SPDX-License-Identifier: Apache-2.0
// Help, manual page and completions name what is declared, all of it and nothing else.

import Foundation
import XCTest

@testable import VitrineControl

final class DeclaredOptionTests: ControlTestCase {
  private func names(in text: some StringProtocol) -> Set<String> {
    let words = text.split { (letter: Character) in !(letter == "-" || letter.isLowercase) }
    return Set(words.map { String($0) }.filter { $0.hasPrefix("--") && $0.count > 2 })
  }

  /// The names in the first column of the tables of a help.
  private func listed(in help: String) -> Set<String> {
    help.split(separator: "\n").filter { $0.hasPrefix("  --") }.reduce(into: []) {
      $0.formUnion(names(in: $1.split(separator: " ").first ?? ""))
    }
  }

  /// The output of a call that is about no catalogue.
  private func output(_ words: String..., of program: String = "vitrinectl") throws -> String {
    let process = call([])
    process.executableURL = process.executableURL?.deletingLastPathComponent()
      .appendingPathComponent(program)
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0, "\(words)")
    return String(decoding: said, as: UTF8.self)
  }

  private func page(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent("data/man/\(name)"), encoding: .utf8)
  }

  private let all = Set(VerbTable.options.map(\.name))

  func testTheHelpOfAVerbHasItsOptions() throws {
    for verb in VerbTable.all {
      let help = HelpText.text(of: verb)
      XCTAssertEqual(listed(in: help), Set(verb.options.map(\.name)), verb.title)
      XCTAssertTrue(names(in: help).isSubset(of: all), verb.title)
    }
    let help = try output("--help")
    XCTAssertEqual(listed(in: help), Set(VerbTable.ofProgram.names))
    for verb in VerbTable.all {
      XCTAssertTrue(help.contains("\n  \(verb.title) "), verb.title)
    }
    XCTAssertEqual(try output("list", "--help"), HelpText.text(of: .list) + "\n")
    XCTAssertEqual(try output("help", "list"), HelpText.text(of: .list) + "\n")
    XCTAssertEqual(
      try output("--help", "trash", "restore"), HelpText.text(of: .trashRestore) + "\n")
  }

  func testHelpFitsATerminal() throws {
    let families = Set(VerbTable.all.map { $0.name[0] }).map { [$0] }
    let all: [[String]] = [[]] + families + VerbTable.all.map(\.name)
    for words in all {
      for line in try HelpText.of(words).split(separator: "\n") {
        XCTAssertLessThanOrEqual(line.count, HelpText.width, "\(words): \(line)")
      }
    }
  }

  func testTheManualPagesAreCurrent() throws {
    for name in ["vitrine.1", "vitrinectl.1"] {
      XCTAssertEqual(
        try page(name), try output("completion", name),
        "“vitrinectl completion \(name) >data/man/\(name)” makes it anew")
    }
    let page = try page("vitrinectl.1")
    let plain = page.replacingOccurrences(of: "\\-", with: "-")
      .replacingOccurrences(of: "Fl -", with: "--")
    // “vitrine --sample” is in it, too, which this program has as well.
    XCTAssertEqual(names(in: plain), all)
    for verb in VerbTable.all {
      XCTAssertTrue(page.contains(".It Cm \(verb.title)"), verb.title)
    }
  }

  func testTheCompletionsHaveEveryOption() throws {
    let chapters = VerbTable.chapters
    let completion = Completion(chapters, ofProgram: VerbTable.ofProgram)
    for shell in Completion.Shell.allCases {
      let script = completion.script(for: shell)
      XCTAssertEqual(script + "\n", try output("completion", shell.rawValue))
      XCTAssertEqual(offered(by: script, shell), all, "\(shell)")
      let lines = script.split(separator: "\n")
      for verb in Set(VerbTable.all.map { $0.name[0] }) {
        let family = VerbTable.all.filter { $0.name[0] == verb }
        let own = lines.filter { line in
          switch shell {
          case .bash, .zsh: line.hasPrefix("    \(verb)) ")
          case .fish: line.contains("__fish_seen_subcommand_from \(verb)'")
          }
        }.joined(separator: "\n")
        XCTAssertEqual(
          offered(by: own, shell), Set(family.flatMap(\.options).map(\.name)),
          "\(verb) for \(shell)")
        for action in family.compactMap({ $0.name.dropFirst().first }) {
          XCTAssertTrue(own.contains(action), "\(verb) \(action) for \(shell)")
        }
      }
    }
  }

  private func offered(by script: String, _ shell: Completion.Shell) -> Set<String> {
    shell == .fish
      ? Set(
        script.components(separatedBy: " -l ").dropFirst().map {
          "--" + $0.prefix { $0 != " " && $0 != "\n" }
        })
      : names(in: script)
  }

  /// The help and the manual page of the program with windows.
  func testTheOtherProgramsPageHasItsOptions() throws {
    let items = try page("vitrine.1").split(separator: "\n").filter { $0.hasPrefix(".It Fl -") }
    let described = Set(
      items.flatMap { names(in: $0.replacingOccurrences(of: "Fl -", with: "--")) })
    XCTAssertEqual(described, listed(in: try output("--help", of: "vitrine")))
    let synopsis = try XCTUnwrap(
      page("vitrine.1").components(separatedBy: ".Sh ").dropFirst(2).first)
    XCTAssertEqual(names(in: synopsis.replacingOccurrences(of: "Fl -", with: "--")), described)
  }

  // MARK: Shells

  private func shell(_ name: String, _ script: String, _ completion: String) throws -> [String] {
    let places = ["/usr/bin/\(name)", "/bin/\(name)"]
    guard let path = places.first(where: FileManager.default.isExecutableFile) else {
      throw XCTSkip("there is no \(name)")
    }
    let file = beside("completion")
    try Data(try output("completion", completion).utf8).write(to: file)
    let process = Process()
    let answer = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments =
      name == "fish"
      ? ["-c", "source \(file.path); \(script)"]
      : (name == "zsh" ? ["-fc", script, name, file.path] : ["-c", script, name, file.path])
    process.environment = ["HOME": beside("home").path, "PATH": "/usr/bin:/bin"]
    process.standardOutput = answer
    try process.run()
    let said = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return said.split(separator: "\n").map(String.init)
  }

  func testBashCompletesBeforeAndAfterTheVerb() throws {
    func offered(_ words: String...) throws -> [String] {
      let typed = words.map { "'\($0)'" }.joined(separator: " ")
      return try shell(
        "bash",
        """
        . "$1"; COMP_WORDS=(vitrinectl \(typed)); COMP_CWORD=\(words.count)
        _vitrinectl; printf '%s\\n' "${COMPREPLY[@]}"
        """, "bash")
    }
    XCTAssertEqual(try offered("mer"), ["merge"])
    XCTAssertEqual(try offered("--json", "--directory", "x", "mer"), ["merge"])
    XCTAssertEqual(try offered("--directory", "=", "x", "mer"), ["merge"])
    XCTAssertEqual(try offered("--ver"), ["--version"])
    XCTAssertEqual(try offered("--json", "trash", "r"), ["restore"])
    XCTAssertEqual(try offered("list", "--sort", "ti"), ["title"])
    XCTAssertEqual(try offered("list", "--sort", "=", "ti"), ["title"])
    XCTAssertEqual(try offered("completion", "z"), ["zsh"])
  }

  func testFishCompletesVerbsAndOptions() throws {
    func offered(_ typed: String) throws -> [String] {
      try shell("fish", "complete -C '\(typed)'", "fish").map {
        String($0.prefix { $0 != "\t" })
      }
    }
    for (typed, known) in [
      "mer": "merge", "--json mer": "merge", "list --sort ti": "title", "list --lim": "--limit",
    ] {
      // Not within the assertion, which would not let it be skipped where there is no fish.
      let offered = try offered("vitrinectl \(typed)")
      XCTAssertEqual(offered, [known], typed)
    }
  }

  /// A word that is still empty counts, or zsh has nothing to offer for it.
  func testZshCompletesAWordThatIsStillEmpty() throws {
    for typed in ["trash ''", "--directory x --json trash ''"] {
      let said = try shell(
        "zsh",
        """
        compdef() { :; }
        _arguments() { print -r -- "${#words} $CURRENT ${(q)words[1]} ${(M)@:#1:*}"; }
        words=(vitrinectl \(typed)); CURRENT=$#words
        . "$1"
        """, "zsh")
      XCTAssertEqual(said, ["2 2 vitrinectl 1: :(restore empty)"], typed)
    }
  }
}
