// That `vitrinectl` speaks the user's language, with a catalogue of one translated text installed
// beside a copy of the program.

import Foundation
import XCTest

final class TranslationTests: ControlTestCase {
  func testAnInstalledTranslationIsUsed() throws {
    let original = "“%@” is not a command; “vitrinectl --help” lists the commands."
    let said = try run("dance").complaint.trimmingCharacters(in: .newlines)
    let text = said.replacingOccurrences(of: "dance", with: "%@")
    let prefix = said.hasPrefix("vitrinectl: ") ? "vitrinectl: ".count : 0
    let source = String(text.dropFirst(prefix))
    XCTAssertTrue(source.contains("%@"), "\(original) is now \(said)")

    let program = beside("bin/vitrinectl")
    let locale = beside("share/locale/de/LC_MESSAGES")
    for folder in [program.deletingLastPathComponent(), locale] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(at: try XCTUnwrap(call([]).executableURL), to: program)
    let header = "Content-Type: text/plain; charset=UTF-8\n"
    try Self.compiled(["": header, source: "»%@« kann niemand."])
      .write(to: locale.appendingPathComponent("vitrine.mo"))
    // Newer C libraries translate nothing without an installed language.
    try XCTSkipUnless(
      try words(of: "/usr/bin/env", ["gettext", "-d", "vitrine", source]).contains("niemand"),
      "no language is installed, or there is no gettext")
    XCTAssertTrue(try words(of: program.path, ["dance"]).contains("»dance« kann niemand."))
  }

  /// What a program says in German.
  private func words(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "LC_ALL": "C.UTF-8", "LANGUAGE": "de", "TEXTDOMAINDIR": beside("share/locale").path,
    ]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }

  /// Translations as gettext reads them: two tables of lengths and offsets, the first one sorted.
  private static func compiled(_ texts: [String: String]) -> Data {
    let pairs = texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let count = UInt32(pairs.count)
    var (tables, strings) = ([UInt32](), Data())
    for text in pairs.map(\.key) + pairs.map(\.value) {
      tables += [UInt32(text.utf8.count), 28 + 16 * count + UInt32(strings.count)]
      strings += Data(text.utf8) + [0]
    }
    let head: [UInt32] = [0x9504_12de, 0, count, 28, 28 + 8 * count, 0, 0]
    return (head + tables).reduce(into: Data()) { data, word in
      withUnsafeBytes(of: word) { data.append(contentsOf: $0) }
    } + strings
  }
}
