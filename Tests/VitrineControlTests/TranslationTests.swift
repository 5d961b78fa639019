// SPDX-License-Identifier: Apache-2.0
// That an installed `vitrinectl` speaks the language of the person who calls it, with a translation that gettext's own
// tools have compiled and that reorders values; and that no help of it stays English.

import Foundation
import TestSwitches
import XCTest

@testable import VitrineControl

final class TranslationTests: ControlTestCase {
  func testAnInstalledTranslationIsUsed() throws {
    try install()
    let locale = beside("share/locale/de/LC_MESSAGES")
    try FileManager.default.createDirectory(at: locale, withIntermediateDirectories: true)
    let fixture = sources.appendingPathComponent("Tests/Fixtures/Translations/de.po")
    _ = try words(
      of: "/usr/bin/msgfmt",
      ["--check", "-o", locale.appendingPathComponent("vitrine.mo").path, fixture.path])
    XCTAssertEqual(
      try inGerman("list", "--frob"), "vitrinectl: »--frob« ist keine Option von »list«.\n")
    // A single word has a context.
    let rose = try add("Rose", "--category", "Blumen")
    XCTAssertTrue(try inGerman("show", rose).contains(/\ \ Warengruppe +Blumen\n/))
    _ = try run("generate", "3")
    let history = try inGerman("history")
    XCTAssertTrue(history.contains("  Neues Produkt\n"), history)
    // What has no translation stays English.
    XCTAssertTrue(history.contains("  Import 3 Products\n"), history)
  }

  /// Of the pseudo-translation, which puts every text in brackets, nothing is left without them but what is typed.
  func testNoHelpIsLeftInEnglish() throws {
    try install()
    _ = try words(
      of: sources.appendingPathComponent("po/pseudo").path, [beside("share/locale").path])
    let typed = Set(
      VerbTable.all.flatMap { $0.name + $0.arguments.choices }
        + ["vitrinectl", "yes", "no", "stock", "arrived", "WxH"])
    for name in [[]] + some(12, of: VerbTable.all.map(\.name)) {
      let help = try words(of: program.path, name + ["--help"], language: "en@pseudo")
      XCTAssertTrue(help.contains("⟦"), help)
      let rest = outsideBrackets(help).split { !$0.isLetter && $0 != "-" }
      let english = rest.filter { word in
        !word.hasPrefix("-") && word.contains(where: \.isLowercase) && !typed.contains(String(word))
      }
      XCTAssertEqual(english, [], "\(name)")
    }
  }

  private func outsideBrackets(_ text: String) -> String {
    var depth = 0
    return text.filter { letter in
      if letter == "⟦" { depth += 1 }
      defer { if letter == "⟧" { depth -= 1 } }
      return depth == 0
    }
  }

  private var program: URL { beside("bin/vitrinectl") }

  private var sources: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../..", isDirectory: true).standardizedFileURL
  }

  /// Puts a copy of the program where it looks for translations, and makes the country that it is called in.
  private func install() throws {
    try FileManager.default.createDirectory(
      at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: try XCTUnwrap(call([]).executableURL), to: program)
    // Without a language that is installed, newer C libraries translate nothing.
    _ = try words(
      of: "/usr/bin/localedef", ["-i", "de_DE", "-f", "UTF-8", beside("de_DE.UTF-8").path])
  }

  private func inGerman(_ arguments: String...) throws -> String {
    try words(of: program.path, arguments + ["--directory", catalog.path])
  }

  /// What a program says in German, or in a language that is not that of a country.
  private func words(
    of program: String, _ arguments: [String], language: String = ""
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "LC_ALL": "de_DE.UTF-8", "LANGUAGE": language, "LOCPATH": beside("").path,
    ]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }
}
