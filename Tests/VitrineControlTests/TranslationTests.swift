// That an installed `vitrinectl` speaks the language of the person who calls it, with a translation that gettext's own
// tools have compiled and that reorders values.

import Foundation
import XCTest

final class TranslationTests: ControlTestCase {
  func testAnInstalledTranslationIsUsed() throws {
    try install("de")
    XCTAssertEqual(
      try inGerman("list", "--frob"), "vitrinectl: »--frob« ist keine Option von »list«.\n")
    // A single word has a context.
    let rose = try add("Rose", "--category", "Blumen")
    XCTAssertTrue(try inGerman("show", rose).contains("  Warengruppe    Blumen\n"))
    _ = try run("generate", "3")
    let history = try inGerman("history")
    XCTAssertTrue(history.contains("  Neues Produkt\n"), history)
    // What has no translation stays English.
    XCTAssertTrue(history.contains("  Import 3 Products\n"), history)
  }

  private var program: URL { beside("bin/vitrinectl") }

  /// Puts a copy of the program, the translation and the country where each is looked for.
  private func install(_ language: String) throws {
    let locale = beside("share/locale/\(language)/LC_MESSAGES")
    for folder in [program.deletingLastPathComponent(), locale] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(at: try XCTUnwrap(call([]).executableURL), to: program)
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/Translations/\(language).po")
    let compiled = locale.appendingPathComponent("vitrine.mo").path
    _ = try words(of: "/usr/bin/msgfmt", ["--check", "-o", compiled, fixture.path])
    // Without a language that is installed, newer C libraries translate nothing.
    _ = try words(
      of: "/usr/bin/localedef", ["-i", "de_DE", "-f", "UTF-8", beside("de_DE.UTF-8").path])
  }

  private func inGerman(_ arguments: String...) throws -> String {
    try words(of: program.path, arguments + ["--directory", catalog.path])
  }

  /// What a program says in German.
  private func words(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "", "LOCPATH": beside("").path,
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
