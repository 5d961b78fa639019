// SPDX-License-Identifier: Apache-2.0
// The pseudo-translation, in which every text of the program stands in ⟦brackets⟧ and is longer. Tests read it back into
// English, so that the steps of any test can be taken in it; what it shows is judged by `assertTranslated`.

import Foundation
import XCTest

enum PseudoTranslation {
  /// Compiles it for the programs that were built here.
  static func make() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../..", isDirectory: true).standardizedFileURL
    let made = try runToEnd(
      sources.appendingPathComponent("po/pseudo").path,
      [sources.appendingPathComponent(".build/locale").path],
      environment: ProcessInfo.processInfo.environment)
    guard made.ending == .exited(0) else { throw CommandFailure(description: made.errors) }
  }

  /// The library that tells what a program shows.
  static func watcher() throws -> String { try Home.built("libShownTexts.so") }

  /// What a text means: what is in brackets without them, its accents and its filling.
  static func english(_ text: String) -> String {
    guard text.contains("⟦") else { return text }
    return String(text.filter { !"⟦⟧~".contains($0) }.map { plain[$0] ?? $0 })
  }

  /// The same letters as in po/pseudo.pl.
  private static let plain = Dictionary(
    uniqueKeysWithValues: zip(
      "ÁáĆćĎďÉéĜĝĤĥÍíĴĵĶķĽľŃńÓóŔŕŚśŤťÚúŴŵÝýŹź", "AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz"))

  /// What of a text is not in brackets, with a mark for what is.
  static func untranslated(_ text: String) -> String {
    var rest = ""
    var depth = 0
    for letter in text {
      if letter == "⟦" {
        if depth == 0 { rest.append("|") }
        depth += 1
      }
      if depth == 0 { rest.append(letter == "\n" ? " " : letter) }
      if letter == "⟧" { depth -= 1 }
    }
    return rest
  }
}

extension Home {
  /// Lets the programs that are started from here speak the pseudo-translation, and tell what they show.
  func speakPseudo() throws {
    try PseudoTranslation.make()
    speech = try locale("en_US").compactMapValues { $0 }.merging([
      "LANGUAGE": "en@pseudo", "LD_PRELOAD": PseudoTranslation.watcher(),
      "SHOWN_TEXTS": shownTexts.path,
    ]) { $1 }
  }

  fileprivate var shownTexts: URL { folder.appendingPathComponent("shown-texts") }
}

extension UITestCase {
  /// Checks that of all that the windows of a program show, and a screen reader says of this one, everything is
  /// translated but the user's own data, that nothing translated is cut, and that no two labels of a window have
  /// one key. `own`: what else is the user's.
  func assertTranslated(
    _ window: Window, own: [String] = [], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    var complaints: [String] = []
    // What slides in may be cut until it is there.
    let isFine: () throws -> Bool = { [self] in
      let all = try shownTexts(of: window.program)
      let shown = all.filter { $0 != "window" && !$0.hasPrefix("key ") }
      let spoken = try window.node.spokenTexts.map { "says \($0)" }
      complaints = (shown + spoken).filter { text in
        if text.hasPrefix("cut ⟦"), text.hasSuffix("⟧") {
          // A message all of which is said elsewhere.
          return !shown.contains { $0.hasPrefix("fits ") && text.contains($0.dropFirst(5)) }
        }
        return Self.isEnglish(String(text.drop { $0 != " " }), own)
      }
      for one in all.split(separator: "window") {
        let keys = one.filter { $0.hasPrefix("key ") }
        let byKey = Dictionary(grouping: keys) { $0.split(separator: " ")[1] }
        complaints += byKey.values.filter { Set($0).count > 1 }.flatMap(\.self)
      }
      return complaints.isEmpty
    }
    // Not thrown: the others are worth knowing, too.
    if (try? eventually(
      timeout: 5, "all is translated, nothing cut, and no key given twice", isFine)) == nil
    {
      XCTFail(
        "“\(try window.title)” has what is cut, not translated or of one key: \(complaints)",
        file: file,
        line: line)
    }
  }

  /// A line for each text: whether it fits, is cut or is a tooltip, and the text.
  private func shownTexts(of program: Program) throws -> [String] {
    let answer = try home().shownTexts
    try? FileManager.default.removeItem(at: answer)
    program.tellWhatIsShown()
    let text = try obtain("what \(program.name) shows") {
      try String(contentsOf: answer, encoding: .utf8)
    }
    return text.split(separator: "\n").map(String.init)
  }

  /// Whether a text has words outside brackets that are neither the user's data nor another program's.
  private static func isEnglish(_ text: String, _ own: [String]) -> Bool {
    var rest = PseudoTranslation.untranslated(text)
    for text in own + data where rest.count >= text.count {
      rest = rest.replacingOccurrences(of: text, with: "|")
    }
    return rest.split { "|,·›".contains($0) }.contains { part in
      let part = part.trimmingCharacters(in: .whitespaces.union(["…", "."]))
      // Of a long text, a row shows the beginning.
      let isBeginning = part.count > 12 && data.contains { $0.contains(part) }
      return !isBeginning && part.contains(/\p{L}{2}/) && !part.contains(moment)
        && !part.contains(keys)
    }
  }

  /// A day, a time or a size, as the C library or Foundation write it.
  nonisolated(unsafe) private static let moment =
    /^([\d.]+ [kKMG]B|\w{3,9} \d+|\d+( at \d+:\d+)?|\d+:\d+)\s*([AP]M)?$/

  /// Names of keys, which are GTK's.
  nonisolated(unsafe) private static let keys =
    /^((Shift|Ctrl|Alt)\+)*(Shift|Ctrl|Alt|Escape|Delete|Home|End|Space|Return|Enter|Up|Down|Left|Right|Tab|F\d+|\S)?$/

  /// What the sample has, what the tests type, and the names of GTK, currencies and programs, the longest first.
  private static let data: [String] = {
    let lines = try? String(
      contentsOf: sampleFiles.appendingPathComponent("products.jsonl"), encoding: .utf8)
    let products = lines?.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8))
    }
    func texts(_ value: Any) -> [String] {
      switch value {
      case let text as String:
        text.split(separator: "/").map(String.init) + [
          text.replacingOccurrences(of: "\n", with: " ")
        ]
      case let list as [Any]: list.flatMap(texts)
      case let object as [String: Any]: object.values.flatMap(texts)
      default: []
      }
    }
    let ofOthers = [
      "Vitrine", "Minimize", "Maximize", "Close", "Restore", "Clear entry", "(None)", "GTIN", "SKU",
      "Half a no", "zzz", "Wood", "Height", "Oak", "Ash", "Artikel", "Bezeichnung", "Preis",
      "Datum",
      "EAN", "UTF-8", "EUR", "USD", "GBP", "CHF",
    ]
    return ((products ?? []).flatMap(texts) + ofOthers).filter { $0.count > 2 }
      .sorted { $0.count > $1.count }
  }()
}

extension Accessible {
  /// The names at and below this node, as they are.
  fileprivate var spokenTexts: [String] {
    get throws {
      let name = try nameAsShown
      let own = Accessible.isClassName(name) || name.isEmpty ? [] : [name]
      return try children.reduce(into: own) { try $0 += $1.spokenTexts }
    }
  }
}
